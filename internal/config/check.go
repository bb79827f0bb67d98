package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // embeds the time zones, because some systems lack them
)

// checks contains the functions that check text values, by name. The struct tag "check" of a
// configuration field contains the name of its function.
var checks = map[string]func(string) error{
	"address": address,
	"address-or-none": func(text string) error {
		if text == "" {
			return nil
		}
		return address(text)
	},
	"public": public,
	"page": func(text string) error {
		if at, err := url.Parse(text); text != "" &&
			(err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" || at.RawQuery != "" || at.Fragment != "" ||
				at.User != nil) {
			return errors.New("must be a web address, like https://chess.example/live, not " + cited(text))
		}
		return nil
	},
	"database": database,
	"node": func(text string) error {
		if !nodePattern.MatchString(text) {
			return errors.New("must consist of letters, digits and hyphens, like node-1, not " + cited(text))
		}
		return nil
	},
	"ranges": func(text string) error {
		_, err := ParseRanges(text)
		return err
	},
	"zone": func(text string) error {
		if _, err := time.LoadLocation(text); err != nil || text == "Local" {
			return fmt.Errorf("must be the name of a time zone, like Europe/Paris or UTC, not %s", cited(text))
		}
		return nil
	},
}

var nodePattern = regexp.MustCompile(`^[0-9A-Za-z-]*$`)

// database checks the URL of a database. Its errors do not contain the URL, which may
// contain a password.
func database(text string) error {
	at, err := url.Parse(text)
	if text != "" && (err != nil || at.Scheme != "postgres" && at.Scheme != "postgresql" || at.Path == "" || at.Path == "/") {
		return errors.New("must be written like postgres://quadrille@db/quadrille")
	}
	return nil
}

// withoutPassword returns a URL with each of its passwords replaced by xxxxx.
func withoutPassword(text string) string {
	at, err := url.Parse(text)
	if err != nil {
		return ""
	}
	query := at.Query()
	for _, secret := range []string{"password", "sslpassword"} {
		if query.Has(secret) {
			query.Set(secret, "xxxxx")
			at.RawQuery = query.Encode()
		}
	}
	return at.Redacted()
}

// address checks an address to listen on. It does not look up the host name.
func address(text string) error {
	wrong := fmt.Errorf("must be written as host:port, like 127.0.0.1:2222, not %s", cited(text))
	_, port, err := net.SplitHostPort(text)
	if err != nil {
		return wrong
	}
	if n, err := strconv.Atoi(port); err == nil && (n < 0 || n > 65535) {
		return fmt.Errorf("must have a port from 0 to 65535, not %s", cited(port))
	} else if err == nil {
		return nil
	}
	if _, err := net.LookupPort("tcp", port); err != nil || port == "" {
		return wrong
	}
	return nil
}

// reachableByOthers reports whether other machines can reach an address. It does not look up
// host names.
func reachableByOthers(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "" || err == nil && !ip.Unmap().IsLoopback()
}

// hostPattern matches a host name or address that is safe as an argument of ssh.
var hostPattern = regexp.MustCompile(`^(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?)(:[0-9]{1,5})?$`)

func public(text string) error {
	named := hostPattern.FindStringSubmatch(text)
	if text != "" && named == nil {
		return errors.New("must be a host name or an address, like play.example.org:2222, not " + cited(text))
	}
	if text == "" || named[3] == "" {
		return nil
	}
	if port := named[3][1:]; !isPort(port) {
		return fmt.Errorf("must have a port from 1 to 65535, not %s", port)
	}
	return nil
}

func isPort(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= 1 && n <= 65535
}

// ParseRanges parses a list of addresses and address ranges, separated by spaces.
func ParseRanges(text string) (list []netip.Prefix, err error) {
	for _, word := range strings.Fields(text) {
		p, err := netip.ParsePrefix(word)
		if err != nil {
			a, err := netip.ParseAddr(word)
			if err != nil {
				return nil, errors.New("must be addresses or ranges, separated by spaces, like ::1 10.0.0.0/8, not " + cited(word))
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		list = append(list, p.Masked())
	}
	return list, nil
}
