"""Pictures as SVG: the faces of cards, which page, pictures and web component share, and whole answers for chats and reports."""
