package lang

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// mostLiterals is how many strings a part of a pattern may stand for. With more, the part is not spelled out.
const mostLiterals = 64

// Literals returns strings of which every match of a pattern holds at least one. A text without any of them need not be
// shown to the pattern, which takes much longer. It returns nil where a match may hold none, or hardly anything.
func Literals(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	all := slices.Sorted(slices.Values(required(re)))
	return slices.Compact(all)
}

// required returns the literals of a part of a pattern.
func required(re *syntax.Regexp) []string {
	if all := spelled(re); all != nil {
		return telling(all)
	}
	switch re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			one := required(sub)
			if one == nil {
				return nil
			}
			all = append(all, one...)
		}
		return all
	case syntax.OpConcat:
		return requiredOfRow(re.Sub)
	}
	return nil
}

// requiredOfRow returns those literals of parts that follow each other which are the longest.
func requiredOfRow(parts []*syntax.Regexp) []string {
	var best []string
	consider := func(all []string) {
		if shortest(all) > shortest(best) {
			best = all
		}
	}
	run := []string{""}
	for _, part := range parts {
		one := spelled(part)
		if one == nil {
			consider(telling(run))
			consider(required(part))
			run = []string{""}
			continue
		}
		if longer := joined(run, one); longer != nil {
			run = longer
			continue
		}
		consider(telling(run))
		run = one
	}
	consider(telling(run))
	return best
}

// spelled returns all strings that a part matches, nil if there are too many.
func spelled(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}
	case syntax.OpCharClass:
		var all []string
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if all = append(all, string(r)); len(all) > mostLiterals {
					return nil
				}
			}
		}
		return all
	case syntax.OpCapture:
		return spelled(re.Sub[0])
	case syntax.OpQuest:
		if all := spelled(re.Sub[0]); all != nil {
			return append([]string{""}, all...)
		}
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			one := spelled(sub)
			if all = append(all, one...); one == nil || len(all) > mostLiterals {
				return nil
			}
		}
		return all
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			if all = joined(all, spelled(sub)); all == nil {
				return nil
			}
		}
		return all
	}
	return nil
}

// joined returns every string of one list with every string of another behind it, nil if that are too many or there are
// none.
func joined(before, behind []string) []string {
	if len(before)*len(behind) > mostLiterals {
		return nil
	}
	var all []string
	for _, start := range before {
		for _, end := range behind {
			all = append(all, start+end)
		}
	}
	return all
}

// leastLiteral is how long a literal is at least, in bytes: most texts hold a shorter one.
const leastLiteral = 2

// telling returns literals without those that hold another, nil if one tells nothing.
func telling(literals []string) []string {
	if shortest(literals) < leastLiteral {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(literals), func(one string) bool {
		isPart := func(other string) bool { return other != one && strings.Contains(one, other) }
		return slices.ContainsFunc(literals, isPart)
	})
}

func shortest(literals []string) int {
	if len(literals) == 0 {
		return 0
	}
	return len(slices.MinFunc(literals, func(a, b string) int { return len(a) - len(b) }))
}
