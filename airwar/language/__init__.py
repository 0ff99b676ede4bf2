"""The language of the prompt, of stories and of letters: one line is one order. It knows questions, but no games."""
