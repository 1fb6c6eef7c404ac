"""Where runs are recorded. One file a store, found by the scheme of its URL; events are written by `_codec.py`."""
