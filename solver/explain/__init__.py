"""Why an arrangement is the best, in words: rule by rule, what each group gives, what is settled, what others cost; and why a claim fails.

    explain("…", {"hand": "…"}).sections

Nothing here knows a game: what only the game can say stands in its `explain.toml` (`goal-<objective>`, `law-…`, `kind-<kind>`).
"""

from solver.explain.explanation import Explanation, Line, Section, explain

__all__ = ["Explanation", "Line", "Section", "explain"]
