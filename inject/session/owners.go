package session

import (
	"strconv"
	"strings"

	"wisdom/internal/text"
)

// OwnersOf are the owner's IDs: those of the table, else the list of owners in the host's settings
// (commands.ownerAllowFrom), else the peers who may write to the agent directly (channels.<name>.allowFrom, also of its
// accounts), each with its channel in front. "*", which stands for anyone, is no owner. config is the host's settings
// as JSON values; what is not as expected counts as absent, as it does in the host's module.
func (t *Table) OwnersOf(config any) []string {
	if len(t.Owners) > 0 {
		var owners []any
		for _, id := range t.Owners {
			owners = append(owners, id)
		}
		return ids(owners)
	}
	if named := ids(Member(config, "commands", "ownerAllowFrom")); len(named) > 0 {
		return named
	}
	var all []string
	channels, _ := Member(config, "channels").(map[string]any)
	for name, channel := range channels {
		prefix := strings.Map(lower, name) + ":"
		parts := []any{channel}
		if accounts, ok := Member(channel, "accounts").(map[string]any); ok {
			for _, account := range accounts {
				parts = append(parts, account)
			}
		}
		for _, part := range parts {
			for _, id := range ids(Member(part, "allowFrom")) {
				if !strings.HasPrefix(id, prefix) {
					id = prefix + id
				}
				all = append(all, id)
			}
		}
	}
	return all
}

// Member is a value inside objects as encoding/json reads them; nil if one of them is none.
func Member(v any, names ...string) any {
	for _, name := range names {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// ids are the IDs in a list of strings and numbers.
func ids(v any) []string {
	list, _ := v.([]any)
	var all []string
	for _, item := range list {
		var id string
		switch item := item.(type) {
		case string:
			id = strings.Map(lower, item)
		case float64:
			id = strconv.FormatFloat(item, 'f', -1, 64)
		}
		if id != "" && id != "*" {
			all = append(all, id)
		}
	}
	return all
}

// reChannel is an ID with a channel in front.
var reChannel = text.Lazily(`^[a-z0-9_-]+:`)

// isOwner reports whether a peer is an owner. An ID with a channel in front counts in that channel, and where the key
// names none.
func isOwner(owners []string, channel, peer string) bool {
	for _, id := range owners {
		of, bare := "", id
		if reChannel().MatchString(id) {
			of, bare, _ = strings.Cut(id, ":")
		}
		if bare == peer && (of == "" || channel == "" || of == channel) {
			return true
		}
	}
	return false
}
