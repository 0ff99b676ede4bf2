"""Air bases: landing, return, refit, capture, and how many units fit."""
