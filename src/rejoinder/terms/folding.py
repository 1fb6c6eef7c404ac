"""When two spellings are the same value to a person: up to case, accents and spaces."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """`text` without the differences of case, accents and white space. Two spellings match if these are equal."""
    plain = "".join(text.casefold().split())
    if plain.isascii():
        return plain
    decomposed = unicodedata.normalize("NFKD", plain)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()
