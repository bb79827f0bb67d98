package config

// Config holds the values of all keys. Each field is a key: Server.Listen is server.listen
// in the file and QUADRILLE_SERVER_LISTEN in the environment.
//
// Each field has struct tags: "doc" is the description of the key; "min" and "max" are the
// bounds of the value, or of the number of characters if the value is a text; "one" is the
// list of allowed values; and "check" is a key of the map `checks`.
type Config struct {
	Server   Server   `doc:"Where the server listens and stores its data. Changes take effect at the next start, except for guests."`
	Club     Club     `doc:"The club. An owner can override these values over ssh with the command admin set."`
	Limits   Limits   `doc:"What clients may use: all together, one address, one account, one connection, one session. An address is an IPv4 address or an IPv6 /64, which one household usually has. The defaults suit a club of forty people behind one address."`
	Quotas   Quotas   `doc:"What accounts and addresses may store, and how many tables may wait for players. Used quota returns with time, also while the server is down."`
	Metrics  Metrics  `doc:"Metrics for monitoring. Changes take effect at the next start."`
	Bots     Bots     `doc:"The bots of this server, and analysis. Changes take effect at the next start."`
	Web      Web      `doc:"A page on which anybody can watch public games in a browser. It shows no chat. Changes take effect at the next start."`
	Webhooks Webhooks `doc:"HTTPS calls to other servers, for accounts and for the club. Changes take effect at the next start."`
	Ratings  Ratings  `doc:"Which programs may play rated games. Changes apply to tables that are opened afterwards."`
}

// Server configures where the server listens and stores its data.
type Server struct {
	Listen    string `check:"address" doc:"The address to listen on, as host:port."`
	Data      string `min:"1" doc:"The directory for games, accounts and the host key. It is created if it does not exist."`
	Database  string `check:"database" max:"500" secret:"true" doc:"The PostgreSQL database for games and accounts, such as postgres://quadrille@db/quadrille. The data directory then holds only the host key and the admin socket. Passwords can be in PGPASSWORD or ~/.pgpass instead. Empty: SQLite in the data directory."`
	Node      string `check:"node" max:"40" doc:"The name of this server among those that use the same database. Empty: the name of the machine."`
	Guests    bool   `doc:"Whether people without an SSH key may connect."`
	Balancers string `check:"ranges" max:"1000" doc:"Addresses and ranges, separated by spaces, of load balancers. They must begin each connection with a header of the PROXY protocol (version 1 or 2), which names the client. Limits and bans count addresses of clients. No other client may send such a header."`
	Public    string `check:"public" doc:"What people write after ssh to reach this server, as HOST or HOST:PORT. Empty: the address in listen."`
}

// Club describes the club and who may enter.
type Club struct {
	Name         string `max:"40" doc:"The name of the club."`
	Greeting     string `max:"200" doc:"A greeting for everybody who connects."`
	Rules        string `max:"1000" doc:"The rules of the club."`
	Entry        string `one:"open guests members-only" doc:"Who may enter: open (anybody), guests (members, and everybody else as a guest), members-only."`
	Seeks        bool   `doc:"Whether players may use play now: seek, which finds or opens a table for them."`
	TimeZone     string `check:"zone" doc:"The time zone of printed times, such as Europe/Paris. JSON uses UTC. Empty: UTC."`
	VacationDays int    `min:"0" max:"366" doc:"How many days of vacation each account has in a calendar year. A vacation stops the clocks of its player in correspondence games. 0: no vacations. Changes take effect at the next start."`
	GuestChat    bool   `doc:"Whether guests may write in the lobby chat. Changes take effect at the next start."`
}

// Metrics configures the listener for /metrics and /healthz.
type Metrics struct {
	Listen string `check:"address-or-none" doc:"The loopback address for metrics and health, as host:port, such as 127.0.0.1:9618. Empty: no metrics."`
	Public bool   `doc:"Whether listen may be an address that other machines can reach. They learn how busy the server is."`
}

// Bots limits the computing time of bots and of analysis.
type Bots struct {
	Share         float64 `min:"0" max:"1" doc:"The share of all processors that bots may use together. They always get at least a twentieth of one processor, so that they can move."`
	AnalysisNodes int     `min:"100" max:"10000000" doc:"How many positions the analysis of a finished game searches for each move, and once more where another move was played; four times as many where that move seems to lose much."`
}

// Web configures the web page.
type Web struct {
	Listen      string `check:"address-or-none" doc:"The address of the page, as host:port, such as 127.0.0.1:8080. Put a proxy with TLS in front of it. Empty: no page."`
	Public      string `check:"page" max:"200" doc:"What people open to reach the page, such as https://chess.example/live. A path in it is the path of all pages. Empty: no links in the terminal and in webhooks."`
	Names       string `one:"all members-choice none" doc:"Which players are named: all, those who have not chosen to appear by seat only (members-choice), or none."`
	RatedDelay  int    `min:"0" max:"100" doc:"How many moves later the page shows a rated game while it is played."`
	MembersOnly bool   `doc:"Whether the page shows games of a club that only members may enter. Otherwise it shows the name of such a club and nothing else."`
	Index       bool   `doc:"Whether search engines may list the page."`
	Proxies     string `check:"ranges" max:"1000" doc:"Addresses and ranges, separated by spaces, of proxies whose header X-Forwarded-For names the client. Limits count addresses of clients."`
}

// MaxWebConnections is the maximum number of open connections to the web page.
const MaxWebConnections = 2048

// Webhooks limits the HTTPS requests that the server sends.
type Webhooks struct {
	Max          int    `min:"0" max:"1000" doc:"How many webhooks all accounts together may have. The webhook of the club is not counted. 0: none."`
	Allow        string `check:"ranges" max:"1000" doc:"Addresses and ranges, separated by spaces, that may be called on any port although they are not public, such as 192.168.7.2. All other calls go to port 443 of public addresses."`
	Certificates string `doc:"A file of root certificates (PEM) to trust in addition to those of the machine. Empty: none."`
}

// Ratings selects which programs may play rated games.
type Ratings struct {
	BotAccounts bool `doc:"Whether bot accounts play rated games: accounts that have played through the JSON API."`
	Bots        bool `doc:"Whether the bots of this server play rated games. Each level is rated as one player."`
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
