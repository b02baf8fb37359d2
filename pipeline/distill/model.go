package distill

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/prompts"
)

// Model is a language model that answers a prompt in JSON. No answer counts before it was checked.
type Model interface {
	// Prepare is called once, with the tokens (o200k_base) of the longest prompt and of the longest answer of the run, so
	// that all requests share one context.
	Prepare(longest, written int)
	// Room is how many tokens (o200k_base) a prompt may have if its answer may take so many.
	Room(written int) int
	// Expect announces so many more requests, or fewer if it is negative, for the progress that people see.
	Expect(requests int)
	// Ask sends a prompt and decodes the answer, of at most written tokens, into a value. It returns a *BadAnswerError if
	// the answer cannot be used, a *TooLongError if the context does not hold the request, ErrSlow if it takes too long,
	// and ErrOutOfTime, which keeps what was answered before; every other error ends the run. Of an answer that broke off,
	// it decodes the beginning. again tells that it repeats a request with what was wrong.
	Ask(ctx context.Context, step prompts.Name, p prompts.Prompt, written int, again bool, into any) error
}

// BadAnswerError says why an answer cannot be used, in words for the model.
type BadAnswerError struct{ Reason string }

// Error implements error.
func (e *BadAnswerError) Error() string { return "the model's answer cannot be used: " + e.Reason }

// TooLongError says that a request does not fit into the context of the model.
type TooLongError struct{ Context int } // tokens

// Error implements error.
func (e *TooLongError) Error() string {
	return fmt.Sprintf("the request is longer than the %d tokens that the model's context has room for", e.Context)
}

// UnusableError says that nothing usable came of a whole step.
type UnusableError struct {
	Step prompts.Name
	// Lessons is how many it is about, Answers how many came before it was given up.
	Lessons, Answers int
	Reason           string // what was wrong with the last one
}

// Error implements error.
func (e *UnusableError) Error() string {
	return fmt.Sprintf("the model gave no usable answer to %q about %s (%s): %s", e.Step,
		text.Plural(e.Lessons, "lesson"), text.Plural(e.Answers, "answer"), text.Shorten(e.Reason, longestReason))
}

// ErrOutOfTime is for a request that the run has no time for any more.
var ErrOutOfTime = errors.New("the time of the run is over")

// ErrSlow is for a request that takes longer than one may.
var ErrSlow = errors.New("the answer took too long")

const (
	// mostTries is how often a part of an answer is asked for.
	mostTries = 2
	// hopeless is after how many requests without a usable part of an answer, each tried so often, a step is given up.
	hopeless = 3
	// mostSlow is how many things are asked about at least where an answer took too long and they are asked in halves.
	mostSlow = 20
	// longestReason is how much of what is wrong with an answer an error tells, in characters.
	longestReason = 240
)

// asker sends the requests of a run, and counts the answers that were asked for again.
type asker struct {
	model   Model
	set     *prompts.Set
	refused int
	tallies map[prompts.Name]*tally
	planned map[prompts.Name]int // requests that the model expects, and that are not asked for yet
}

// tally is what came of the requests of a step.
type tally struct {
	UnusableError
	usable bool // a part of an answer was
	lost   int  // requests without one
}

func newAsker(model Model, set *prompts.Set) asker {
	return asker{model: model, set: set, tallies: map[prompts.Name]*tally{}, planned: map[prompts.Name]int{}}
}

// tally is that of a step.
func (a *asker) tally(step prompts.Name) *tally {
	if a.tallies[step] == nil {
		a.tallies[step] = &tally{UnusableError: UnusableError{Step: step}}
	}
	return a.tallies[step]
}

// unusable is the error for the first step about so many lessons at least of which nothing usable came; nil without.
func (a *asker) unusable(least int) error {
	for _, step := range []prompts.Name{prompts.Find, prompts.Assign, prompts.Word, prompts.Verify} {
		if t := a.tally(step); !t.usable && t.Lessons >= least {
			return &t.UnusableError
		}
	}
	return nil
}

// request is a request about some of the things of a step.
type request struct {
	some  []int
	wrong []string // with the answer before
	try   int      // from 1
}

