"""Many battles: in one process, in several, on a cluster; interrupted and continued; along a varied number."""
