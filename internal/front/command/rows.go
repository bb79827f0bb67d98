package command

import (
	"slices"
	"strings"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/adjudication"
	"quadrille/internal/service/club"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/seek"
	"quadrille/internal/service/vacation"
	"quadrille/internal/table"
)

// row is a command.
type row struct {
	declaration
	arguments string // name and arguments without the flags
}

// declaration declares one command.
type declaration struct {
	under       string    // the words before the name of the command, such as "admin" or "admin key"
	role        club.Role // the lowest role that may run the command
	use         string    // name and arguments as help shows them
	short       string    // one line of help
	long        string    // more help; may be empty
	least, most int       // minimum and maximum number of arguments
	bind        binding
}

// name returns the last word of the path.
func (w *row) name() string {
	name, _, _ := strings.Cut(w.use, " ")
	return name
}

// path returns the words that call the command, such as "admin key add".
func (w *row) path() string { return strings.TrimPrefix(w.under+" "+w.name(), " ") }

// hasPath reports whether path returns the given path. It allocates nothing.
func (w *row) hasPath(path string) bool {
	last := strings.LastIndexByte(path, ' ')
	return w.under == path[:max(0, last)] && w.name() == path[last+1:]
}

// brief returns the path and the arguments without the flags.
func (w *row) brief() string { return strings.TrimPrefix(w.under+" "+w.arguments, " ") }

// usage returns the path and the arguments.
func (w *row) usage() string { return strings.TrimPrefix(w.under+" "+w.use, " ") }

// binding sets the flags of a command and the function that runs it.
type binding func(*request, *call)

// in returns a binding that calls the function `do`, a method of one of the command groups.
func in[G ~struct{ *request }](do func(G, *call)) binding {
	return func(r *request, c *call) { do(G(struct{ *request }{r}), c) }
}

// Each command is a method of one of these groups.
type (
	tableCommands   struct{ *request } // commands about tables and running games
	seekCommands    struct{ *request } // commands about seeks of players who want to play now
	archiveCommands struct{ *request } // commands about finished games and ratings
	accountCommands struct{ *request } // commands about the player's own account
	aboutCommands   struct{ *request } // commands about the server
	eveningCommands struct{ *request } // commands about club evenings
	noticeCommands  struct{ *request } // commands about reports, webhooks and announcements
	memberAdmin     struct{ *request } // commands about the members of the club, their keys, invitations and bans
	clubAdmin       struct{ *request } // commands about the club's settings and audit log
	tableAdmin      struct{ *request } // commands with which moderators decide about tables
)

// many is the limit for commands that accept any number of arguments: a command line cannot
// have more words.
const many = maxWords

