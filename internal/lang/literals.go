package lang

import "regexp/syntax"

// Literals returns strings of which every match of a pattern holds at least one. A text without any of them need not be
// shown to the pattern, which takes much longer. It returns nil where a match may hold none.
func Literals(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	return required(re)
}

// required returns the literals of a part of a pattern: of parts in a row, those that are the longest.
func required(re *syntax.Regexp) (all []string) {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			one := required(sub)
			if one == nil {
				return nil
			}
			all = append(all, one...)
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if one := required(sub); shortest(one) > shortest(all) {
				all = one
			}
		}
	}
	return all
}

// shortest is the length of the shortest of some literals in bytes, 0 of none.
func shortest(literals []string) int {
	least := 0
	for _, literal := range literals {
		if least == 0 || len(literal) < least {
			least = len(literal)
		}
	}
	return least
}
