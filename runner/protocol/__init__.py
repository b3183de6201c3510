"""What a client and the runner say to each other, and what of it is believed."""
