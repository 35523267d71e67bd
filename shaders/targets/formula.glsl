// The energy of a typed formula and its gradient: the text of the formula follows.
