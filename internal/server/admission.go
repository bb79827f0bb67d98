package server

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/command"
	"quadrille/internal/commandline"
)

// disconnectReason is what somebody is told who is shown out.
type disconnectReason struct{ why string }

func (o disconnectReason) Error() string { return o.why }

// addressOf is where somebody comes from.
func addressOf(a net.Addr) netip.Addr {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

// admission says why the person may not come in, nil if he may.
func (v *session) admission() error {
	return v.server.house.Admit(v.identity.ID, v.identity.key, addressOf(v.RemoteAddr()))
}

// enter is admission for good: what changes in the house from now on shows him out.
// Whoever is outside has his say there, whatever changes.
func (v *session) admit() error {
	if err := v.admission(); err != nil {
		return err
	}
	v.notAdmitted.Store(false)
	err := v.admission() // it may have changed before he was in
	v.notAdmitted.Store(err != nil)
	return err
}

// waitOutside is for who is no member where only members come in: he may say who
// he is and take up an invitation, no more.
func (v *session) routeNotAdmitted() int {
	switch {
	case v.identity.key == "":
		return v.refuseAndCount(refusedNotMember, club.ErrMembersOnly.Error()+", with a key (ssh-keygen -t ed25519 makes one)")
	case v.channel.exec:
		words, err := commandline.Words(v.channel.command)
		if err != nil {
			return v.refuse(err.Error())
		}
		if !command.Outside(words[0]) {
			return v.refuseAndCount(refusedNotMember, club.ErrMembersOnly.Error())
		}
		return v.runCommand(v.channel.command)
	case !v.hasScreen():
		return v.refuseAndCount(refusedNotMember, club.ErrMembersOnly.Error())
	}
	return v.runScreen(nil)
}

// join takes up an invitation; codes are not guessed.
func (v *session) join(ctx context.Context, code string) (club.Role, error) {
	if err := v.checkGuesses(); err != nil {
		return club.Guest, err
	}
	role, err := v.server.house.Join(ctx, code, v.identity.ID, func(name string) error { return v.server.directory.ClaimInvited(ctx, v.identity.ID, name) })
	switch {
	case errors.Is(err, club.ErrNoPass):
		v.countWrongGuess()
	case err == nil:
		v.notAdmitted.Store(false)
	}
	return role, err
}

// recheck shows out all who may not be here any more.
func (s *Server) recheck() {
	s.registry.endSessions(s.limits.Load().Ending, func(v *session) error {
		err := v.admission()
		if errors.Is(err, club.ErrMembersOnly) && v.notAdmitted.Load() {
			return nil
		}
		return err
	})
}

// sift ends the connections of all sessions that there is something against.
func (r *registry) endSessions(after time.Duration, against func(v *session) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, visits := range r.sessions {
		for v := range visits {
			if why := against(v); why != nil && v.conn.ending == nil {
				v.conn.registration.endSessions(disconnectReason{why.Error()})
				v.conn.closeLater(after, "showing out")
			}
		}
	}
}
