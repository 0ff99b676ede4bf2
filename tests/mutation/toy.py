"""A module to try the mutation tester on."""


def hits(faces, needed):
    """How many dice show what is needed or more, and never more than three."""
    return min(3, sum(face >= needed for face in faces))


def countdown(number):
    """The numbers down to 1."""
    said = []
    while number > 0:
        said.append(number)
        number -= 1
    return said
