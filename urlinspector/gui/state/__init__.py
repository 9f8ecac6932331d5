"""What the window shows and edits, without widgets: QObjects whose signals are in the past tense."""
