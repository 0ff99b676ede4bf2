"""One battle: its log and its seed, trial battles, what if, and the scenario of the next turn."""
