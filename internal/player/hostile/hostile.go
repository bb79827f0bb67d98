// Package hostile is a corpus of texts that must not come in by the door for
// names and lines, and must do no harm where they are drawn all the same. Tests
// of the screens draw every one.
package hostile

import "strings"

// Strings are texts that somebody might send as a name or a line.
var Strings = []string{
	// Nothing, and what draws nothing.
	"", " ", "\t", "\u00a0", "\u2003", "\u3000", "\u2028", "\u2800", "\u115f", "\u1160", "\u3164", "\uffa0",
	"\u00ad", "\u034f", "\u061c", "\u180e", "\u200b", "\u200c", "\u200d", "\u2060", "\u2064", "\ufeff", "\u17b4",
	"In\u200bky", "In\u00adky", "In\u2060ky", "Ink\u3164y", "\u3164\u3164", "Inky\ufe0f", "Inky\U000e0100",
	"Inky\u180b", "a\u034fb", "\ufff9Inky\ufffa\ufffb",

	// Controls, C0, DEL and C1.
	"\x00", "In\x00ky", "In\aky", "In\bky", "Inky\x7f", "In\nky", "In\rky", "Inky\r\n*** admin has joined", "In\vky",
	"In\fky", "\x0eInky\x0f", "\u0085", "In\u0090ky", "In\u009bky", "\u009b31mInky", "\u009d0;title\u009c", "\x05",

	// Escape sequences: colours, titles, links, clipboard, questions, modes.
	"\x1b[31mInky", "\x1b[0m", "\x1b[2J\x1b[H", "\x1b[999;999H", "\x1b[?1049l", "\x1b[?25l", "\x1b[8m", "\x1b[7m",
	"\x1b]0;owned\a", "\x1b]2;owned\x1b\\", "\x1b]8;;http://example.com\x1b\\Inky\x1b]8;;\x1b\\",
	"\x1b]52;c;cm0gLXJm\a", "\x1b]0;never closed", "\x1b]8;;http://example.com", "\x1bPnever closed", "\x1b_never closed",
	"\x1b^never closed", "\x1bXnever closed", "\x1b[", "\x1b", "\x1b[6n", "\x1b[c", "\x1bZ", "\x1bc", "\x1b(0lqk",
	"\x1b#8", "\x1b[20h", "\x1b[5i", "\x1b[200~pasted\x1b[201~", "\x1b[!p", "\x1b[?2026h", "\x1b[38;5;196mred\x1b[m",

	// Direction: overrides, embeddings, isolates, marks.
	"\u202eykni", "In\u202eky", "\u202a\u202b\u202c\u202d\u202eInky", "\u2066Inky", "\u2067Inky\u2069", "\u2068Inky",
	"\u200eInky\u200f", "White \u202e0-1", "\u2069\u2069\u2069",

	// Tags, private use, unassigned, noncharacters, halves of pairs, replacement.
	"\U000e0001\U000e0041\U000e007f", "Inky\U000e0069\U000e006e", "\ue000", "\U000f0000", "\U0010fffd", "\u0378",
	"\U000e0fff", "\ufdd0", "\uffff", "\U0010ffff", "\ufffd", "\ufffc",

	// Bytes that are not UTF-8.
	"\xff", "In\xffky", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "Ink\xc3", "\x80\x81", "\x9b31m",

	// Marks: loose, heaped, enclosing, over two letters, through the letter.
	"\u0301", " \u0301", "-\u0301", "1\u0301\u0301", "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034dalgo",
	"I\u20ddnky", "I\u20e3", "I\u0338nky", "I\u0361nky", "e" + strings.Repeat("\u0301", 500), "\u0e01\u0e4d\u0e4d\u0e4d",

	// Widths: wide, zero, pictures, sequences, very long.
	"♟", "♟\ufe0f", "\U0001f451", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea", "\U0001f44d\U0001f3fd", "1\ufe0f\u20e3",
	"\ufdfd", "\ufdfa", "\u2e3b", "\U0001242b", "\U00012031", "\u1100\u1161\u11a8\u11a8", "\u1161\u1161", "\ud7b0", "\u0d4eക",
	strings.Repeat("W", 21), strings.Repeat("漢", 11), strings.Repeat("x", 100_000), strings.Repeat("\U0001f451", 3000),
	strings.Repeat("a ", 5000), "﷽﷽﷽﷽", "‼️", "\u3030\ufe0f",

	// Doubles: other scripts, mixed scripts, reserved names, compatibility forms.
	"аdmin", "ADMIN", "admın", "Adm1n", "a d m i n", "ａｄｍｉｎ", "𝐚𝐝𝐦𝐢𝐧", "ᴀᴅᴍɪɴ", "a\u0441e", "Ιnky", "Inkу", "ⅠInky",
	"guest-k7f3", "GUEST", "gue5t", "guеst-1", "serνer", "quаdrille", "Ⓘnky", "İnky\u0307",

	// What other places make something of: shells, formats, SQL, HTML, paths, commands.
	"'; DROP TABLE players; --", "$(reboot)", "`reboot`", "%s%s%s%n", "{{.}}", "<script>alert(1)</script>", "../../etc/passwd",
	"-rf", "--help", "/quit", "\\u001b[31m", "Inky\\", "\"Inky\"", "null", "*", "?", "|", "Inky | admin", "--------", "> Inky", "12",
}
