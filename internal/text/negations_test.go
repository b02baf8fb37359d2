package text

import "testing"

// Negations went unseen in languages that say them with two words, as a part of a
// word, or in a list that counted one twice.
func TestNegationsInManyLanguages(t *testing.T) {
	for _, tc := range []struct {
		yes, no string
	}{
		{"Restart the router.", "Don’t restart the router."},
		{"Den Router im Mai neu starten.", "Den Router im Mai niemals neu starten."},
		{"Borra los registros.", "No borres nunca los registros."},
		{"Borra los registros.", "Nunca borres los registros."},
		{"Efface les journaux.", "N'efface jamais les journaux."},
		{"Efface les journaux.", "Il ne faut pas effacer les journaux."},
		{"Cancella i registri.", "Non cancellare mai i registri."},
		{"Apague os registros.", "Não apague nunca os registros."},
		{"Удаляй журналы.", "Никогда не удаляй журналы."},
		{"Удалять журналы можно.", "Удалять журналы нельзя."},
		{"Usuwaj dzienniki.", "Nigdy nie usuwaj dzienników."},
		{"ログを消す。", "ログを消さない。"},
		{"ログを消してください。", "ログを消してはいけません。"},
		{"上書きする", "上書き禁止"},
		{"로그를 지운다.", "로그를 지우지 않는다."},
		{"로그를 지워라.", "로그를 지우지 마라."},
		{"特别注意删除", "禁止删除"},
		{"删除日志", "别删除日志"},
		{"ログを消さなければならない。", "ログを消してはならない。"},
	} {
		if n := Negations(tc.yes); n%2 != 0 {
			t.Errorf("%q turns (%d)", tc.yes, n)
		}
		if n := Negations(tc.no); n%2 != 1 {
			t.Errorf("%q does not turn (%d)", tc.no, n)
		}
	}
}
