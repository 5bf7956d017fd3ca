"""Public programs and strategies that Lipai is measured against."""
