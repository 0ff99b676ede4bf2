"""The books that the rulesets' own tests keep lie in their folders."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = [HERE.parent, *(HERE.parent / name for name in ("world_at_war", "air_supremacy", "dark_crusade", "war_in_europe"))]
sys.path.extend(str(folder) for folder in FOLDERS if str(folder) not in sys.path)
