"""Strategic bombing (18.56, 17.7, 17.8)."""
