package review

import "fmt"

// Label says in a few words what an item changes.
func (i Item) Label() string {
	switch i.Kind {
	case DropEntry:
		return "entry to drop"
	case AddFact:
		if i.Old != "" {
			return "fact that changed"
		}
		return "new fact"
	case DropFact:
		return "fact to drop"
	case AddEntry:
		switch i.Origin {
		case Hand:
			return "your own entry"
		case Required:
			return "required entry"
		}
		if i.Old != "" {
			return "entry in place of another"
		}
		return string(i.Origin) + " entry"
	case SetTrigger:
		if i.Removes() {
			return "trigger to remove"
		}
		return "trigger"
	case Rewrite:
		return "text of a person's own"
	}
	return "line"
}

// Question asks whether to make the change of an item, without the question mark.
func (i Item) Question() string {
	if i.Removes() {
		return fmt.Sprintf("Take %s out of %s", i.ID, i.Target)
	}
	return fmt.Sprintf("Put %s into %s", i.ID, i.Target)
}

// Removes reports whether an item removes something from its file.
func (i Item) Removes() bool {
	return i.Kind == DropEntry || i.Kind == DropFact || i.Kind == SetTrigger && i.Text == ""
}
