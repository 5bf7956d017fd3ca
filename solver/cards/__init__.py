"""Cards that several games share."""
