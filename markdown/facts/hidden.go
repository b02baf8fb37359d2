package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/secrets"
	"wisdom/internal/words"
)

// Secrets that people write like any other value. What package secrets knows by
// its looks is gone already; these are known by what stands in front of them.

// secretName are words for what opens something; lockName need a word for a code
// beside them, for "park code" and "office code" are none.
const (
	secretName = `(?:pass(?:word|phrase|code|wort|wörter)?|passwd|pwd|pw|psk|pin(?:[- ]?(?:code|nr))?|puk|kennw(?:o|ö)rt(?:er)?|losung|geheimzahl|contraseñas?|clave(?: de acceso)?|mots? de passe|mdp|senha|密码|口令|密钥|暗号|parola|пароль|secret|appsecret|app[_-]secret|client[_-]secret|token` +
		`|(?:wi-?fi|wlan|wpa2?|wep|netzwerk|network)[- ]?(?:key|schlüssel)|cl(?:é|és|ef) (?:du )?(?:wi-?fi|wpa2?|wep|réseau)|cvv2?|cvc|kartenprüfnummer|(?:snmp[- ]community)|(?:laptop|phone|handy|screen)[- ]unlock)`
	lockName = `(?:(?:door|gate|garage|alarm|entry|entrance|lock(?:box)?|safe|keypad|mailbox|voicemail|key ?box|unlock|recovery|backup|2fa|mfa|tür|tor|haustür|schlüsselkasten|tresor|zugangs|zutritts|einbruch|wiederherstellungs|notfall|entsperr|sperr)(?:[- ]?)codes?|2fa[- ]backups?|(?:codes?|códigos?) (?:for the |für (?:die|das|den) |fürs |zum |zur |vom |of the |de (?:la |el |l['’])?|del |d['’]|du )(?:door|gate|garage|alarm\pL*|safe|mailbox|voicemail|tür|tor|tresor|puerta|portón|portal|caja fuerte|entrada|recuperación|porte|portail|coffre|entrée|secours|récupération)|digicodes?|(?:safe|lock|padlock) comb(?:ination|o)|tresor-?kombination|(?:combinación|combinaison) (?:de la |del |du )(?:caja fuerte|coffre)|keypad|zahlenschloss|门禁码|门锁码|开门码|布防码|撤防码|恢复码|备用码|验证码|取款码)`
)

var (
	reSecretName = regexp.MustCompile(`(?i)` + secretName + `|` + lockName)
	// reGives is what stands between such a name and its value.
	reGives = regexp.MustCompile(`(?i)^(?:s|es)?["'*` + "`" + `]*(?:[^:=：|.;。；\n` + "`" + `]{0,40}?(?:\s*(?:[:=：|→]|->)|[\s'’](?:is|are|ist|sind|lautet|lauten|es|son|est|sont|was|war|heißt)\s(?:(?:still|now|noch|immer noch|jetzt|bei (?:beiden|allen)|todavía|ahora|encore|toujours|le|el) )*|是|为)|\s)[\s*"“'„«「]*`)
	// reLogin is a name and a password behind a word for both.
	reLogin = regexp.MustCompile(`(?i)\b(?:login|log-in|logon|zugang|anmeldung|user(?:name)?|benutzer|credentials?|creds|acceso|usuario|identifiants?|accès|账号|登录|kennwort|passwort|password|contraseña|mot de passe)\b[^:=：\n]{0,50}[:=：|]\s*[` + "`" + `*]*([^\s/:,` + "`" + `*|]+)[` + "`" + `*]*\s*(?:/|\s:\s)\s*[` + "`" + `*]*([^\s/` + "`" + `*|,;]+)`)
	// reAdmin is such a pair without the word, reNetwork a network and its key.
	reAdmin   = regexp.MustCompile(`\b(?:admin|root|administrator)\s?[/:]\s?([^\s/:,` + "`" + `*|;]+)`)
	reNetwork = regexp.MustCompile(`(?i)\b(?:wi-?fi|wlan|ssid)\b[^/\n]{0,40} / ` + "`?" + `([^\s/,;` + "`" + `*|]{8,})`)
	// reFlag is the password that a command is called with.
	reFlag = regexp.MustCompile(`\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b[^|;]*?\s-p([^\s` + "`" + `|;]+)|\bsshpass\s+-p\s*([^\s` + "`" + `]+)|\bmosquitto_(?:pub|sub|rr)\b[^|;]*?\s-P\s+([^\s` + "`" + `]+)|\bredis-cli\b[^|;]*?\s-a\s+([^\s` + "`" + `]+)`)
	// reSeed are the words of a wallet.
	reSeed = regexp.MustCompile(`(?i)\b(?:seed|mnemonic|recovery (?:phrase|words))\b[^\n]*?\b((?:[a-z]{3,8}[ ,]+){11,}[a-z]{3,8})\b`)
	// reHarmless sounds like the name of a secret and is none.
	reHarmless = regexp.MustCompile(`(?i)\bgpio[- ]?pins?\b|\bpins? ?\d{1,2}(?:[^\d -]|$)|\b(?:max|min)[- _]?tokens\b|\bclave (?:de|del) (?:artículo|producto|cliente|pedido)`)
	// reKeypad is what one types at a door, or for a card.
	reKeypad = regexp.MustCompile(`(?:^|[^\w#])(\*?\d{3,8}#)|\bCV[VC]2? ?(\d{3,4})\b`)
	reGroups = regexp.MustCompile(`^(?:[a-z]{4}[ -]){3}[a-z]{4}\b|^(?:\d ){3,7}\d\b|^(?:[\w]{4,6}-){2,}\w{4,6}\b|^\d{3} \d{3}(?: \d{3})?\b`)
)

