"""`airwar`, which is also `python -m airwar`."""

import sys

try:
    from airwar.cli import main
except KeyboardInterrupt:  # Ctrl-C while the commands are being imported
    sys.exit(130)

if __name__ == "__main__":
    main()
