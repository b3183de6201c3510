"""What an author may write for each kind of card: a file each."""
