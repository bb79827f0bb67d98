package server

import (
	"context"
	"net"
	"net/netip"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/command"
	"quadrille/internal/commandline"
	"quadrille/internal/refusal"
)

// disconnectReason is what a person is told whose session the server ends.
type disconnectReason struct{ why string }

func (o disconnectReason) Error() string { return o.why }

// addressOf is where somebody comes from.
func addressOf(a net.Addr) netip.Addr {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

// admission returns why the person may not come in, nil if they may.
func (v *session) admission() error {
	return v.server.services.Club.Admit(v.identity.ID, v.identity.key, addressOf(v.ssh.RemoteAddr()))
}

// admit checks the admission and makes it hold: from now on a change in the club may
// end the session. A session that is not admitted is not ended by changes.
func (v *session) admit() error {
	if err := v.admission(); err != nil {
		return err
	}
	v.notAdmitted.Store(false)
	err := v.admission() // it may have changed before the session counted as admitted
	v.notAdmitted.Store(err != nil)
	return err
}

// routeNotAdmitted serves people who are not members of a club for members only: they
// may accept an invitation and little more.
func (v *session) routeNotAdmitted() int {
	switch {
	case v.identity.key == "":
		return v.refuseAndCount(refusedNotMember, club.MembersAlone.Refuse().Error()+", with a key (ssh-keygen -t ed25519 makes one)")
	case v.channel.exec:
		words, err := commandline.Words(v.channel.command)
		if err != nil {
			return v.refuse(err.Error())
		}
		if !command.Outside(words[0]) {
			return v.refuseAndCount(refusedNotMember, club.MembersAlone.Refuse().Error())
		}
		return v.runCommand(v.channel.command)
	case !v.hasScreen():
		return v.refuseAndCount(refusedNotMember, club.MembersAlone.Refuse().Error())
	}
	return v.runScreen(nil)
}

// join accepts an invitation. Wrong codes count.
func (v *session) join(ctx context.Context, code string) (club.Role, error) {
	if err := v.checkGuesses(); err != nil {
		return club.Guest, err
	}
	role, err := v.server.services.Club.Invitations.Join(ctx, code, v.identity.ID, func(name string) error { return v.server.directory.ClaimInvited(ctx, v.identity.ID, name) })
	switch {
	case refusal.Of(err) == club.NoInvitation:
		v.countWrongGuess()
	case err == nil:
		v.notAdmitted.Store(false)
	}
	return role, err
}

// recheck ends the sessions of people who may not be here any more.
func (s *Server) recheck() {
	s.registry.endSessions(s.limits.Load().DisconnectTimeout, func(v *session) error {
		err := v.admission()
		if refusal.Of(err) == club.MembersAlone && v.notAdmitted.Load() {
			return nil
		}
		return err
	})
}

// endSessions ends the connections of the sessions for which against returns a reason.
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
