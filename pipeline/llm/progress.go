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

	at           Progress      // without its speed, and what is left
	began, first time.Time     // of the request, and of its answer
	spent        time.Duration // on requests that are done
	sent         int           // of them, without those that were known
}

// next begins with something new, or asks the same again.
func (t *tracker) next(what string, again bool) {
	t.at.What, t.at.Again = what, again
	if !again {
		t.at.Request++
	}
	t.at.Of = max(t.at.Of, t.at.Request)
}

func (t *tracker) start() {
	t.at.Tokens, t.began = 0, t.now()
	t.report(false, false)
}

func (t *tracker) token() {
	if t.at.Tokens++; t.at.Tokens == 1 {
		t.first = t.now()
	}
	t.report(false, false)
}

// writing is how long the answer takes since its first part; 0 if it came at once.
func (t *tracker) writing() time.Duration {
	if t.at.Tokens < 2 {
		return 0
	}
	return t.now().Sub(t.first)
}

func (t *tracker) done(a answer) {
	t.at.Tokens = max(t.at.Tokens, a.Written)
	t.spent += t.now().Sub(t.began)
	t.sent++
	t.report(true, false)
}

func (t *tracker) report(done, cached bool) {
	if t.tell == nil {
		return
	}
	p := t.at
	p.Done, p.Cached = done, cached
	if cached {
		p.Tokens = 0
	} else if passed := t.writing().Seconds(); passed > 0 {
		p.PerSecond = float64(p.Tokens-1) / passed
	}
	if t.sent > 0 {
		p.Left = t.spent / time.Duration(t.sent) * time.Duration(p.Of-p.Request)
	}
	t.tell(p)
}
