package tui

// settingsKeys are those of the settings.
var settingsKeys = []binding{
	{cursorUp, []string{"up"}, "up down", "choose", ""},
	{cursorDown, []string{"down"}, "", "", ""},
	{cursorRight, []string{"right", "enter", "space"}, "left right", "change", ""},
	{cursorLeft, []string{"left"}, "", "", ""},
	{openHelp, []string{"?"}, "?", "help", ""},
	{goBack, []string{"esc", "q"}, "esc", "back", ""},
}

// firstLookKeys are those of the question of the first visit.
var firstLookKeys = []binding{
	{doHere, []string{"enter", "space"}, "enter", "they do", ""},
	{goBack, []string{"esc", "q"}, "", "", ""},
	{nextMen, []string{"0", "1", "2", "3"}, "1 2 3", "these men", ""},
	{cursorRight, []string{"right"}, "left right", "colours", ""},
	{cursorLeft, []string{"left"}, "", "", ""},
	{readGames, []string{"f"}, "f", "a first game, two minutes", ""},
}
