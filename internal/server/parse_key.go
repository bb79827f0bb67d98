package server

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/rules"
)

// ParseKey parses a public key and returns its fingerprint. The text is the line of a .pub file,
// or a file in the form of RFC 4716, which PuTTYgen writes. ParseKey returns an error if the key
// may not be used to log in.
func ParseKey(text string) (player.Fingerprint, error) {
	text = strings.TrimSpace(rules.TextLines(text))
	var key gossh.PublicKey
	var options []string
	var err error
	if hasHeading(text, "---- BEGIN SSH2 PUBLIC KEY") {
		key, err = parseSSH2(text)
	} else {
		key, _, options, _, err = gossh.ParseAuthorizedKey([]byte(text))
	}
	switch {
	case hasHeading(text, "PuTTY-User-Key-File"), strings.Contains(text, "PRIVATE KEY-----"):
		return "", errors.New("this is a private key; keep it secret, and give the line of the .pub file")
	case hasHeading(text, "-----BEGIN"):
		return "", errors.New("not an OpenSSH public key: convert it with ssh-keygen -i -m PKCS8 -f FILE")
	case err != nil && optionsBefore(text) != "":
		options = []string{optionsBefore(text)}
	case errors.Is(err, errSSH2):
		return "", err
	case err != nil:
		return "", errors.New("not a public key: give the line of a .pub file")
	}
	if len(options) > 0 {
		shown := player.Shown(strings.Join(options, ","), 40)
		return "", fmt.Errorf("leave out %s in front of the key: this server does not use such options", shown)
	}
	if _, certificate := key.(*gossh.Certificate); certificate {
		return "", errors.New("this is a certificate: give the line of the .pub file without -cert in its name")
	}
	if !acceptable(key) {
		return "", fmt.Errorf("this %s key is not accepted: create one with ssh-keygen -t ed25519", key.Type())
	}
	return player.Fingerprint(gossh.FingerprintSHA256(key)), nil
}

// hasHeading reports whether a text begins with a heading, in which phones may have replaced the
// hyphens.
func hasHeading(text, heading string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(rules.Typed(line), heading)
}

// optionsBefore returns the words in front of the type of a key, or "" if there are none.
func optionsBefore(line string) string {
	words := strings.Fields(line)
	for i, word := range words {
		for _, kind := range [...]string{"ssh-", "ecdsa-", "sk-"} {
			if strings.HasPrefix(word, kind) && i+1 < len(words) && strings.HasPrefix(words[i+1], "AAAA") {
				return strings.Join(words[:i], " ")
			}
		}
	}
	return ""
}

var errSSH2 = errors.New("this SSH2 public key is incomplete: give the whole file")

// parseSSH2 parses a public key in the form of RFC 4716: headers, then the key in base64.
func parseSSH2(text string) (gossh.PublicKey, error) {
	var key strings.Builder
	continued := false
	for _, line := range strings.Split(text, "\n")[1:] {
		line = strings.TrimSpace(line)
		if hasHeading(line, "---- END SSH2 PUBLIC KEY") {
			blob, err := base64.StdEncoding.DecodeString(key.String())
			if err != nil {
				return nil, errSSH2
			}
			parsed, err := gossh.ParsePublicKey(blob)
			if err != nil {
				return nil, errSSH2
			}
			return parsed, nil
		}
		header := continued || strings.Contains(line, ":")
		continued = header && strings.HasSuffix(line, "\\")
		if !header {
			key.WriteString(line)
		}
	}
	return nil, errSSH2
}
