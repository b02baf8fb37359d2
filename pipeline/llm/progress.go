package llm

import "time"

// Progress tells how the requests of a run go on.
type Progress struct {
	What    string // "find", "assign", "word" or "verify"
	Exam    string // the model that is examined; empty in a run
	Request int    // from 1
	Of      int    // planned, about
	Again   bool   // it was asked before, and the answer could not be used
	Tokens  int    // of the answer so far
	// PerSecond is how many tokens come in a second; 0 before it is known.
	PerSecond float64
	// Left is how long the known requests will take; 0 before it is known.
	Left   time.Duration
	Done   bool
	Cached bool // answered without a request
}

// tracker counts requests for Progress.
type tracker struct {
	tell func(Progress)
	now  func() time.Time

	what    string
	request int
	of      int
	again   bool
	tokens  int
	began   time.Time
	first   time.Time     // when the first token came
	spent   time.Duration // on requests that are done
	sent    int           // of them, without those that were known
}

// next begins with something new, or asks the same again.
func (t *tracker) next(what string, again bool) {
	t.what, t.again = what, again
	if !again {
		t.request++
	}
	t.of = max(t.of, t.request)
}

func (t *tracker) start() {
	t.tokens, t.began = 0, t.now()
	t.report(Progress{})
}

func (t *tracker) token() {
	if t.tokens == 0 {
		t.first = t.now()
	}
	t.tokens++
	t.report(Progress{})
}

// writing is how long the answer takes since its first part; 0 if it came at once.
func (t *tracker) writing() time.Duration {
	if t.tokens < 2 {
		return 0
	}
	return t.now().Sub(t.first)
}

func (t *tracker) done(a answer) {
	t.tokens = max(t.tokens, a.Written)
	t.spent += t.now().Sub(t.began)
	t.sent++
	t.report(Progress{Done: true})
}

func (t *tracker) cached() { t.report(Progress{Done: true, Cached: true}) }

func (t *tracker) report(p Progress) {
	if t.tell == nil {
		return
	}
	p.What, p.Request, p.Of, p.Again = t.what, t.request, t.of, t.again
	if !p.Cached {
		p.Tokens = t.tokens
		if passed := t.now().Sub(t.first).Seconds(); t.tokens > 1 && passed > 0 {
			p.PerSecond = float64(t.tokens-1) / passed
		}
	}
	if t.sent > 0 {
		p.Left = t.spent / time.Duration(t.sent) * time.Duration(t.of-t.request)
	}
	t.tell(p)
}
