// Package hostile lists texts that could corrupt a screen, such as names with control
// characters. Tests use the list to check that screens draw such texts safely.
package hostile

import "strings"

// Strings lists hostile names and lines of text.
var Strings = []string{
	// Empty texts, and characters that terminals do not draw.
	"", " ", "\t", "\u00a0", "\u2003", "\u3000", "\u2028", "\u2800", "\u115f", "\u1160", "\u3164", "\uffa0",
	"\u00ad", "\u034f", "\u061c", "\u180e", "\u200b", "\u200c", "\u200d", "\u2060", "\u2064", "\ufeff", "\u17b4",
	"In\u200bky", "In\u00adky", "In\u2060ky", "Ink\u3164y", "\u3164\u3164", "Inky\ufe0f", "Inky\U000e0100",
	"Inky\u180b", "a\u034fb", "\ufff9Inky\ufffa\ufffb",

	// Control characters: C0, DEL and C1.
	"\x00", "In\x00ky", "In\aky", "In\bky", "Inky\x7f", "In\nky", "In\rky", "Inky\r\n*** admin has joined", "In\vky",
	"In\fky", "\x0eInky\x0f", "\u0085", "In\u0090ky", "In\u009bky", "\u009b31mInky", "\u009d0;title\u009c", "\x05",

	// Escape sequences: colours, titles, links, clipboard, terminal queries, modes.
	"\x1b[31mInky", "\x1b[0m", "\x1b[2J\x1b[H", "\x1b[999;999H", "\x1b[?1049l", "\x1b[?25l", "\x1b[8m", "\x1b[7m",
	"\x1b]0;owned\a", "\x1b]2;owned\x1b\\", "\x1b]8;;http://example.com\x1b\\Inky\x1b]8;;\x1b\\",
	"\x1b]52;c;cm0gLXJm\a", "\x1b]0;never closed", "\x1b]8;;http://example.com", "\x1bPnever closed", "\x1b_never closed",
	"\x1b^never closed", "\x1bXnever closed", "\x1b[", "\x1b", "\x1b[6n", "\x1b[c", "\x1bZ", "\x1bc", "\x1b(0lqk",
	"\x1b#8", "\x1b[20h", "\x1b[5i", "\x1b[200~pasted\x1b[201~", "\x1b[!p", "\x1b[?2026h", "\x1b[38;5;196mred\x1b[m",
	"\x1b[<0;10;10M", "\x1b[M !!", "\x1b[?1000h\x1b[?1006h", "\x1b[?2004h", "\x1b[1;1r", "\x1b[3J", "\x1b[4h", "\x1bM", "\x1bD",
	"\x1b7\x1b[H\x1b8",
	"\x1bP0;0;0q#0;2;0;0;0~-\x1b\\", "\x1b_Ga=T,f=24,s=1,v=1;AAAA\x1b\\", "\x1b]1337;File=inline=1:AAAA\a", "\x1b]4;1;rgb:ff/00/00\a",
	"\x1b]10;?\a",
	"\x1bPtmux;\x1b\x1b]0;owned\a\x1b\\", "\x1bkowned\x1b\\", "\x1b^private\x1b\\", "\x1bXstring\x1b\\", "\x1bP$q\"p\x1b\\",
	"\x1bP+q544e\x1b\\",
	"\x1b]133;A\a", "\x1b]777;notify;a;b\a", "\x1b[21t", "\x1b[8;1;1t", "\x1b[1000000b", "\x1b[999999999999999999999C", "\x1b[?7l",
	"\x1b[?3h", "\x1b%@",
	"\u0098string\u009c", "\u009b2J", "\u009e\u009f", "\u0084\u008d", "\x90q\x9c", "\x9d0;owned\x9c", "\x9f\x9e\x98",
	"\xc2\x9b\x33\x31m", "\x18\x1a", "\x1b\x1b[31m",

	// Characters that change the direction of text: overrides, embeddings, isolates, marks.
	"\u202eykni", "In\u202eky", "\u202a\u202b\u202c\u202d\u202eInky", "\u2066Inky", "\u2067Inky\u2069", "\u2068Inky",
	"\u200eInky\u200f", "White \u202e0-1", "\u2069\u2069\u2069",
	"שרה", "أحمد", "אב 5:00", "1אב2", "\u06dd", "\u0661\u0662", "a\u05d0", "\u07fa", "\U00010800", "\u202d\u05d0\u202c",
	"\u2067\u2067\u2067\u2067",

	// Tags, private use, unassigned characters, noncharacters, surrogates, the replacement
	// character.
	"\U000e0001\U000e0041\U000e007f", "Inky\U000e0069\U000e006e", "\ue000", "\U000f0000", "\U0010fffd", "\u0378",
	"\U000e0fff", "\ufdd0", "\uffff", "\U0010ffff", "\ufffd", "\ufffc",
	"\U0001fffe", "\ufffe", "\U000e007f\U000e0020", "\ue0b0\ue0a0", "\ufff0", "\u2065", "\u206a\u206f", "\U0001d173", "\U0001bca0",
	"\u1d159", "\U0001d159",

	// Bytes that are not UTF-8.
	"\xff", "In\xffky", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "Ink\xc3", "\x80\x81", "\x9b31m",
	"\xed\xb0\x80", "\xed\xa0\xbd\xed\xb1\x91", "\xc1\x81", "\xe0\x81\x81", "\xf0\x80\x80\x9b", "\xf8\x88\x80\x80\x80", "\xfe\xff",
	"\xef\xbb", "\xf0\x9f\x91", "Inky\xe2\x80",

	// Combining marks: without a letter, many on one letter, around a letter, over two
	// letters, through a letter.
	"\u0301", " \u0301", "-\u0301", "1\u0301\u0301",
	"Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034dalgo",
	"I\u20ddnky", "I\u20e3", "I\u0338nky", "I\u0361nky", "e" + strings.Repeat("\u0301", 500), "\u0e01\u0e4d\u0e4d\u0e4d",
	"I\u0332n\u0332k\u0332y\u0332", "I\u0305nky", "I\u0489nky", "I\u034fnky", "a\u1ab0b", "か\u3099\u3099", "a\u3099", "ế\u0331\u0331",
	"a\u064b", "i\u0307nky", "\u0e33", "अमित", "क्ष्म्य", "தமிழ்", "\u0f40\u0f71\u0f72\u0f7a",

	// Unusual widths: wide characters, characters of width zero, emoji, emoji sequences,
	// very long texts.
	"♟", "♟\ufe0f", "\U0001f451", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea", "\U0001f44d\U0001f3fd",
	"1\ufe0f\u20e3",
	"\ufdfd", "\ufdfa", "\u2e3b", "\U0001242b", "\U00012031", "\u1100\u1161\u11a8\u11a8", "\u1161\u1161", "\ud7b0", "\u0d4eക",
	strings.Repeat("W", 21), strings.Repeat("漢", 11), strings.Repeat("x", 100_000), strings.Repeat("\U0001f451", 3000),
	strings.Repeat("a ", 5000), "﷽﷽﷽﷽", "‼️", "\u3030\ufe0f",
	"\u265f", "\u265f\ufe0e", "♔", "±×÷", "αβγ", "─│┌", "█▓", "\u2581", "〇", "\u2e3a", "\u3300", "ﷺ",
	"\U0001f3f4\U000e0067\U000e0062\U000e007f", "❤\ufe0f\u200d\U0001f525", "*\ufe0f\u20e3",
	"\U0001f1e9", "각\u11a8", "\uac00\u302e", "漢\ufe00", "漢字漢字漢字漢字漢字a", strings.Repeat("a\u0301", 20), strings.Repeat("\u0f40", 21),
	strings.Repeat("漢\u200d", 40), "  two  spaces  ", "\u00a0\u00a0Inky\u00a0",

	// Names that look like others: other scripts, mixed scripts, reserved names,
	// compatibility forms.
	"аdmin", "ADMIN", "admın", "Adm1n", "a d m i n", "ａｄｍｉｎ", "𝐚𝐝𝐦𝐢𝐧", "ᴀᴅᴍɪɴ", "a\u0441e", "Ιnky", "Inkу", "ⅠInky",
	"guest-k7f3", "GUEST", "gue5t", "guеst-1", "serνer", "quаdrille", "Ⓘnky", "İnky\u0307",
	"ɪɴᴋʏ", "ﬁona", "ǃnky", "ſam", "Inky.", "Inky, Blinky", "Inky (host)", "4dm!n", "adrnin", "vvhite", "5ystem", "the Admin",
	"System Message", "(open)", "white=Inky", "Inky  White  4:51",

	// Text that other programs interpret: shells, formats, SQL, HTML, paths, commands.
	"'; DROP TABLE players; --", "$(reboot)", "`reboot`", "%s%s%s%n", "{{.}}", "<script>alert(1)</script>", "../../etc/passwd",
	"-rf", "--help", "/quit", "\\u001b[31m", "Inky\\", "\"Inky\"", "null", "*", "?", "|", "Inky | admin", "--------", "> Inky", "12",
	"%!s(MISSING)%n%n", "\"}\n{\"level\":\"ERROR\"", "\\u202e", "\\x1b[31m", "\\", "\t\tInky\t", "a\u2028b", "a\u2029b", "# white Inky",
	"result checkmate: white 3", "17 silver j1-k3 Nk3",
}
