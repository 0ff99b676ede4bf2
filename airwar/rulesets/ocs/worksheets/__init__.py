"""Worksheets: sums that the ground war needs, with the working shown."""