// hide takes the named secrets out of the lines of a text and says where they
// stood. It leaves a line feed behind every line.
func hide(text string) (string, []secrets.Finding) {
	lines := linesOf([]byte(text))
	var found []secrets.Finding
	for i, line := range lines {
		if clean := withoutSecrets(line); clean != line {
			lines[i] = clean
			found = append(found, secrets.Finding{Rule: namedSecret, Line: i + 1})
		}
	}
	return strings.Join(lines, "\n"), found
}

// namedSecret is the rule for what a name gives away.
const namedSecret = "named-secret"

// stems are in every name of a secret and of a lock, and in words for a login: a
// quick look that spares most lines the patterns.
var stems = []string{
	"pass", "pw", "psk", "pin", "puk", "kennw", "losung", "geheim", "contrase", "clave", "mot", "senha", "paro", "паро", "secret", "token", "code", "código",
	"combi", "schlo", "keypad", "mdp", "wi-fi", "wifi", "wlan", "wpa", "wep", "cvv", "cvc", "prüfn", "snmp", "unlock", "2fa", "seed", "mnemonic", "recovery", "mysql", "maria", "mosquitto", "redis", "admin", "root", "log", "user", "benutzer", "zugang", "anmeld", "cred", "acces", "accès", "usuario", "identif", "密", "口令", "暗号", "码", "账号", "登录", "#",
}

func mayName(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(stems, func(stem string) bool { return strings.Contains(lower, stem) })
}

// withoutSecrets is a line without the secrets that a name gives away.
func withoutSecrets(line string) string {
	if !mayName(line) {
		return blank(line, lockCodes(line))
	}
	var found []span
	names := namesOfSecrets(line)
	for i, at := range names {
		end := len(line)
		if i+1 < len(names) {
			end = names[i+1][0]
		}
		found = append(found, hiddenBehind(line, at[1], end)...)
	}
	for _, re := range []*regexp.Regexp{reLogin, reAdmin, reNetwork} {
		for _, at := range re.FindAllStringSubmatchIndex(line, -1) {
			if s := (span{at[len(at)-2], at[len(at)-1]}); chosen(line[s.start:s.end]) {
				found = append(found, s)
			}
		}
	}
	for _, re := range []*regexp.Regexp{reKeypad, reSeed, reFlag} {
		for _, at := range re.FindAllStringSubmatchIndex(line, -1) {
			found = append(found, groups(line, at)...)
		}
	}
	return blank(line, append(found, lockCodes(line)...))
}

