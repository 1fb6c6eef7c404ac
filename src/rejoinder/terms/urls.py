"""URLs without their secrets: what may be logged, recorded, printed or sent (S2)."""

from __future__ import annotations

import re

HIDDEN = "***"

# The password may hold `/` or `@` that nobody escaped, so it ends at the last `@`: rather too much is hidden
# than too little.
_PASSWORD = re.compile(r"(?<=://)([^/?#:@\s]*):(?:.*)@", re.DOTALL)
_WORDS = (
    *("pass", "password", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "signature"),
    *("credential", "credentials", "key"),
)
_ASSIGNED = rf"([\w.-]*(?:{'|'.join(_WORDS)}))\s*=\s*(?:'[^']*'|\"[^\"]*\"|[^&;#\s'\"]+)"
_PARAMETER = re.compile(rf"(?i)(?:(?<=[?&;\s])|^){_ASSIGNED}")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s<>\"'`]+")


def redact_url(url: str) -> str:
    """`url` with every password, token and key replaced by `***`; also a DSN like `host=h password=p`."""
    hidden = _PASSWORD.sub(rf"\1:{HIDDEN}@", url)
    return _PARAMETER.sub(rf"\1={HIDDEN}", hidden)


def redact_text(text: str) -> str:
    """`text` with the secrets of every URL in it replaced."""
    return _URL.sub(lambda found: redact_url(found.group()), text)
