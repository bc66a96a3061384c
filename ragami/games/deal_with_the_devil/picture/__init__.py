"""Pictures of a moment: with characters, and as SVG."""
