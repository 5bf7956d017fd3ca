"""The verdict ledger of the service: every verdict stored before it is answered, and its receipt.

Off unless LIPAI_LEDGER names a database; then nothing of it is imported but this.
"""

from typing import TYPE_CHECKING

from api.settings import Settings
from solver.errors import LipaiError

if TYPE_CHECKING:
    from api.ledger.service import Ledger


def make_ledger(settings: Settings) -> "Ledger | None":
    """The ledger that the settings ask for. Raises LipaiError for settings that can't be, and where its packages are missing."""
    if not settings.ledger:
        return None
    try:
        from api.ledger.service import Ledger
    except ModuleNotFoundError as error:
        raise LipaiError(f"LIPAI_LEDGER is set, and a ledger needs {error.name}; install it with: pip install 'lipai[ledger]'") from None
    return Ledger(settings)
