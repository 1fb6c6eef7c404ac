"""THE WORDS: frozen values that every other room speaks in. `docs/glossary.md` defines them."""
