"""Files of notes, notebooks and scripts → their blocks of code, and what stands between them."""
