package config

// Config holds the values of all keys. Each field is a key: Server.Listen is server.listen
// in the file and QUADRILLE_SERVER_LISTEN in the environment.
//
// The file keys.toml describes each field. A field has struct tags: "min" and "max" are the
// bounds of the value, or of the number of characters if the value is a text; "one" is the
// list of allowed values; and "check" is a key of the map `checks`.
type Config struct {
	Server   Server
	Club     Club
	Limits   Limits
	Quotas   Quotas
	Metrics  Metrics
	Bots     Bots
	Web      Web
	Webhooks Webhooks
	Ratings  Ratings
}

// Server configures where the server listens and stores its data.
type Server struct {
	Listen    string `check:"address"`
	Data      string `min:"1"`
	Database  string `check:"database" max:"500" secret:"true"`
	Node      string `check:"node" max:"40"`
	Guests    bool
	Balancers string `check:"ranges" max:"1000"`
	Public    string `check:"public"`
}

// Club describes the club and who may enter.
type Club struct {
	Name         string `max:"40"`
	Greeting     string `max:"200"`
	Rules        string `max:"1000"`
	Entry        string `one:"open guests members-only"`
	Seeks        bool
	TimeZone     string `check:"zone"`
	VacationDays int    `min:"0" max:"366"`
	GuestChat    bool
}

// Metrics configures the listener for /metrics and /healthz.
type Metrics struct {
	Listen string `check:"address-or-none"`
	Public bool
}

// Bots limits the computing time of bots and of analysis.
type Bots struct {
	Share         float64 `min:"0" max:"1"`
	AnalysisNodes int     `min:"100" max:"10000000"`
}

// Web configures the web page.
type Web struct {
	Listen      string `check:"address-or-none"`
	Public      string `check:"page" max:"200"`
	Names       string `one:"all members-choice none"`
	RatedDelay  int    `min:"0" max:"100"`
	MembersOnly bool
	Index       bool
	Proxies     string `check:"ranges" max:"1000"`
}

// MaxWebConnections is the maximum number of open connections to the web page.
const MaxWebConnections = 2048

// Webhooks limits the HTTPS requests that the server sends.
type Webhooks struct {
	Max          int    `min:"0" max:"1000"`
	Allow        string `check:"ranges" max:"1000"`
	Certificates string
}

// Ratings selects which programs may play rated games.
type Ratings struct {
	BotAccounts bool
	Bots        bool
}

// Default returns a configuration in which each key has its default.
func Default() Config {
	return Config{
		Server:   Server{Listen: "127.0.0.1:2222", Data: "./quadrille-data", Guests: true},
		Club:     Club{Entry: "open", Seeks: true, VacationDays: 14},
		Limits:   DefaultLimits(),
		Quotas:   DefaultQuotas(),
		Bots:     Bots{Share: 0.5, AnalysisNodes: 200_000},
		Web:      Web{Names: "members-choice", Proxies: "127.0.0.0/8 ::1"},
		Webhooks: Webhooks{Max: 64},
	}
}
