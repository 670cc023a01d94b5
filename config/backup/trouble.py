class Trouble(Exception):
    """Why nothing was copied or put back, in a sentence for the operator."""
