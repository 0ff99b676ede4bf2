"""Air supply, air transport, airdrops and their interception (18.53, 18.54, 18.62)."""
