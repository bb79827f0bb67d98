package notify

import (
	"net/netip"
	"testing"
)

func TestPublicAddresses(t *testing.T) {
	for text, want := range map[string]bool{
		"1.1.1.1": true, "8.8.8.8": true, "9.255.255.255": true, "11.0.0.0": true, "100.63.255.255": true, "100.128.0.0": true,
		"172.15.255.255": true, "172.32.0.0": true, "192.0.1.0": true, "198.17.255.255": true, "198.20.0.0": true, "223.255.255.255": true,
		"2606:4700:4700::1111": true, "2a00:1450:4001::1": true, "2001:4860:4860::8888": true, "2001:200::1": true,

		"0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "100.64.0.1": false, "100.127.255.255": false, "127.0.0.1": false,
		"127.255.0.1":     false,
		"169.254.169.254": false, "172.16.0.1": false, "172.31.255.255": false, "192.0.0.8": false, "192.0.2.1": false,
		"192.88.99.1": false,
		"192.168.1.1": false, "198.18.0.1": false, "198.19.255.255": false, "198.51.100.7": false, "203.0.113.9": false,
		"224.0.0.1": false, "239.255.255.255": false, "240.0.0.1": false, "255.255.255.255": false,
		"::": false, "::1": false, "::127.0.0.1": false, "::8.8.8.8": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false,
		"::ffff:169.254.169.254": false,
		"64:ff9b::7f00:1":        false, "64:ff9b::808:808": false, "64:ff9b:1::1": false, "100::1": false,
		"2001::1": false, "2001:0:4136:e378:8000:63bf:3fff:fdd2": false, "2001:2::1": false, "2001:10::1": false, "2001:20::1": false,
		"2001:db8::1":    false,
		"2002:7f00:1::1": false, "2002:808:808::1": false, "3fff::1": false, "3fff:fff::1": false, "5f00::1": false,
		"fc00::1": false, "fd12:3456::1": false, "fe80::1": false, "fe80::1%eth0": false, "fec0::1": false, "ff02::1": false,
		"ff0e::1": false,
	} {
		if got := public(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if public(netip.Addr{}) {
		t.Error("no address is public")
	}
	if !public(netip.MustParseAddr("::ffff:8.8.8.8")) {
		t.Error("a public address is not public when it is mapped to IPv6")
	}
}

// FuzzPublic checks that every address that Public accepts is neither private nor special
// according to netip.Addr. If it is an IPv4 address, Public must also accept it mapped to IPv6.
func FuzzPublic(f *testing.F) {
	for _, text := range []string{"127.0.0.1", "::1", "::ffff:192.168.0.1", "2002:a00:1::", "64:ff9b::a00:1", "fe80::1", "8.8.8.8"} {
		f.Add(netip.MustParseAddr(text).AsSlice())
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		a, ok := netip.AddrFromSlice(bytes)
		if !ok || !public(a) {
			return
		}
		a = a.Unmap()
		if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() {
			t.Errorf("Public accepts %v", a)
		}
		if a.Is4() && !public(netip.AddrFrom16(a.As16())) {
			t.Errorf("%v is public, but not when it is mapped to IPv6", a)
		}
	})
}

// TestAddressIsCheckedAtDialTime checks that mayCall checks the address and port to which a
// connection is made.
func TestAddressIsCheckedAtDialTime(t *testing.T) {
	allowed := []netip.Prefix{netip.MustParsePrefix("192.168.7.2/32"), netip.MustParsePrefix("10.1.0.0/16")}
	for address, want := range map[string]bool{
		"8.8.8.8:443": true, "[2606:4700::1]:443": true, "192.168.7.2:8443": true, "10.1.2.3:443": true, "[::ffff:10.1.2.3]:80": true,
		"8.8.8.8:80": false, "8.8.8.8:8443": false, "192.168.7.3:443": false, "10.2.0.1:443": false, "127.0.0.1:443": false,
		"[::1]:443": false, "nonsense": false,
	} {
		if err := mayCall(allowed)(t.Context(), "tcp", address, nil); (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestParseURL(t *testing.T) {
	for text, want := range map[string]bool{
		"https://example.org/hook?key=secret": true, "https://example.org:8443/": true, "https://[2606:4700::1]/x": true,
		"http://example.org/": false, "ftp://example.org/": false, "https://": false, "https:///path": false,
		"https://user:word@example.org/": false,
		"https://example.org/#part":      false, "example.org": false, "": false, "https:example.org": false,
		"https://example.org/\n": false,
	} {
		u, err := parseURL(text)
		if (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
		if u.String() != "(secret)" {
			t.Errorf("the URL %q is printed", text)
		}
	}
}
