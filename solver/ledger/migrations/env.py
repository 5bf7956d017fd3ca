"""Run by alembic: the migrations go over the connection that `solver.ledger.migrate` gives, in the transaction that it began."""

from alembic import context

from solver.ledger.tables import META

context.configure(connection=context.config.attributes["connection"], target_metadata=META, transactional_ddl=False)
context.run_migrations()
