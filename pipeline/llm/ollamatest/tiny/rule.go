package tiny

import (
	"fmt"
	"strings"
)

// Rule scripts a model: when the prompt holds the text When, as the template
// writes it, the answer is Say. The rule without a When answers every other
// prompt; without such a rule the answer to them is empty, or the shortest noise
// that a format allows.
//
// Think, which only a thinking model has, comes before the answer. Where a
// format does not let it begin, the answer begins at once. Without a format the
// model thinks also when it was told not to.
//
// When looks at the whole prompt: at the system message and at earlier turns
// too. So the rule for a second question, which repeats the first one, belongs
// before the rule for the first.
type Rule struct {
	When, Think, Say string
}

// maxRules is the size of the attention head: it tells rules apart by one
// number each.
const maxRules = headSize

// check tells what is wrong with rules.
func check(rules []Rule, thinking bool) error {
	if len(rules) > maxRules {
		return fmt.Errorf("a model has room for %d rules, not for %d", maxRules, len(rules))
	}
	for i, rule := range rules {
		if rule.Think != "" && !thinking {
			return fmt.Errorf("rule %d thinks, but the model is no thinking model", i+1)
		}
		for j, other := range rules[:i] {
			if overlap(rule.When, other.When) {
				return fmt.Errorf("rules %d and %d: a prompt cannot hold both %q and %q as tokens", j+1, i+1, other.When, rule.When)
			}
		}
	}
	return nil
}

// overlap tells whether one of two texts holds the other; the tokenizer would
// cut only one of them out of a prompt.
func overlap(a, b string) bool {
	if a == "" || b == "" {
		return a == b
	}
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// script is what rules are in a vocabulary: one line each. Their tokens are the
// last ones of the vocabulary, from the number first on.
type script struct {
	lines []line
	first int
}

// line is one rule: the token that its When became, or none, and the tokens it
// says, up to the end of the turn.
type line struct {
	when   int
	says   []int
	answer int // where in says the thinking is over
}

const none = -1

// write adds the texts of rules to the vocabulary, a When as one token.
func (v *vocabulary) write(rules []Rule) script {
	s := script{first: len(v.tokens)}
	for _, rule := range rules {
		l := line{when: none}
		if rule.When != "" {
			l.when = v.script(rule.When, given)
		}
		if rule.Think != "" {
			l.says = v.chain(rule.Think + thought + "\n\n")
		}
		l.answer = len(l.says)
		l.says = append(l.says, v.chain(rule.Say)...)
		l.says = append(l.says, v.ids[turnEnds])
		s.lines = append(s.lines, l)
	}
	return s
}

// pieceLength is how many characters a token of an answer has at most: short
// enough that an answer is streamed in several pieces.
const pieceLength = 12

// chain adds text to the vocabulary as tokens of its own, of about equal length.
// A short rest would be a token that the tokenizer finds in prompts too: a line
// break, with which every prompt ends, would be taken for the end of the answer.
func (v *vocabulary) chain(text string) []int {
	var ids []int
	characters := []rune(text)
	pieces := (len(characters) + pieceLength - 1) / pieceLength
	for i := range pieces {
		from, to := i*len(characters)/pieces, (i+1)*len(characters)/pieces
		ids = append(ids, v.script(spell(string(characters[from:to])), plain))
	}
	return ids
}

// Strengths, in what they add to the logarithm of a probability. Within an
// answer nothing comes between two tokens; a When outweighs the rule without
// one; an answer begins with its thinking, if a format lets it.
const (
	next      = 400.0
	whenFound = 150.0
	otherwise = 40.0
	unthought = 0.8
)

// weights writes the rules as weights.
//
// Tokens of the script have a direction each in the residual stream, all others
// have one together, the direction 0. The attention head has the same query for
// every token, and only tokens that are a When have a key. Its value says which
// rule it is, and the attention output adds the token's own direction to the
// stream, where the output matrix sees it.
func (s script) weights(v *vocabulary) *weights {
	w := blank(len(v.tokens), s.first)
	w.quieten(v)
	for direction := range w.width {
		w.query.set(slowest, direction, 1)
	}
	for i, line := range s.lines {
		strength, from := otherwise, 0
		if line.when != none {
			strength, from = whenFound, s.direction(line.when)
			w.attend(from, i)
		}
		w.follow(from, line.says[line.answer], strength*unthought)
		w.follow(from, line.says[0], strength)
		for j, token := range line.says[:len(line.says)-1] {
			w.follow(s.direction(token), line.says[j+1], next)
		}
	}
	return w
}

// direction returns the direction of a token of the script.
func (s script) direction(token int) int { return token - s.first + 1 }
