pytest_plugins = ["airwar.testing.plugin"]
