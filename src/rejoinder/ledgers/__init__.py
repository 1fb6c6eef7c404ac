"""Where runs are recorded. One file a store, found by the scheme of its URL; `codec.py` says how events are written."""
