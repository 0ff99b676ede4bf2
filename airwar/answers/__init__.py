"""Who answers: a person at the prompt, a script, chance. All that differs between the uses of airwar is in this folder."""
