package kit

import tea "charm.land/bubbletea/v2"

// libraryModel is a model of a library, such as a text input.
type libraryModel[M any] interface {
	Update(tea.Msg) (M, tea.Cmd)
}

// updateModel passes a message to a library's model and returns the changed model. All messages
// to such models pass through it. If the library panics, ok is false, and the caller must reset
// the model, which may be half changed.
func updateModel[M libraryModel[M]](m M, msg tea.Msg) (changed M, cmd tea.Cmd, ok bool) {
	if !recovered(func() { changed, cmd = m.Update(msg) }) {
		return m, nil, false
	}
	return changed, cmd, true
}

// recovered calls a library. It reports whether the library did not panic. So a fault of a library does
// not end the session.
func recovered(call func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	call()
	return true
}
