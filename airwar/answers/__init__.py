"""Who answers: a person at the prompt, a script, or chance. Nothing else differs between the uses of airwar."""
