"""Every World at War test checks the books after every step."""

import pytest
from books import books_are_checked


@pytest.fixture(autouse=True)
def books():
    with books_are_checked():
        yield