// each asks about things of a step, some in a request, all about so many lessons. ask sends a request and returns what
// is wrong with the answer, by thing: only those are asked about again, with the reasons. What the context does not hold
// is asked in halves, and so is what takes too long, if it is very much. It returns why things have no usable answer.
// Once the time is over, that is why, for all that is left, and the error is ErrOutOfTime. A model that gives none at
// all is not asked to the end: the error is an *UnusableError.
func (a *asker) each(
	step prompts.Name, lessons int, requests [][]int, ask func(r request) (wrong map[int]string, err error),
) (map[int]string, error) {
	queue := mapped(requests, func(some []int) request { return request{some: some, try: 1} })
	a.expect(step, len(queue))
	t := a.tally(step)
	t.Lessons += lessons
	failed := map[int]string{}
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		wrong, err := ask(r)
		var bad *BadAnswerError
		var tooLong *TooLongError
		half := len(r.some) / 2
		switch {
		case errors.As(err, &tooLong) && half > 0, errors.Is(err, ErrSlow) && len(r.some) > mostSlow:
			a.model.Expect(1)
			queue = append([]request{{r.some[:half], r.wrong, r.try}, {r.some[half:], r.wrong, r.try}}, queue...)
			continue
		case errors.As(err, &tooLong):
			failed[r.some[0]] = err.Error()
			t.Reason = err.Error()
			continue
		case errors.As(err, &bad):
			wrong = r.all(bad.Reason)
		case errors.Is(err, ErrOutOfTime):
			for _, left := range append(queue, r) {
				maps.Copy(failed, left.all(ErrOutOfTime.Error()))
			}
			return failed, err
		case err != nil:
			return nil, err
		}
		t.Answers++
		t.usable = t.usable || len(wrong) < len(r.some)
		switch {
		case len(wrong) == 0:
		case r.try == mostTries:
			maps.Copy(failed, wrong)
			t.Reason = wrong[slices.Min(slices.Collect(maps.Keys(wrong)))]
			if t.lost++; t.lost == hopeless && !t.usable {
				return nil, &t.UnusableError
			}
		default:
			a.refused++
			queue = append([]request{r.again(wrong)}, queue...)
		}
	}
	return failed, nil
}

// expect announces requests of a step beyond those that were planned.
func (a *asker) expect(step prompts.Name, requests int) {
	a.model.Expect(max(requests-a.planned[step], 0))
	a.planned[step] = max(a.planned[step]-requests, 0)
}

// finish takes back what was planned for steps that are over.
func (a *asker) finish(steps ...prompts.Name) {
	for _, step := range steps {
		a.model.Expect(-a.planned[step])
		delete(a.planned, step)
	}
}

// all gives all things of a request one reason.
func (r request) all(why string) map[int]string {
	reasons := map[int]string{}
	for _, i := range r.some {
		reasons[i] = why
	}
	return reasons
}

// again is a request about what was wrong with an answer, each reason once.
func (r request) again(wrong map[int]string) request {
	next := request{some: slices.Sorted(maps.Keys(wrong)), try: r.try + 1}
	for _, i := range next.some {
		if !slices.Contains(next.wrong, wrong[i]) {
			next.wrong = append(next.wrong, wrong[i])
		}
	}
	return next
}

// send renders a prompt, sends it, and decodes its answer of at most written tokens; twice as many the second time, for
// a model that writes more than others broke off.
func (a *asker) send(ctx context.Context, step prompts.Name, r request, d prompts.Data, written int, into any) error {
	d.Wrong = r.wrong
	written *= r.try
	p, err := a.set.Render(step, d)
	if err != nil {
		return err
	}
	if room := a.model.Room(written); tokens.Measure(p.Text).O200k > room {
		return &TooLongError{room}
	}
	return a.model.Ask(ctx, step, p, written, r.try > 1, into)
}

// Ask asks with one prompt about n things, at most size in a request. data are those of some things; take returns what
// is wrong with an answer, by thing, which is asked about once more. Ask returns why things have no usable answer, and
// how many answers were asked for again.
func Ask[T any](ctx context.Context, model Model, set *prompts.Set, step prompts.Name, n, size, written int,
	data func(some []int) prompts.Data, take func(some []int, answer T) map[int]string,
) (failed map[int]string, refused int, err error) {
	a := newAsker(model, set)
	failed, err = a.each(step, n, chunks(n, size), func(r request) (map[int]string, error) {
		var answer T
		if err := a.send(ctx, step, r, data(r.some), written*len(r.some), &answer); err != nil {
			return nil, err
		}
		return take(r.some, answer), nil
	})
	return failed, a.refused, err
}

// chunks are the numbers from 0 to n-1, at most size together.
func chunks(n, size int) [][]int { return slices.Collect(slices.Chunk(upTo(n), max(size, 1))) }

// mapped is what get makes of each of all.
func mapped[T, U any](all []T, get func(T) U) []U {
	made := make([]U, 0, len(all))
	for _, one := range all {
		made = append(made, get(one))
	}
	return made
}

// only are those of all that are so.
func only[T any](all []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return !is(one) })
}

// upTo are the numbers from 0 to n-1.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// number is a number in an answer. Servers that know no schema let "3" and "[3]" through.
type number int

// String implements fmt.Stringer.
func (n number) String() string {
	if n < 0 {
		return "that is no number"
	}
	return strconv.Itoa(int(n))
}

// UnmarshalJSON implements json.Unmarshaler. What is no number is -1.
func (n *number) UnmarshalJSON(b []byte) error {
	i, err := strconv.Atoi(strings.Trim(string(b), "\"[] "))
	if err != nil {
		i = -1
	}
	*n = number(i)
	return nil
}
