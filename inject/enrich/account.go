package enrich

import "cmp"

// Account follows the tokens of one conversation. A server counts only whole requests; what one message takes is the
// difference between two of them, and from that follows how many characters a token has. The rules are those of
// Shepherd's delta tracking.
type Account struct {
	// Total are the tokens of the conversation, without the blocks that were taken away.
	Total int
	// PerToken is how many characters a token has: a moving average.
	PerToken float64

	asked         bool
	chars, added  int // characters of the last message with and of its block
	messageTokens int
}

const (
	usualPerToken               = 4.0
	weight                      = 0.2 // of the newest message in the average
	leastPerToken, mostPerToken = 2.0, 5.0
)

// Send notes that a message goes out, of so many characters without its block. The block of the message before it is
// taken away.
func (a *Account) Send(chars, added int) {
	a.PerToken = cmp.Or(a.PerToken, usualPerToken)
	if a.messageTokens > 0 {
		a.Total -= int(float64(a.added*a.messageTokens)/float64(a.chars) + 0.5)
	}
	a.chars, a.added = chars+added, added
	a.messageTokens = int(float64(a.chars)/a.PerToken + 0.5)
}

// Used notes what the server counted for the request and its answer, and returns what the last block took. The first
// request of a conversation holds more than its message, so nothing follows from it.
func (a *Account) Used(prompt, completion int) (block int) {
	if delta := prompt - a.Total; a.asked && delta > 0 && a.chars > 0 {
		a.messageTokens = delta
		perToken := min(max(float64(a.chars)/float64(delta), leastPerToken), mostPerToken)
		a.PerToken += weight * (perToken - a.PerToken)
	}
	a.asked = true
	a.Total = prompt + completion
	return int(float64(a.added)/a.PerToken + 0.5)
}
