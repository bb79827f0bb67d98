package present

// settings holds what forms call the settings of a player.
var settings = map[string]string{
	"size": "Size of squares", "notify": "Desktop notifications", "title": "Window title", "colour": "Colours",
	"sync": "Draw at once", "motion": "Moves in motion",
	"speech": "Plain mode: messages", "spelling": "Plain mode: squares", "followers": "Others may follow me",
	"following": "News of followed", "web": "Name on web pages",
}

// Setting returns what a form calls a setting.
func Setting(name string) string {
	if label, ok := settings[name]; ok {
		return label
	}
	return Capital(name)
}
