package words

import "strings"

// imperatives are verbs with which an English clause tells what to do. They are
// data: add one that is missing.
var imperatives = Set(`add adjust agree aim alert align allow always anchor announce answer apply archive ask assume attach attribute audit automate avoid
	back backup batch begin benchmark block book break bring build buy bump bundle cache calculate call cancel cap capture change chase check choose cite clarify clean clear click close collect
	combine commit compare complete confirm connect consult contact convert copy correct count cover create cross-check cut date debug decide declare default define delay delete deliver deny deploy
	describe design detect diff disable discard disconnect distinguish do document double double-check download draft draw drill drop dry-run dump email enable encrypt end enforce ensure escalate establish
	estimate evaluate examine exclude exit expect explain export expose extract fail favor favour feed fetch file fill filter find finish fix flag flush focus follow force forget format forward freeze
	gather generate get give go grant group grow guard guess halt hand handle hash have hide hold identify ignore import include increase index inform inspect install investigate isolate
	keep kill know label land launch lead learn leave let limit link list listen load lock log look lower mail make map mark match measure mention merge migrate mind minimize mirror mock monitor mount move mute
	name narrow negotiate never note notify number obey offer omit open order organize outline own pace pack paste patch pause pay phrase pick pilot pin ping place plan point poll post prefer prepare
	preserve preview print prioritize probe produce profile promise prompt prove provide prune publish pull purge push put query question queue quote raise read rebase rebuild recheck record redact reduce
	refer refresh refuse register reject release reload rely remember remind remove rename render renew repeat replace reply report reproduce request require rerun research reset resist resolve respect respond
	restart restore restrict retain retest retire retry return reuse revert review revoke rewrite roll rotate round route run sample sanitize save say scan schedule scope script search secure see select
	send separate serve set settle share ship shorten show shut sign simplify simulate skip sleep slow snapshot solve sort specify split spot spread stage standardize start state stay step stick stop store
	strip structure study submit summarize supply support surface suspect swap switch sync tag take talk tell tend test think throttle throw tie time toggle touch trace track train transfer translate treat trigger
	trim trust try tune turn type understand undo uninstall unplug update upgrade upload use validate vary verify version visit wait walk warm warn watch weigh whitelist wipe work wrap write`)

// IsImperative says whether word is an English verb with which a clause tells
// what to do.
func IsImperative(word string) bool { return imperatives[strings.ToLower(word)] }