// rows declares all commands.
var rows = rowsOf(slices.Concat([]declaration{
	{
		"", 0, "tables [--after N] [--limit N] [--json | --tsv]", "list tables: your own, then waiting, running and newly finished ones",
		tablesHelp, 0, 0, in(tableCommands.tables),
	},
	{
		"", 0, "seek " + seek.Usage + " [--bots TIME] [--json]", "play now: find or open a table, and wait there for the game",
		seekHelp, 0, many, in(seekCommands.seek),
	},
	{"", 0, "seeks [--json | --tsv]", seek.ListHelp, seeksHelp, 0, 0, in(seekCommands.seeks)},
	{
		"", 0, "new GAME [OPTION=VALUE ...] [--password PASSWORD]", "open a table and print its number", games() + "\n" + passwordHelp,
		0, many, in(tableCommands.newTable),
	},
	{
		"", 0, "watch N [--password PASSWORD]", "watch a table, or return to your seat", watchHelp + "\n" + passwordHelp, 1, 1,
		in(tableCommands.watch),
	},
	{
		"", 0, "play N [SEAT] [--password PASSWORD]", "take a seat at a table, or return to it", playHelp + "\n" + passwordHelp,
		1, 2, in(tableCommands.play),
	},
	{
		"", 0, "invite N NAME", "invite a player to your table; this also admits them to a private table", "",
		2, 1 + player.MaxNameWords,
		in(tableCommands.invite),
	},
	{
		"", 0, "move N ACTION [--after K] [--id ID]", table.Play.Help() + "; print the move when it is stored",
		moveHelp, 2, many, in(tableCommands.move),
	},
	{
		"", 0, "at N [COMMAND] [--tsv]", "give a command at a table, such as \"at 12 draw\"; without one, list those that you can give",
		atHelp(), 1, many, in(tableCommands.at),
	},
	{
		"", 0, "record N [--format NAME]", "print the record of a game, in plain notation or in another format", recordFormats(), 1, 1,
		in(tableCommands.record),
	},
	{
		"", 0, "picture N [--move M] [--size WxH] [--theme THEME] [--svg]", "write a picture of the board to the output", pictureHelp,
		1, 1, in(tableCommands.picture),
	},
	{
		"", 0, "cast N [--size WxH] [--speed X] [--theme THEME]", "write a terminal recording of a game, for asciinema, to the output",
		castHelp, 1, 1, in(tableCommands.cast),
	},
	{
		"", 0, "gif N [--size WxH] [--speed X] [--theme THEME]", "write a game as an animated picture to the output", gifHelp, 1, 1,
		in(tableCommands.gif),
	},
	{"", 0, "link N", "print the address of a table's web page", "", 1, 1, in(tableCommands.link)},
	{
		"", 0, "analysis [score] N [--json | --tsv]", "analyse a finished game: print the strongest bot's choice for each move",
		analysisHelp + sampleList(), 1, 2, in(tableCommands.analysis),
	},
	{
		"", 0, "waiting [--json | --tsv]", "list the tables where it is your turn to act",
		waitingHelp, 0, 0, in(tableCommands.waiting),
	},

	{
		"", 0,
		"games [WORD ...] [--player NAME] [--game GAME] [--result RESULT] [--since DATE] [--until DATE] [--before N] [--limit N] " +
			"[--json | --tsv]",
		"list finished games, for example: inky drawn 2026", gamesHelp, 0, many, in(archiveCommands.games),
	},
	{
		"", 0, "export [--player NAME] [--game GAME] [--result RESULT] [--since DATE] [--until DATE]",
		"write your finished games as a tar archive to the output", exportHelp, 0, 0, in(archiveCommands.export),
	},
	{
		"", 0, "ladder [GAME] [--form FORM] [--all] [--json | --tsv]",
		"list players by rating; --all includes inactive players", ladderHelp, 0,
		1, in(archiveCommands.ladder),
	},
	{
		"", 0, "player [NAME] [--json | --tsv]", "print a player's ratings and latest games, by default your own",
		"  --json            print them as a JSON object", 0, player.MaxNameWords, in(archiveCommands.player),
	},

	{"", 0, "whoami", "print your name and your key", "", 0, 0, in(accountCommands.whoami)},
	{"", 0, "name NAME", "choose the name of your account", "", 1, player.MaxNameWords, in(accountCommands.name)},
	{
		"", 0, "settings [NAME [VALUE] | --json | --tsv]", "list your settings, such as colours and bell; with a value, change one",
		settingsHelp(), 0, 2, in(accountCommands.settings),
	},
	{
		"", 0, "keys [add | join CODE | remove FINGERPRINT] [--json | --tsv]",
		"list, add or remove the SSH keys of your account", keysHelp, 0,
		2, in(accountCommands.keys),
	},
	{"", 0, "vacation " + vacation.Usage, vacation.Help, vacation.MoreHelp, 0, 1, in(accountCommands.vacation)},
	{
		"", 0, "account export | delete NAME", "export what is stored about you, or delete your account", accountHelp, 0,
		1 + player.MaxNameWords, in(accountCommands.account),
	},
	{"", 0, "join CODE", "accept an invitation to this club", "", 1, 1, in(accountCommands.join)},

	{"", 0, "about", "print the club's name, greeting and rules", "", 0, 0, in(aboutCommands.about)},
	{
		"", 0, "privacy", "print what moderators and the server's owner can see, and how long it is stored", "", 0, 0,
		in(aboutCommands.privacy),
	},
	{"", 0, "help [COMMAND [SUBCOMMAND]]", "list the commands, or explain one", "", 0, 2, in(aboutCommands.help)},
	{"", 0, "version", "print the version of Quadrille", "", 0, 0, in(aboutCommands.version)},
	{"", 0, "plain", "start plain mode: line by line, for screen readers and simple terminals", "", 0, 0, in(aboutCommands.plain)},
	{"", 0, "api", "start the JSON API for programs; see docs/api.md", "", 0, 0, in(aboutCommands.api)},
	{"", 0, "schema", "print the JSON Schema of the JSON API", "", 0, 0, in(aboutCommands.schema)},
	{"", 0, "return CODE", "connect again as the guest to whom the server gave CODE", "", 1, 1, in(aboutCommands.comeBack)},

	{
		"", 0, "report [NAME [REASON]] [--table N] [--json | --tsv]",
		notify.ReportHelp + "; without a name, list your reports",
		reportHelp, 0, many, in(noticeCommands.report),
	},
	{
		"", 0, notify.HookUsage, "set a URL that is called when it is your turn in a correspondence game", notify.HookHelp, 0, 2,
		in(noticeCommands.webhook),
	},

	{"", 0, "evening", "club evenings: boards, rounds and standings", eveningHelp, 0, many, in(aboutCommands.evening)},
	{"evening", 0, "show [NUMBER] [--json | --tsv]", "print the boards of the current or last round", "", 0, 1, in(eveningCommands.show)},
	{"evening", 0, "standings [NUMBER] [--csv] [--json | --tsv]", "print the standings", "", 0, 1, in(eveningCommands.standings)},
	{
		"evening", 0, "sheet [NUMBER] [--csv] [--json | --tsv]", "print the whole evening, for paper or a spreadsheet", "", 0, 1,
		in(eveningCommands.sheet),
	},
	{"evening", 0, "list [--json | --tsv]", "list the latest evenings, newest first", "", 0, 0, in(eveningCommands.list)},
	{"evening", 0, "join", "join a tournament, from the next round on", "", 0, 0, in(eveningCommands.join)},
	{"evening", 0, "leave", "leave a tournament; your current game continues", "", 0, 0, in(eveningCommands.leave)},
	{
		"evening", club.Moderator, "new NAME --game GAME [--tournament | --fixed A,B,C,D] [OPTION=VALUE ...]", "start an evening",
		eveningNewHelp, 0, many, in(eveningCommands.new),
	},
	{
		"evening", club.Moderator, "add NAME ...", "add players to the evening, from the next round on",
		"They need not be connected. For guests, write their current names.", 1, pairing.MaxPeople, in(eveningCommands.add),
	},
	{
		"evening", club.Moderator, "remove NAME ...", "remove players; their current games continue", "", 1, pairing.MaxPeople,
		in(eveningCommands.remove),
	},
	{
		"evening", club.Moderator, "next", "start the next round: open its tables and invite the players", "", 0, 0,
		in(eveningCommands.next),
	},
	{
		"evening", club.Moderator, "substitute NAME NAME", "replace the first player with the second in a game that has not started",
		eveningSubstituteHelp, 2, 2, in(eveningCommands.substitute),
	},
	{
		"evening", club.Moderator, "score BOARD void|SEAT=POINTS ... --reason REASON [--round N]",
		"enter the score of a game, or void the game", eveningScoreHelp, 0, many, in(eveningCommands.score),
	},
	{"evening", club.Moderator, "end", "end the evening, and print its standings", "", 0, 0, in(eveningCommands.end)},

	{
		"", club.Moderator, "admin COMMAND", "commands for moderators and owners: run \"help admin\"", adminHelp, 0, many,
		in(memberAdmin.admin),
	},
	{"admin", 0, "here [--json | --tsv]", "list who is connected, guests included, with their addresses", "", 0, 0, in(memberAdmin.here)},
	{"admin", 0, "members [--json | --tsv]", "list the members, and when their keys were last used", "", 0, 0, in(memberAdmin.members)},
	{
		"admin members", 0, "add [--role ROLE] [--names] [--reason REASON] < KEYS", "make people members, by their public keys",
		addMembersHelp, 0, 0, in(memberAdmin.addMembers),
	},
	{"admin", 0, "member NAME [--json | --tsv]", "print the role, keys and bans of an account", "", 1, 1, in(memberAdmin.member)},
	{
		"admin", 0, "role NAME ROLE [--reason REASON]", "set the role of an account: guest, member, moderator or owner", "", 2, 2,
		onPerson(memberAdmin.role),
	},
	{"admin", 0, "remove NAME --reason REASON", "end a membership", "", 1, 1, onPerson(memberAdmin.remove)},
	{"admin", 0, "rename NAME NEW --reason REASON", "change the name of an account", "", 2, 2, onPerson(memberAdmin.rename)},
	{
		"admin", 0, "key add NAME KEY | code NAME | remove NAME FINGERPRINT --reason REASON",
		"change the keys of an account, for a player who lost theirs", adminKeysHelp, 0, many, in(memberAdmin.keys),
	},
	{"admin key", 0, "add NAME KEY --reason REASON", "add a public key to an account", "", 2, 2, onPerson(memberAdmin.addKey)},
	{
		"admin key", 0, "code NAME --reason REASON [--json]", "print a code that adds a new key to an account; works once, within 24h",
		"", 1, 1, in(memberAdmin.recoveryCode),
	},
	{
		"admin key", 0, "remove NAME FINGERPRINT --reason REASON", "remove a key from an account, and close the sessions that use it",
		"", 2, 2, onPerson(memberAdmin.removeKey),
	},
	{"admin", machineOnly, "export NAME|KEY|ID", "print what is stored about an account", adminExportHelp, 1, 1, in(memberAdmin.export)},
	{
		"admin", 0, "erase NAME --reason REASON", "delete an account at its holder's request; for owners of the club", eraseHelp, 1, 1,
		onPerson(memberAdmin.erase),
	},
	{
		"admin", 0, "invite [--role ROLE] [--name NAME | --uses N] [--for TIME] [--reason REASON] [--json]",
		"print an invitation code; without options: for one member, for 7 days", "", 0, 0, in(memberAdmin.invite),
	},
	{"admin", 0, "invitations [--json | --tsv]", "list the open invitations, without their codes", "", 0, 0, in(memberAdmin.invitations)},
	{"admin", 0, "revoke N [--reason REASON]", "revoke an invitation", "", 1, 1, in(memberAdmin.revoke)},
	{
		"admin", 0, "ban NAME|FINGERPRINT|ADDRESS --reason REASON [--for TIME] [--force]",
		"ban an account, a key, an address or a range", banHelp, 1, 1, in(memberAdmin.ban),
	},
	{"admin", 0, "bans [--json | --tsv]", "list the bans, with end and reason", "", 0, 0, in(memberAdmin.bans)},
	{"admin", 0, "unban N [--reason REASON]", "lift a ban", "", 1, 1, in(memberAdmin.unban)},
	{"admin", 0, "mute NAME --reason REASON [--for TIME]", "refuse what a player writes in chat", "", 1, 1, in(memberAdmin.mute)},
	{"admin", 0, "unmute NAME [--reason REASON]", "let a muted player write in chat again", "", 1, 1, onPerson(memberAdmin.unmute)},
	{
		"admin", 0, "pauses [--json | --tsv]", "list who is paused from pairing, because they left games in quick succession", "", 0, 0,
		in(memberAdmin.pauses),
	},
	{"admin", 0, "unpause NAME [--reason REASON]", "end a player's pause from pairing", "", 1, 1, onPerson(memberAdmin.unpause)},
	{"admin", 0, "unmark NAME --reason REASON", "make a bot account an ordinary account again", "", 1, 1, onPerson(memberAdmin.unmark)},

	{"admin", 0, "settings [--json | --tsv]", "list the settings of the club, and who set them", "", 0, 0, in(clubAdmin.settings)},
	{
		"admin", 0, "set NAME VALUE [--reason REASON]", "set the club's name, greeting, rules, entry or seeks",
		"Values of entry: open, guests or members-only. Values of seeks: on (players can\nuse \"play now\") or off.", 2, 2,
		in(clubAdmin.set),
	},
	{"admin", 0, "unset NAME [--reason REASON]", "reset a setting to its value in the configuration file", "", 1, 1, in(clubAdmin.unset)},
	{
		"admin", 0, "audit [--by NAME] [--about NAME] [--last N] [--json | --tsv]", "print the audit log, the newest entry last", "", 0, 0,
		in(clubAdmin.audit),
	},

	{
		"admin", 0, "announce [TEXT] [--for TIME] [--clear]", "show everybody an announcement; --clear withdraws it", announceHelp, 0,
		many, in(noticeCommands.adminAnnounce),
	},
	{
		"admin", 0, "games [on | off] [--reason REASON]", "off: stop new games before a restart; on: allow new games again", pauseHelp,
		0, 1, in(noticeCommands.adminGames),
	},
	{
		"admin", 0, "reports [--all] [--json | --tsv]", "list the open reports; --all: all reports of the last 90 days", "", 0, 0,
		in(noticeCommands.adminReports),
	},
	{
		"admin", 0, "report N [--json]", "print a report, with the chat lines that the reporter could read", "", 1, 1,
		in(noticeCommands.adminReport),
	},
	{"admin", 0, "resolve N --reason REASON", "close a report; the reason is stored with it", "", 1, 1, in(noticeCommands.adminResolve)},
	{
		"admin", 0, notify.ClubHookUsage, "set a URL to call when an evening begins; only for owners", notify.ClubHookHelp, 0, 2,
		in(noticeCommands.adminWebhook),
	},

	{
		"admin", 0, "close TABLE|--account NAME|--address RANGE --reason REASON",
		"close a table, or all tables of an account or address; running games are not rated", closeHelp, 1, 1, in(tableAdmin.close),
	},
	{
		"admin", 0, "adjudicate TABLE RESULT --reason REASON", "end a game with a result: draw, void, or the winning seats",
		adjudication.ResultHelp, 2, 2, onTable(tableAdmin.adjudicate),
	},
	{
		"admin", 0, "unseat TABLE NAME --reason REASON", "remove a player from a seat before the game starts", "", 2, 2,
		onTable(tableAdmin.unseat),
	},
	{"admin", 0, "void TABLE --reason REASON", "void a finished game; ratings are computed again", "", 1, 1, onTable(tableAdmin.void)},
	{
		"admin", 0, "restore TABLE --reason REASON", "make a voided game count again, and recompute the ratings", "", 1, 1,
		onTable(tableAdmin.restore),
	},
}, messageRows()))

func rowsOf(declared []declaration) (list []row) {
	for i := range declared {
		list = append(list, row{declared[i], options.ReplaceAllString(declared[i].use, "")})
	}
	return list
}

// permitted returns the commands that the player may run.
func (r *request) permitted() []*row {
	list := make([]*row, 0, len(rows))
	for i := range rows {
		one := &rows[i]
		shown := one.under == "" || slices.ContainsFunc(list, func(above *row) bool { return above.hasPath(one.under) })
		if shown && (r.onMachine() || r.Club.Role(r.Player.ID) >= one.role) {
			list = append(list, one)
		}
	}
	return list
}

// byName returns the commands that the player may run, sorted by name.
func (r *request) byName() []*row {
	list := r.permitted()
	slices.SortStableFunc(list, func(a, b *row) int { return strings.Compare(a.name(), b.name()) })
	return list
}

// below returns the subcommands of the command with the given path.
func (r *request) below(path string) (list []*row) {
	for _, row := range r.rows {
		if row.under == path {
			list = append(list, row)
		}
	}
	return list
}

// names returns the names of the subcommands of the command with the given path.
func (r *request) names(path string) (names []string) {
	for _, row := range r.below(path) {
		names = append(names, row.name())
	}
	return names
}
