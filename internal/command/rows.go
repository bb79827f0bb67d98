package command

import (
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/adjudication"
	"quadrille/internal/club"
	"quadrille/internal/commandline"
	"quadrille/internal/evening/pairing"
	"quadrille/internal/notify"
	"quadrille/internal/table"
)

// row is a command. Help, the lists of commands in refusals and the commands
// themselves are made of rows.
type row struct {
	under       string    // the words before its name: "admin", "admin key"
	role        club.Role // the least role that the caller needs; to others there is no such command
	use         string    // its name and arguments, as help shows them
	short       string    // what it does, in a line
	long        string    // the rest of its help, which may be empty
	least, most int       // how many arguments it takes
	bind        binding
}

// binding gives a command its flags and what it does for a request.
type binding func(*request, *cobra.Command)

// in returns the binding of a method of a group of commands.
func in[G ~struct{ *request }](do func(G, *cobra.Command)) binding {
	return func(r *request, c *cobra.Command) { do(G(struct{ *request }{r}), c) }
}

// The groups of commands. Each command is a method of one group.
type (
	tableCommands   struct{ *request } // tables and games that are played
	archiveCommands struct{ *request } // finished games, ratings
	accountCommands struct{ *request } // the caller's own account
	aboutCommands   struct{ *request } // the server
	noticeCommands  struct{ *request } // reports, webhooks, announcements
	eveningCommands struct{ *request } // club evenings
	memberAdmin     struct{ *request } // members, keys, invitations, bans
	clubAdmin       struct{ *request } // the club's settings and audit
	tableAdmin      struct{ *request } // moderators' decisions about tables
)

// many is more arguments than a line has.
const many = commandline.MaxWords

