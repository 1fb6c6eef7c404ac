"""What the rules share: parse once, canonical form, scopes, names resolved against a catalog. Pure."""