// groups are the groups of a match that took part in it, without placeholders and
// the names of variables.
func groups(line string, at []int) []span {
	var found []span
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 && !isPlaceOf(line[at[i]:at[i+1]]) && !placeholders.MatchString(line[at[i]:at[i+1]]) {
			found = append(found, span{at[i], at[i+1]})
		}
	}
	return found
}

// namesOfSecrets are the places of the words for secrets in a line, without those
// that only sound like one.
func namesOfSecrets(line string) [][]int {
	harmless := reHarmless.FindAllStringIndex(line, -1)
	return slices.DeleteFunc(reSecretName.FindAllStringIndex(line, -1), func(at []int) bool {
		return !isWholeName(line, at) || slices.ContainsFunc(harmless, func(h []int) bool { return h[0] <= at[0] && at[1] <= h[1] })
	})
}

// blank puts the mark of redaction in the place of ranges; those that overlap go
// together.
func blank(line string, found []span) string {
	if len(found) == 0 {
		return line
	}
	hidden := make([]bool, len(line))
	for _, s := range found {
		for i := s.start; i < s.end; i++ {
			hidden[i] = true
		}
	}
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch {
		case !hidden[i]:
			b.WriteByte(line[i])
		case i == 0 || !hidden[i-1]:
			b.WriteString(secrets.Redacted)
		}
	}
	return b.String()
}

// isWholeName says whether a name of a secret is a word, or the end of one as in
// WIFI_PASSWORD and Portalpasswort; "pin" in "spinning" is none.
func isWholeName(line string, at []int) bool {
	const short = 5 // bytes
	before, _ := utf8.DecodeLastRuneInString(line[:at[0]])
	after := strings.TrimLeft(line[at[1]:], "s")
	next, _ := utf8.DecodeRuneInString(after)
	if unicode.IsLetter(next) && next < utf8.RuneSelf || next == '-' || next == '_' || next == '/' || next == '.' {
		return false
	}
	return !unicode.IsLetter(before) || before >= 0x2e80 || at[1]-at[0] > short
}

// hiddenBehind finds what the name of a secret gives away before end: what stands
// right behind it, and in the same line what is put into code and looks chosen.
func hiddenBehind(line string, from, end int) []span {
	rest := line[from:end]
	if reAbout.MatchString(rest) {
		return nil
	}
	found := given(line, from, end)
	for _, at := range reInCode.FindAllStringSubmatchIndex(rest, -1) {
		if text := rest[at[2]:at[3]]; chosen(text) {
			found = append(found, span{from + at[2], from + at[3]})
		}
	}
	return found
}

// given finds the values behind the name of a secret: one, or several with commas
// between them.
func given(line string, from, end int) []span {
	m := reGives.FindStringIndex(line[from:end])
	if m == nil {
		return nil
	}
	start, lead := from+m[1], strings.Trim(line[from:from+m[1]], "`*\"'“„«「 ")
	quoted := start > 0 && strings.IndexByte("`\"'", line[start-1]) >= 0
	phrase := reQuoteBegins.MatchString(line[from:start])
	stop := valueEnd(line, start, end, quoted)
	if stop <= start || phrase && isPlaceOf(line[start:stop]) || !phrase && !isGiven(line[start:stop], line[stop:end], lead, quoted) {
		return nil
	}
	found := []span{{start, stop}}
	for {
		next := reNext.FindString(line[stop:end])
		if start = stop + len(next); next == "" || start >= end {
			return found
		}
		stop = valueEnd(line, start, end, strings.HasSuffix(next, "`"))
		if text := line[start:max(start, stop)]; !chosen(text) && !reCode.MatchString(text) {
			return found
		}
		found = append(found, span{start, stop})
	}
}

var (
	// reAbout is what follows a name that only speaks of secrets.
	reAbout = regexp.MustCompile(`(?i)^[\s_-]*(?:limit|manager|file|path|policy|length|rotation|expir|store|reset|prompt|item|entry|lies|liegt|steht|field|header|auth\b|env|type|有效期|长度|放在|存在)`)
	reNext  = regexp.MustCompile("^`?(?:\\s*[,;/、，]\\s*| (?:and|und|or|oder|y|o|et|ou) | )`?")
	// reQuoteBegins is a quotation mark right behind a name.
	reQuoteBegins = regexp.MustCompile(`^ ["“„«「]$`)
	reCode        = regexp.MustCompile(`^[*]?\d{3,10}[A-Z]?#?$|^\d{4,6}-\d{4,6}$`)
)

