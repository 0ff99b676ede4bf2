"""One battle: its log and its seed, trial battles, what-ifs, and the scenario of the next turn."""
