import gc
import os
import signal
import sys
import time
from pathlib import Path

import hypothesis
import pytest
from engine import renamed_package as renaming

from airwar.engine.files import locked

# What the tests read must not depend on the terminal they run in. readline, once loaded, sets the width for the processes of xdist.
for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PAGER", "AIRWAR_PAGER"):
    os.environ.pop(name, None)

# Where Python was told to write no bytecode, every process and every command would compile airwar anew, at a second each.
if sys.dont_write_bytecode:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False

# A shell that starts the tests in the background ignores Ctrl-C for them, and so would the commands that they interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test cuts the power, and to wait for the disk after every record would take minutes.
os.fsync = lambda handle: None

# On a loaded machine anything may take a second now and then; that proves nothing.
hypothesis.settings.register_profile("airwar", deadline=None)
hypothesis.settings.load_profile("airwar")

pytest_plugins = ["airwar.testing.plugin", "changed"]  # --update-golden, --games and --changed


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", default="1", help="of the rules that are broken to see their proofs fail (default: 1)")
    parser.addoption("--every-byte", action="store_true", help="cut and damage logs at every byte (default: at every hundredth)")
    parser.addoption("--update-screens", action="store_true", help="rewrite the golden screens instead of comparing them")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: tests at terminals and pipes mostly wait."""
    return (os.cpu_count() or 1) * 3 // 2 or 1


def pytest_configure(config: pytest.Config) -> None:
    """Each worker begins to collect elsewhere, and reads the test modules that the others have compiled."""
    worker, workers = os.environ.get("PYTEST_XDIST_WORKER", ""), os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")
    if worker and config.args == config.getini("testpaths"):
        rooms = sorted(str(path) for path in Path(__file__).parent.glob("[!_]*") if path.is_dir() or path.match("test_*.py"))
        first = len(rooms) * int(worker.removeprefix("gw")) // int(workers)
        config.args = rooms[first:] + rooms[:first]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All workers list the tests in one order."""
    items.sort(key=lambda item: item.path)


def pytest_collection_finish() -> None:
    """The collected tests stay to the end; looking through them for garbage again and again takes time."""
    gc.freeze()


@pytest.fixture
def stride(request: pytest.FixtureRequest) -> int:
    """How many bytes further a log is cut or damaged next."""
    return 1 if request.config.getoption("--every-byte") else 101


@pytest.fixture
def update_screens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-screens"))


@pytest.fixture(scope="session")
def renamed_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a later airwar, in which everything is renamed and reworded. `python -m airwar` in that folder runs it.

    The first worker that needs it makes it for all of them, since that takes seconds.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with open(shared / "renamed.lock", "wb") as lock:
        while not locked(lock.fileno()):
            time.sleep(0.1)
        if not (shared / "renamed").exists():
            renaming.make(Path(__file__).parent.parent, fresh := tmp_path_factory.mktemp("fresh"))
            fresh.rename(shared / "renamed")
    return shared / "renamed"
