package kit

import "slices"

// KeyGroup is a list of keys that work in the same situation.
type KeyGroup struct {
	Where string // the situation, such as "at a table"; heads the keys in the help
	Keys  []Binding
}

// The groups of keys, in the order of the help.
var (
	AtTable    = KeyGroup{"at a table", TableKeys}
	AfterGame  = KeyGroup{"after a game", slices.Concat(FinishedKeys, AnnotatedKeys)}
	BeforeGame = KeyGroup{"before a game", WaitingKeys}
	InLobby    = KeyGroup{"in the lobby", slices.Concat(LobbyKeys, LobbyPlaceKeys)}
	InArchive  = KeyGroup{"in the archive", ArchiveKeys}
	OnRecord   = KeyGroup{"on a record", RecordKeys}
	OnLadder   = KeyGroup{"on the ladder", LadderKeys}
	OnProfile  = KeyGroup{"on a profile", ProfileKeys}
	InMessages = KeyGroup{"in messages", MessagesKeys}
	InSettings = KeyGroup{"in the settings", SettingsKeys}
	AtEvening  = KeyGroup{"at an evening", EveningKeys}
	Everywhere = KeyGroup{"on every screen", CommonKeys}
	InText     = KeyGroup{"in a long text", readerKeys}
	AllKeys    = []KeyGroup{
		AtTable, AfterGame, InLobby, InArchive, OnRecord, OnLadder, OnProfile, InMessages, InSettings, AtEvening, InText,
	}
)
