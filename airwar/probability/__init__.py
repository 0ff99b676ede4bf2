"""The odds of a battle: explore its positions, then solve or sample them, advise, and forecast."""
