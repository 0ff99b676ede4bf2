"""Compares many random battles on the command line and prints the first differences."""

ENOUGH = 5


def main(number, compare):
    """Fights this many battles twice; stops after a few that end differently."""
    different = fought = 0
    while fought < number and different < ENOUGH:
        ours, theirs = compare(fought)
        if ours != theirs:
            different += 1
            print(f"seed {fought}")
            for key in ours:
                if ours[key] != theirs[key]:
                    print(f"  {key}\n    airwar {ours[key]}\n    naive  {theirs[key]}")
        fought += 1
    print(f"{different} different of {fought}")
