"""What holds for every test."""

import hypothesis

# torch's first calls are slow, and no wall clock is asserted outside the benchmarks.
hypothesis.settings.register_profile("no deadline", deadline=None)
hypothesis.settings.load_profile("no deadline")
