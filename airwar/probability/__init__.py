"""The odds of a battle: explores its positions, solves or samples them, advises and forecasts."""
