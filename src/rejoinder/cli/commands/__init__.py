"""One file a command: the module's name is the command's, and `command` in it is what click runs."""
