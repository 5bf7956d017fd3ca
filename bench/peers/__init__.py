"""Public programs and strategies that Lipai is measured against."""

PACKAGES = ("phevaluator", "eval7", "treys", "mahjong", "xiangting")
"""The packages of the extra `peers`; a benchmark of one that is missing is skipped."""
