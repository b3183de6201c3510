"""What is asked: decks, cards, exercises."""
