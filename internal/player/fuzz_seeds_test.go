package player

// The seeds are inputs found by fuzzing that earlier versions handled wrongly: letters that
// combine, decompose or look alike, invalid UTF-8, control characters within long runs, and
// texts that are cut in the middle of a character.

var nameSeeds = []string{
	"\u0389\u0327A",
	"\u2000        ",
	"\u20190",
	"0000000\u039b00\u039b00\u039b00",
	"\u03d5A",
	"\u0d6b\u0d15",
	"\u30c0",
	"VVVVVVVVVVVV",
	"\u012f",
	"\u0bef",
	"0000000000000000000000000000000000000000000000000000000000000000000000000000000000",
	"0000000 0\u02480000000000",
	"\u055b0",
	"\u00e2\u00f2",
	"0\u03000\u03002\u05001\u03001\u0300A",
	"A!!!!!!!!!!!!!!!!",
	"A000000 0 00! ! !",
	"A . ..",
	"\ud79e",
	"\ufee6",
	"00000000000000000000000\x9b00000000000",
	"2A",
	"\u1d1e",
	"\u0a81",
}

// seed is a text and a number. The number is the maximum width of a line, or the position at
// which the text is cut.
type seed struct {
	text   string
	number int
}

var lineSeeds = []seed{
	{"\u1d1e\xb4", 386},
	{"000000000\f000 000\x1300000\x000000000\x1c\x19000\x130\x1800000\u055b0\x180000\x040000\u074f00\x18\xc400", 363},
	{"\u00a4\u034d\x99", 300},
	{"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"", 321},
	{"000000000000000000000000000000000000000000\x050000", 300},
	{"000000000000000000", 286},
	{"00\xc0\x02\x02\x0200", 263},
	{"\x80\x80\x80", 382},
	{"\ud391\u0591\xbd", 217},
	{"  0", 300},
	{"\u037b\xbf", 300},
	{"\u0387\x82", 345},
	{"\u0662\u0661\u0661\u0662\u0662", 300},
	{"\U000efbef\x81\U000e007f", 300},
	{"\x8d\xe2\xa00", 410},
	{"\u2028   ", 296},
	{"0000000000000000000000000000\x8d", 300},
	{"\x8d\u0937\u094d\u092e\u094d\u092f", 284},
	{"\u0936\u094d\xe0", 316},
	{"\uff7f\uff7d", 262},
	{"\x00 ", 361},
	{"\u03b2\u03b1\u03b2\u03b3", 300},
}

var escapeSeeds = []seed{
	{"\u23fc\ufe0f", 135},
	{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 3},
	{"\u1fbe", 8},
	{"\U0001d759", -13},
	{"\x1b000000\xba\xba\xba\u02ba0\xba\xba0", 3},
	{"\t\x9e\xf6\x97\u06640\xa3\x1c\xe8\xfb\x1c\xf6\xd500\x92000\xa500000", 67},
	{
		"\u1161\u05df\u047a\u06e9\u06a1\U00026a0d\u073c\u067b\u065a\u01c6" +
			"\u06f1\u0744\u0221\u07a3\u077c\u0743\u06b3\u059b" +
			"\u02fb\u7172\u0706\u02c3\u074f\u01e2\u02fa\u022d\u0669\u02a9\u05c6\u0359\u076e\u0144",
		-73,
	},
	{"0                 0", 17},
	{"\ufb3e", 61},
	{"\u03380000000000000000", 7},
	{"\u065b\u0322", 48},
	{"\u0ba4\u0bae\u0bbf\u0bb4\u0be4", 3},
}