var reInCode = regexp.MustCompile("`([^`\\s]+)`")

// valueEnd is where a value ends that begins at start: at the closing quote, else
// behind groups that belong together, else at the next space or mark.
func valueEnd(line string, start, end int, quoted bool) int {
	if quoted {
		if i := strings.IndexByte(line[start:], line[start-1]); i >= 0 {
			return start + i
		}
	}
	if m := reGroups.FindString(line[start:end]); m != "" {
		return start + len(m)
	}
	stop := end
	if i := strings.IndexAny(line[start:end], " \t|`\"*<"); i >= 0 {
		stop = start + i
	}
	for _, mark := range []string{"，", "。", "；", "、", "）", "　", "“", "”"} {
		if i := strings.Index(line[start:stop], mark); i >= 0 {
			stop = start + i
		}
	}
	return start + len(strings.TrimRight(line[start:stop], ".,;:)]}'"))
}

// isGiven says whether a text behind the name of a secret is that secret. lead is
// what stands between, rest what follows; quoted that it is marked as a value.
func isGiven(text, rest, lead string, quoted bool) bool {
	const shortest = 5 // bytes, of a word that could as well be another
	direct := lead == ":" || lead == "=" || lead == "：" || lead == "|" || lead == "→" || lead == "->"
	switch {
	case len(text) < 3 || isPlaceOf(text) || placeholders.MatchString(text) || isRedacted(text):
		return false
	case chosen(text), reGroups.MatchString(text), reCode.MatchString(text) && (lead != "" || len(text) > 3):
		return true
	case notGiven[strings.ToLower(text)] || strings.HasPrefix(rest, " ") && !quoted || len(text) < shortest:
		return false
	}
	return direct || quoted && lead != "" || reIs.MatchString(lead) && strings.Trim(rest, ".!") == ""
}

// reIs ends a sentence's first half that says what a secret is.
var reIs = regexp.MustCompile(`(?i)(?:^|[\s'’])(?:is|ist|lautet|es|est)$`)

// isRedacted says whether a text is the mark of redaction, or a part of it.
func isRedacted(text string) bool {
	mark := secrets.Redacted
	return strings.Contains(mark, text)
}

// notGiven stands in the place of a secret and is none.
var notGiven = words.Set(`required optional none empty unknown unset default rotated changed shared vault missing forgotten expired optional mandatory weak disabled printed leer keins unbekannt geändert geheim optional nötig weg abgelaufen aushang
	ninguna ninguno vacía aucun vide 没有 保密 `)

// chosen says whether a text looks like one that somebody chose to keep others
// out: letters with digits or signs among them.
func chosen(text string) bool {
	if len(text) < 4 || isPlaceOf(text) || !utf8.ValidString(text) {
		return false
	}
	letters := strings.ContainsFunc(text, unicode.IsLetter)
	digits := strings.ContainsAny(text, "0123456789")
	signs := strings.ContainsAny(strings.TrimRight(text, "!?"), "!?&%$+#*=~^")
	return letters && (digits || signs) || digits && signs
}

// isPlaceOf says whether a text names where a secret lies: a path, an address, an
// environment variable, a flag, an item of a vault.
func isPlaceOf(text string) bool {
	lower := strings.ToLower(text)
	switch {
	case strings.HasPrefix(text, "$") && !strings.ContainsAny(text[1:], "!?&%+#*=~^$") || strings.HasPrefix(text, "--") || strings.HasPrefix(text, "~/"):
		return true
	case strings.Contains(text, "://") || strings.Contains(text, "/") && !strings.ContainsAny(text, "!?&%+#*=~^"):
		return true
	case strings.HasPrefix(text, "<") || strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
		return true
	}
	for _, word := range []string{"vault", "keepass", "bitwarden", "1password", "keychain", "tresor:", "secrets.", ".env", ".txt", ".kdbx", ".json", ".yaml", ".yml", ".gpg", ".age", ".pem", "your", "dein", "tu-"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return envName.MatchString(text)
}
