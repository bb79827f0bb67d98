package protocol

// Error is the reason why a request was refused. Code is for programs and is never renamed;
// Message is a sentence for people.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Codes of errors in the request itself. Package table and package rules define further
// codes.
const (
	LineTooLong   = "line-too-long"
	NotJSON       = "not-json"
	WrongVersion  = "wrong-version"
	NoSuchCommand = "no-such-command"
	UnknownField  = "unknown-field"
	MissingField  = "missing-field"
	WrongType     = "wrong-type"
	BadValue      = "bad-value"
	HelloFirst    = "hello-first"
	NotFollowed   = "not-followed"
	TooManyTables = "too-many-tables"
	NoSuchEvent   = "no-such-event"
	NotABotSeat   = "not-a-bot-seat"
	Failed        = "failed"
)

// NewError returns the reason why a request was refused.
func NewError(code, message string) *Error { return &Error{code, message} }
