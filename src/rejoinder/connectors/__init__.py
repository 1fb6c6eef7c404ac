"""One file a database, found by its URL's scheme. What a file needs beside it is in modules that begin with `_`."""
