package config

// Config is what holds. A field is a key: Server.Listen is server.listen in the
// file, and QUADRILLE_SERVER_LISTEN in the environment. These names are never
// changed: they stand in files of other people.
//
// The tags: doc says what it is, min and max are its bounds (for text: how many
// characters), one lists all it can be, check names one of the checks.
type Config struct {
	Server   Server   `doc:"The door. What is said here counts from the next start on, except for guests."`
	Club     Club     `doc:"The club, as long as no owner has set something else by ssh."`
	Limits   Limits   `doc:"How much clients may ask: all together, one address, one account, one connection, one session. An address is one of IPv4, or the /64 of IPv6, which one household has. Who keeps a club of forty behind one address need not change anything."`
	Quotas   Quotas   `doc:"How much accounts and addresses may store, and how many tables may wait for players. What is used up comes back with time, also while the server is down."`
	Metrics  Metrics  `doc:"For programs that watch over the server; from the next start on."`
	Bots     Bots     `doc:"What plays by itself; from the next start on."`
	Webhooks Webhooks `doc:"What the server tells other servers by HTTPS, for accounts and for the club; from the next start on."`
	Ratings  Ratings  `doc:"Whose games count besides those of people; for tables that are opened from then on."`
}

// Server is where the server listens and keeps what it has.
type Server struct {
	Listen string `check:"address" doc:"The address to listen on, host:port."`
	Data   string `min:"1" doc:"The directory for games, names and the host key; made if need be."`
	Guests bool   `doc:"Whether people without a key may come in."`
	Public string `check:"public" doc:"What people write after ssh to come here, HOST or HOST:PORT; empty: the address that is listened on."`
}

// Club is how the house presents itself, and who may come in.
type Club struct {
	Name     string `max:"40" doc:"Its name."`
	Greeting string `max:"200" doc:"What is said to everybody who comes in."`
	Rules    string `max:"1000" doc:"The rules of the house."`
	Entry    string `one:"open guests members-only" doc:"Who may come in: open (anybody), guests (members, and everybody else as a guest), members-only."`
	TimeZone string `check:"zone" doc:"The time zone of the times in sheets of evenings, the audit log and reports, such as Europe/Paris; empty: UTC."`
}

// Metrics is where programs ask how the server is.
type Metrics struct {
	Listen string `check:"address-or-none" doc:"The address for metrics and health, host:port, of this machine alone, such as 127.0.0.1:9618; empty: none."`
	Public bool   `doc:"Whether that may be an address that other machines reach; what they learn is how busy the server is."`
}

// Bots is what they may use.
type Bots struct {
	Share    float64 `min:"0" max:"1" doc:"How much of the machine they may take, all together; a twentieth of one processor at least, as they have to move."`
	Analysis int     `min:"100" max:"10000000" doc:"How many positions an analysis of a finished game looks at to find the best move, once for each move and once more where another was played. The strongest bot looks at 200000."`
}

// Webhooks is whom the server calls.
type Webhooks struct {
	Targets int    `min:"0" max:"1000" doc:"How many webhooks accounts have in all; the club's is one more. 0: none."`
	Allow   string `max:"1000" doc:"Addresses and ranges, separated by blanks, that may be called at any port although they are not public, such as 192.168.7.2; without them it is port 443 of public addresses alone."`
	Roots   string `doc:"A file of certificates (PEM) that are trusted besides those of the machine; empty: none."`
}

// Ratings is who besides people may sit at rated tables, and is rated there.
type Ratings struct {
	Machines bool `doc:"Whether programs of other people that play by ssh HOST api may, and accounts for which one has played."`
	Bots     bool `doc:"Whether the bots of this house may: each level is rated like one player."`
}

// Default is what holds if nobody says anything.
func Default() Config {
	return Config{
		Server:   Server{Listen: "127.0.0.1:2222", Data: "./quadrille-data", Guests: true},
		Club:     Club{Entry: "open"},
		Limits:   DefaultLimits(),
		Quotas:   DefaultQuotas(),
		Bots:     Bots{Share: 0.5, Analysis: 200_000},
		Webhooks: Webhooks{Targets: 64},
	}
}
