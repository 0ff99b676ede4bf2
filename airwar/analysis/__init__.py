"""After the battle: what each roll and each decision was worth, from the same steps that fought it."""
