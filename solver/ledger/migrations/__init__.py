"""The ledger's schema, step by step. `solver.ledger.migrate` runs them."""
