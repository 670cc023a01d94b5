"""What things cost, measured on this machine now: `make bench ONLY=engine`."""
