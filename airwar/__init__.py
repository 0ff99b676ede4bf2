"""airwar: a combat adjudicator for tabletop air war.

As a library:

    airwar.load      a scenario from a file, by name or from text
    airwar.fight     a battle by its script
    airwar.odds      the chance of every result and every loss
    airwar.batch     many battles, counted
    airwar.session   a battle question by question; airwar.resume continues one from its log
    airwar.analyze   the luck and the skill in a battle

They are looked up in `airwar.api` when they are first used, so that `import airwar` costs nothing.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from airwar.version import __version__

if TYPE_CHECKING:
    from airwar.api import analyze as analyze
    from airwar.api import batch as batch
    from airwar.api import fight as fight
    from airwar.api import load as load
    from airwar.api import odds as odds
    from airwar.api import resume as resume
    from airwar.api import session as session

__all__ = ["__version__", "analyze", "batch", "fight", "load", "odds", "resume", "session"]
PUBLIC = tuple(name for name in __all__ if name != "__version__")


class CallableModule(ModuleType):
    """A module with the name of a public function, such as `airwar.odds`: it can be called like the function."""

    def __call__(self, *args: Any, **more: Any) -> Any:
        return getattr(import_module("airwar.api"), self.__name__.rpartition(".")[2])(*args, **more)


class Library(ModuleType):
    """The package as a library: its public functions are found when they are first used."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in PUBLIC and isinstance(value, ModuleType):
            value.__class__ = CallableModule
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name in PUBLIC:
            return getattr(import_module("airwar.api"), name)
        raise AttributeError(f"module 'airwar' has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *PUBLIC})


sys.modules[__name__].__class__ = Library
