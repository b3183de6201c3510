"""Whether decks hold on live torch: what `quiz check` and `quiz author` run, find and report."""
