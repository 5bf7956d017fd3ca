"""What keeps a ledger from working."""

from solver.errors import LipaiError


class LedgerError(LipaiError):
    """Something that the operator has to put right: the message says what, where, and what would be right."""


class KeyFileError(LedgerError):
    """The signing key can't be used."""


class SchemaError(LedgerError):
    """The database is not at this program's version."""


class BrokenError(LedgerError):
    """The database's file is none, or damaged."""


class DamagedError(LedgerError):
    """A record of the ledger is not what was signed."""


class UnreachableError(LedgerError):
    """The database does not answer, or can't take anything more, for now. `lost`: the connection broke, another may do."""

    def __init__(self, message: str, lost: bool = False) -> None:
        super().__init__(message)
        self.lost = lost
