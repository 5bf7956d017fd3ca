"""One folder per game, found by the registry. No game imports another."""
