"""`python -m rejoinder.cli`."""

from rejoinder.cli import main

main()
