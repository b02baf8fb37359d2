package collect

import (
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// rules are short rules, facts and owned-up mistakes that no sign of a report may
// cost; reports what stands among them and is none of that.
const (
	rules = `
Never deploy on Fridays
DNS changes take 48 hours
Backups before upgrades
A green check is not a test
Cheap cables cost more than good ones
Telegram cuts messages at 4096 characters
Two is one and one is none
Smaller batches fail faster
Cron runs in UTC
Postgres sorts NULLs last
Docker caches layers by line
Ports below 1024 belong to root
Port 8080 and port 8443 clash
SQLite locks the whole file
Sensors drift with temperature
The east gate sticks in frost
Old drives die in pairs
Restarted services lose their cache
Returned parcels carry the old label
Cached answers outlive the server
Used parts come without warranty
Mara prefers tea
Mara answers mails on Mondays
The bank closes at 16:00
The newsletter goes out on Friday at 06:30
Invoices over 500 euros go to Petra
Suppliers deliver on Tuesdays only
From today backups run hourly
We decided to stay with the small server
Ask twice, cut once
Rollback first, debug later
Logs beat memory
Deleted the wrong folder because two had one name
Sent the invoice to the wrong customer
Assumed the token was still valid
Trusted the cache and paid for it
Forgot the time zone
Trust nobody with root
Label both ends
Small PRs get reviewed
Big PRs rot
Silence means no
Silence is no consent
Test restores, not backups
Remember to close the valve before leaving
Need to know the port before opening the firewall
Read today what you sign tomorrow
Etiketten erst drucken, wenn die Sorte stimmt
Kessel im Mai entkalken
Müll am Vorabend rausstellen
Der Shop rundet ab
Die Bank bucht erst nach 15 Uhr
Ab heute zählt das neue Formular
Thermopapier verblasst in einem Sommer
Schlüssel hängt bei Svea
Frau Petersen will Anrufe, keine Mails
Doppelt geprüft ist halb gewonnen
Gesendet heißt nicht gelesen
Rechnung geht sofort raus
Montags bleibt zu
Angebot schriftlich, Zusage schriftlich
Skonto: 2 % binnen 10 Tagen
Zwei Augenpaare pro Überweisung
Hay que apagar la bomba antes de limpiar
Probar la copia cada mes
Guardar siempre el recibo
El proveedor cobra el envío aparte
Las facturas vencen a los 30 días
Vérifier le total avant d'envoyer
Le four ment de dix degrés
Verificar o total antes de enviar
Controllare il totale prima di inviare
Zawsze sprawdzaj kopię przed zmianą
Сначала копия, потом обновление
Проверяй сумму перед отправкой
先备份再动手
日志保留30天
转账前念一遍金额
合同看清续费条款
外婆的药饭后吃
送货のまえに電話する
デプロイは金曜日にしない
バックアップは毎日確認する
배포 전에 백업을 확인할 것
금요일에는 배포하지 않는다
로그를 먼저 본다`
	reports = `
31 files renamed
Rechnung 2026-0419 raus
Fence painted
12 tulips planted
3 invoices still open
Ledger photographed completely
Called the plumber
Bought a new kettle
Ordered 40 bulbs
Invoice sent 2026-11-03
Meeting moved to Thursday 14:00
Tickets booked for the 4th
Draft is with Nkem since yesterday
Waiting for the carpenter
Electrician comes tomorrow
Need to call the electrician tomorrow
Still need to order filters
Call the dentist tomorrow
Have to return the drill by Friday
TODO move backups
Need to buy milk
To do: gutters
Deployed v2.3 at 10:05
Merged PR 88
11 guests, 2 broken glasses
Parcel arrived, box damaged
Kiln repaired, 240 euros
Gate fixed today
Umsatz 1.412,50
Hecke geschnitten, Grüngut weg
Neue Gießkannen bestellt
Heizung repariert
Rechnung bezahlt am 3.11.
Paket abgeholt
3 Buchungen noch offen
Drucker defekt
Morgen den Elektriker anrufen
Muss noch die Steuer machen
Angebot noch schreiben
Offen: Angebot an den Kindergarten
Noch offen: Schlüssel
Nächste Woche Termin beim Amt
Treffen auf Dienstag verschoben
Factura enviada
Pedido entregado ayer
Llamé al fontanero
Pagado el alquiler
Mañana llamar al electricista
Hay que llamar al banco mañana
Pendiente: revisar la web
Falta comprar tornillos
Facture envoyée hier
Reste à payer le loyer
Il faut appeler le plombier demain
Fatura paga ontem
Fattura inviata ieri
Wysłano fakturę wczoraj
Счёт оплачен
Вчера отправил посылку
Завтра позвонить в банк
押金到账 5200
快递已寄出
退款办好了
待办：给豆豆买雨靴
明天给电工打电话
今天修好了水管
昨日荷物を送りました
請求書を送付済み
明日電気屋に電話
송장 보냄
어제 택배 도착
내일 전기 기사에게 전화`
)

// A line tells the same whether it stands alone or ends without a stop in a list
// whose others have one.
func TestRulesAndReports(t *testing.T) {
	for around, others := range map[string]int{
		"": 0,
		"- Always keep the receipt of what you bought.\n- Nobody reads a second page.\n- Never trust a tidy list.\n": 3,
	} {
		for kind, list := range map[string]string{"rule": rules, "report": reports} {
			for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
				text := "## Lessons\n\n" + around + "- " + line + "\n"
				found := len(collectFrom(t, map[workspace.Path]string{"MEMORY.md": text}, nil, nil).Lessons) - others
				if (found == 1) != (kind == "rule") {
					t.Errorf("%s %q beside %d others: found %d", kind, line, others, found)
				}
			}
		}
	}
}
