"""rejoinder: ask a database in plain language; every statement is checked, priced, run read-only and recorded."""
