"""Notes, notebooks and scripts: what they state, held against torch, and the cards in them."""
