"""THE MACHINE: events, steps and the two pure functions of `run.py`. No clock, network, disk or randomness."""
