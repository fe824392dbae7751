"""What a game could have been: hints and evaluation."""
