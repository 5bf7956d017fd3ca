"""Engines solve the model. Each takes a problem of `solver.partition` (or a split of one hand) and gives solutions best first."""
