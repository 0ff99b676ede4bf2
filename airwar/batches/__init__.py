"""Many battles: in one process, in several or on a cluster; interrupted and continued; over a range of values."""