// rows are all commands but help, in no particular order: help sorts them.
var rows = []row{
	{"", 0, "tables [--after N] [--limit N] [--json]", "list tables: waiting, playing, newest finished", tablesHelp, 0, 0, in(tableCommands.tables)},
	{"", 0, "new GAME [OPTION=VALUE ...] [--password PASSWORD]", "open a table and print its number", games(), 0, many, in(tableCommands.newTable)},
	{"", 0, "watch N [--password PASSWORD]", "watch a table; without a terminal, a line for each action", "", 1, 1, in(tableCommands.watch)},
	{"", 0, "play N [SEAT] [--password PASSWORD]", "sit down at a table, or come back to it", "", 1, 2, in(tableCommands.play)},
	{"", 0, "invite N NAME", "invite somebody to your table; a private one is open to them from then on", "", 2, 2, in(tableCommands.invite)},
	{"", 0, "move N ACTION [--after K] [--id ID]", table.Play.Help() + "; print it once it is stored", moveHelp, 2, 2, in(tableCommands.move)},
	{"", 0, "record N [--format NAME]", "print the game of a table: in plain notation, as replay reads it, or in a format of the game's own", recordFormats(), 1, 1, in(tableCommands.record)},
	{"", 0, "analysis [score] N [--json]", "analyse a finished game move by move: what the strongest bot would have played", analysisHelp + sampleList(), 1, 2, in(tableCommands.analysis)},
	{"", 0, "waiting", "list what waits for you, at any table; the exit status tells whether something does", waitingHelp, 0, 0, in(tableCommands.waiting)},

	{"", 0, "games [--player NAME] [--game GAME] [--result RESULT] [--since DATE] [--until DATE] [--before N] [--limit N] [--json]", "list finished games", gamesHelp, 0, 0, in(archiveCommands.games)},
	{"", 0, "ladder [GAME] [--form FORM] [--all]", "list players by rating; --all: also those who have not played for long", ladderHelp, 0, 1, in(archiveCommands.ladder)},
	{"", 0, "player [NAME]", "print somebody's ratings and latest games; without a name: yours", "", 0, maxNameWords, in(archiveCommands.player)},

	{"", 0, "whoami", "print your name and your key", "", 0, 0, in(accountCommands.whoami)},
	{"", 0, "name NAME", "choose the name of your account", "", 1, maxNameWords, in(accountCommands.name)},
	{"", 0, "settings [NAME [VALUE]]", "list your settings: colours, pieces, the bell; with a value, change one", settingsHelp(), 0, 2, in(accountCommands.settings)},
	{"", 0, "keys [add | join CODE | remove FINGERPRINT] [--json]", "list the keys of your account, add and remove them", keysHelp, 0, 2, in(accountCommands.keys)},
	{"", 0, "account export | delete NAME", "export what is stored about you, or delete your account", accountHelp, 0, 9, in(accountCommands.account)},
	{"", 0, "join CODE", "accept an invitation to this club", "", 1, 1, in(accountCommands.join)},

	{"", 0, "about", "print the club's name, greeting and rules", "", 0, 0, in(aboutCommands.about)},
	{"", 0, "privacy", "print what moderators and the server's owner can see, and how long it is kept", "", 0, 0, in(aboutCommands.privacy)},
	{"", 0, "version", "print the version of Quadrille", "", 0, 0, in(aboutCommands.version)},
	{"", 0, "plain", "everything line by line, for screen readers and simple terminals", "", 0, 0, in(aboutCommands.plain)},
	{"", 0, "api", "JSON for programs, one object a line; see docs/api.md", "", 0, 0, in(aboutCommands.api)},
	{"", 0, "schema", "print the JSON Schema of the lines of api", "", 0, 0, in(aboutCommands.schema)},
	{"", 0, "return CODE", "be the guest again who was given that code", "", 1, 1, in(aboutCommands.comeBack)},

	{"", 0, "report [NAME [WHY]] [--table N]", "tell the moderators about somebody; without a name, your reports", reportHelp, 0, many, in(noticeCommands.report)},
	{"", 0, notify.HookUsage, "a URL that is called when you are to move in a correspondence game", notify.HookHelp, 0, 2, in(noticeCommands.webhook)},

	{"", 0, "evening", "an evening of games with changing partners: who plays where, and the standings", eveningHelp, 0, many, in(eveningCommands.evening)},
	{"evening", 0, "show [NUMBER] [--json]", "print who sits where in this round", "", 0, 1, in(eveningCommands.eveningShow)},
	{"evening", 0, "standings [NUMBER] [--csv] [--json]", "print who has how many points", "", 0, 1, in(eveningCommands.eveningStandings)},
	{"evening", 0, "sheet [NUMBER] [--csv] [--json]", "print the whole evening on paper, or for a spreadsheet", "", 0, 1, in(eveningCommands.eveningSheet)},
	{"evening", 0, "list [--json]", "list the last evenings, the newest first", "", 0, 0, in(eveningCommands.eveningList)},
	{"evening", club.Moderator, "new NAME --game GAME [--fixed A,B,C,D] [OPTION=VALUE ...]", "begin an evening", eveningNewHelp, 0, many, in(eveningCommands.eveningNew)},
	{"evening", club.Moderator, "add NAME ...", "add people from the next round on", "They need not be connected; a guest is found by their present name.", 1, pairing.MaxPeople, in(eveningCommands.eveningAdd)},
	{"evening", club.Moderator, "remove NAME ...", "remove people who have left; a game that they play goes on", "", 1, pairing.MaxPeople, in(eveningCommands.eveningRemove)},
	{"evening", club.Moderator, "next", "begin the next round: open its tables and call everybody to theirs", "", 0, 0, in(eveningCommands.eveningNext)},
	{"evening", club.Moderator, "substitute NAME NAME", "let the second play for the first, whose game has not begun", "The second sits out this round, or has just been added; the first sits out instead.", 2, 2, in(eveningCommands.eveningSubstitute)},
	{"evening", club.Moderator, "score BOARD void|SEAT=POINTS ... --reason WHY [--round N]", "score a game by hand, or make it not count", eveningScoreHelp, 0, many, in(eveningCommands.eveningScore)},
	{"evening", club.Moderator, "end", "end the evening, and print its standings", "", 0, 0, in(eveningCommands.eveningEnd)},

	{"", club.Moderator, "admin COMMAND", "look after the club: help admin tells how", adminHelp, 0, many, in(memberAdmin.admin)},
	{"admin", 0, "here [--json]", "list who is connected now, guests among them, and from which address", "", 0, 0, in(memberAdmin.here)},
	{"admin", 0, "members [--json]", "list the members, and when a key of theirs was last used", "", 0, 0, in(memberAdmin.members)},
	{"admin members", 0, "add [--role ROLE] [--names] [--reason WHY] < KEYS", "make the owners of a list of public keys members", addMembersHelp, 0, 0, in(memberAdmin.addMembers)},
	{"admin", 0, "member NAME [--json]", "print all that is known about somebody", "", 1, 1, in(memberAdmin.member)},
	{"admin", 0, "role NAME ROLE [--reason WHY]", "make somebody guest, member, moderator or owner", "", 2, 2, onPerson(memberAdmin.role)},
	{"admin", 0, "remove NAME --reason WHY", "end somebody's membership", "", 1, 1, onPerson(memberAdmin.remove)},
	{"admin", 0, "rename NAME NEW --reason WHY", "give somebody another name", "", 2, 2, onPerson(memberAdmin.rename)},
	{"admin", 0, "key add NAME KEY | code NAME | remove NAME FINGERPRINT", "the keys of somebody's account, also after they lost theirs", adminKeysHelp, 0, many, in(memberAdmin.keys)},
	{"admin key", 0, "add NAME KEY --reason WHY", "a public key leads to somebody's account from now on", "", 2, 2, onPerson(memberAdmin.addKey)},
	{"admin key", 0, "code NAME --reason WHY [--json]", "print a code by which somebody who lost their key comes back with another; once, for 24h", "", 1, 1, in(memberAdmin.recoveryCode)},
	{"admin key", 0, "remove NAME FINGERPRINT --reason WHY", "take a key off somebody's account, and end what it has open", "", 2, 2, onPerson(memberAdmin.removeKey)},
	{"admin", 0, "erase NAME --reason WHY", "delete somebody's account, at their request; owners only", eraseHelp, 1, 1, onPerson(memberAdmin.erase)},
	{"admin", 0, "invite [--role ROLE] [--name NAME | --uses N] [--for TIME] [--reason WHY] [--json]", "print a code that makes whoever uses it a member; once, for 7d, unless you say otherwise", "", 0, 0, in(memberAdmin.invite)},
	{"admin", 0, "invitations [--json]", "list the invitations that can still be used; never their codes", "", 0, 0, in(memberAdmin.invitations)},
	{"admin", 0, "revoke N [--reason WHY]", "revoke an invitation", "", 1, 1, in(memberAdmin.revoke)},
	{"admin", 0, "ban NAME|FINGERPRINT|ADDRESS --reason WHY [--for TIME] [--force]", "let in nobody of that name, with that key, or from that address or range", banHelp, 1, 1, in(memberAdmin.ban)},
	{"admin", 0, "bans [--json]", "list who is banned, until when and why", "", 0, 0, in(memberAdmin.bans)},
	{"admin", 0, "unban N [--reason WHY]", "lift a ban", "", 1, 1, in(memberAdmin.unban)},
	{"admin", 0, "mute NAME --reason WHY [--for TIME]", "show nobody what somebody writes", "", 1, 1, in(memberAdmin.mute)},
	{"admin", 0, "unmute NAME [--reason WHY]", "let somebody write again", "", 1, 1, onPerson(memberAdmin.unmute)},
	{"admin", 0, "unmark NAME --reason WHY", "unmark an account as one that a program plays for", "", 1, 1, onPerson(memberAdmin.unmark)},

	{"admin", 0, "settings [--json]", "list the club's name, greeting, rules and entry, and who set them", "", 0, 0, in(clubAdmin.settings)},
	{"admin", 0, "set NAME VALUE [--reason WHY]", "set name, greeting or rules of the club; entry: open, guests or members-only", "", 2, 2, in(clubAdmin.set)},
	{"admin", 0, "unset NAME [--reason WHY]", "let the configuration decide again", "", 1, 1, in(clubAdmin.unset)},
	{"admin", 0, "audit [--by NAME] [--about NAME] [--last N] [--json]", "list what was done, by whom and why, the newest last", "", 0, 0, in(clubAdmin.audit)},

	{"admin", 0, "announce [TEXT] [--for TIME] [--clear]", "show everybody a line; --clear withdraws it", announceHelp, 0, many, in(noticeCommands.adminAnnounce)},
	{"admin", 0, "games [on | off] [--reason WHY]", "off: no new games start before a restart; on: they start again", pauseHelp, 0, 1, in(noticeCommands.adminGames)},
	{"admin", 0, "reports [--all] [--json]", "list the open reports; --all: of the last 90 days", "", 0, 0, in(noticeCommands.adminReports)},
	{"admin", 0, "report N [--json]", "print one report, with the last lines of chat that the reporter could read", "", 1, 1, in(noticeCommands.adminReport)},
	{"admin", 0, "resolve N --reason WHY", "close a report: the reason is kept with it", "", 1, 1, in(noticeCommands.adminResolve)},
	{"admin", 0, notify.HookUsage, "a URL that is called when an evening begins; for owners", notify.HookHelp, 0, 2, in(noticeCommands.adminWebhook)},

	{"admin", 0, "close TABLE|--account NAME|--address RANGE --reason WHY", "end a table, or all of an account or an address; games that are on there count for nothing", closeHelp, 1, 1, in(tableAdmin.close)},
	{"admin", 0, "adjudicate TABLE RESULT --reason WHY", "end a game: RESULT is draw, void, or the seats that have it", adjudication.ResultHelp, 2, 2, onTable(tableAdmin.adjudicate)},
	{"admin", 0, "unseat TABLE NAME --reason WHY", "make somebody stand up before a game begins", "", 2, 2, onTable(tableAdmin.unseat)},
	{"admin", 0, "void TABLE --reason WHY", "make a finished game not count any more; ratings are computed again", "", 1, 1, onTable(tableAdmin.void)},
	{"admin", 0, "restore TABLE --reason WHY", "make a voided game count again; ratings are computed again", "", 1, 1, onTable(tableAdmin.restore)},
}

// add adds the commands that a request may run and that are wanted, made anew for
// each request.
func (r *request) add(root *cobra.Command, wanted func(path string) bool) {
	at := map[string]*cobra.Command{"": root}
	for i := range rows {
		row := &rows[i]
		name, _, _ := strings.Cut(row.use, " ")
		path := strings.TrimPrefix(row.under+" "+name, " ")
		parent := at[row.under]
		if parent == nil || !wanted(path) || !r.onMachine() && r.Club.Role(r.Player.ID) < row.role {
			continue
		}
		c := &cobra.Command{Use: row.use, Short: row.short, Long: row.long, Args: between(row.least, row.most)}
		row.bind(r, c)
		parent.AddCommand(c)
		at[path] = c
	}
}
