"""The language of the prompt, of stories and of letters: one line is one order. It reads the questions, not the games."""
