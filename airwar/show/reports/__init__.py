"""A battle as a story for people who were not there: built once, then written as HTML, Markdown, BBCode or text."""
