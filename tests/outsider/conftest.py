collect_ignore = ["tests"]  # the package's own tests need it installed: test_outsider.py runs them so
