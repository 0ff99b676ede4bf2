"""Who answers: a person at the prompt, a script, chance. This is all that differs between the uses of airwar."""
