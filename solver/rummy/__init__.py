"""What rummy games with melds have in common: hands with a history, claims on groups, cards on offer, and who holds what at a table.

`solver.history` says what follows from a history; here is what callers send, and what they are told. Each game keeps its own rules.
"""
