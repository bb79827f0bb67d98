package draw

// Signs are the characters of marks and lines. Each of them is one cell wide.
type Signs struct {
	Chosen, Own, Here, Free, Up, Down, Same, Done, Bar, Brand string
	Turn                                                      string    // the pointer at the seat to move
	Ring                                                      string    // in place of Here, for an army that has the colour of the page
	Levels                                                    [8]string // blocks of eight heights
	Letters                                                   bool      // whether the letter of an army replaces its dot
	Edge                                                      Edge
}

// Edge holds the characters of a border.
type Edge struct {
	Line, Side                                 string
	TopLeft, TopRight, BottomLeft, BottomRight string
	MiddleLeft, MiddleRight                    string // where a line across meets the sides
}

// The signs that terminals can draw. Styles point to one of them.
var (
	AllSigns = Signs{
		Chosen: "▸", Own: "★", Here: "●", Free: "○", Up: "▲", Down: "▼", Same: "─", Done: "✓", Bar: "━", Brand: "▚", Turn: "»", Ring: "◉",
		Levels: [8]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "▇"}, Edge: Edge{"─", "│", "╭", "╮", "╰", "╯", "├", "┤"},
	}
	// MonoSigns are for terminals that show no colours.
	MonoSigns = func() Signs {
		s := AllSigns
		s.Letters = true
		return s
	}()
	// ASCIISigns are for terminals that may not show characters outside of ASCII.
	ASCIISigns = Signs{
		Chosen: ">", Own: "*", Here: "+", Free: "-", Up: "^", Down: "v", Same: "-", Done: "x", Bar: "=", Brand: "#", Turn: ">", Ring: "o",
		Levels: [8]string{"_", "_", ".", ".", "-", "-", "=", "="}, Letters: true, Edge: Edge{"-", "|", "+", "+", "+", "+", "+", "+"},
	}
	// ConsoleSigns are for the Linux console, whose fonts have few characters.
	ConsoleSigns = func() Signs {
		s := ASCIISigns
		s.Letters, s.Edge = false, Edge{"─", "│", "┌", "┐", "└", "┘", "├", "┤"}
		return s
	}()
)
