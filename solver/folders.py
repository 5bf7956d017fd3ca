"""Where the games are: their folders by id, found without importing any of them."""

import importlib
import pkgutil
from pathlib import Path

games = importlib.import_module("solver.games")  # by name: `solver.games` as an attribute is the function


def modules() -> dict[str, str]:
    """The name of each game's module by the game's id."""
    return {module.name.replace("_", "-"): module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg}


def home(id: str) -> Path | None:
    """The folder of a game; None where there is no such game."""
    module = modules().get(id)
    found = (Path(path) / module for path in games.__path__ if module is not None)
    return next((folder for folder in found if folder.is_dir()), None)
