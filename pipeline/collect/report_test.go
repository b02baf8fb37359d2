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
To check a backup, restore it somewhere else
We have to sign both copies
Have to pay in cash at the harbour
Send timesheets by Friday
Am Morgen Fenster kippen
Abends noch Fenster schließen
Не откладывай на завтра
提前说明天气情况
今天的事不拖到明天
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
로그를 먼저 본다
Write the room number on the key
Whoever opens the shop counts the till
Bread keeps longer in paper
Dough wants time, not flour
The oven door is hotter than it looks
Two timers, two people
An allergy is never an opinion
Names of guests go on the card, not on the cup
A quote without a date is a rumour
Ferries run late in fog
The old key fits the new lock
Seedlings hate wet feet
Water at dawn, feed at dusk
Goats eat labels
Check the tide table twice
The council answers letters within 14 days
Permits expire after 90 days
Deposits are refunded in 30 days
Kids remember promises
Parents read the first line only
Volunteers come when asked by name
One spreadsheet, one owner
Merge early, merge often
Retries hide bugs
Timeouts add up across services
Staging lies about load
A flaky test is a broken test
Feature flags outlive their authors
Read the diff, not the title
Secrets leak through logs
Batteries die at 20 percent in cold
Kettle first, then the phone
The blue van pulls to the left
Mr. Osei pays in cash on the first
Tickets sell out by noon
The choir sings better standing
Applause covers the door
Der Ofen braucht 20 Minuten Vorlauf
Teig ruht über Nacht
Frau Osei zahlt bar am Ersten
Der Schlüssel klemmt bei Regen
Ein Blick ins Lager spart zwei Fahrten
Mails am Freitag liest keiner
Fristen zählen ab Zustellung
Kinder brauchen Namensschilder
Holz arbeitet, Leim verzeiht nichts
Der Mieter lüftet, der Vermieter heizt
Pausen stehen im Plan
Zusagen nur schriftlich
Preise netto, Angebote brutto
Termine eine Woche vorher bestätigen
El horno miente diez grados
La masa reposa toda la noche
Los lunes no hay reparto
Pedir el presupuesto por escrito
Quien abre la caja, la cuenta
El cliente lee la primera línea
出门前看天气
老人的药分早晚
发票当天扫描
买票用证件原名
孩子发烧先量体温
钥匙放鞋柜上层
退货留好快递单
会议纪要当晚发出
Yesterday's dump is not a backup
Moved files keep old permissions
Boiled water keeps for 3 days
Frozen dough rises in 5 hours
Two printed copies beat one cloud
Signed contracts go to the blue folder
Posted letters arrive in 2 days
Unpaid invoices after 14 days: phone
The 8:15 train is full on Mondays
Staff meeting means no deploys
Release notes come from Amina
Order numbers start with the year
Mail to Okoro bounces above 10 MB
Backup window is 02:00 to 04:00
Rate limit: 60 per minute
Fix the cause, not the symptom
Fixed prices calm people
The pump lost prime because nobody bled it
I sent it to everyone instead of Mara
Copied the old key over the new one
Ran the script in the wrong folder
The demo failed since the wifi asked for a login
Paper jams come in humid weather
Ask Mara, she knows the locks
Close tickets with a sentence
Open windows let the cats out
Missing labels cost an hour
Broken links drive readers away
An open question is better than a closed mind
Gegossene Formen schrumpfen
Bestellte Ware bleibt beim Händler stehen
Gekaufte Listen bringen nichts
Am Montag ruft man niemanden vor 10 an
Die Kasse rundet auf 5 Cent
Kaffee kommt von Ahlers
Briefe liegen drei Tage
Das Tor klemmt bei Frost
Ein Foto spart drei Mails
Rechnungen mit Foto, Fotos mit Datum
Mündlich zugesagt ist nicht zugesagt
Wir haben das Datum überlesen
Pedidos por teléfono se olvidan
Pan congelado, corte limpio
El banco cierra a las 14:00
Un pedido sin firma no existe
Firmado no es pagado
Les clés restent chez la voisine
La facture part avec le colis
Un devis signé vaut commande
Chaves ficam com a vizinha
Le chiavi stanno dalla vicina
Faktura idzie z paczką
Ключи лежат у соседки
Старые диски умирают парами
快递周末不送
发票三十天内报销
会议提前五分钟到
改了密码就告诉家人
两个人看过再发
領収書はその日のうちに撮る
鍵は隣の家に預ける
영수증은 당일에 찍는다
열쇠는 이웃에게 맡긴다`
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
내일 전기 기사에게 전화
Oven repaired, 180 euros
Inspector came, all good
New mixer delivered Tuesday
Flour order placed, arrives Thursday
Till was 4 euros short
Sold 214 loaves
Poster draft 2 sent to Amina
Booked the hall for 12 December
Password for the booking portal changed today
Rehearsal at 19:30 tonight
Choir list updated, 31 names
Sick today: Jonas, Li
Release 3.2 went out at 16:20
Three tickets left
Server room 24 degrees this morning
Ran the migration, took 40 minutes
Half the seedlings died
Planted 40 leeks and two rows of chard
Vet visit done, goat is fine
Hay delivered, 30 bales
Fence in the north field still open
Waiting on the permit
Phoned the insurer, case 88-213
Ofen repariert, 180 Euro
Prüfer war da, alles gut
Mehl bestellt, Lieferung Donnerstag
214 Brote verkauft
Plakat an Amina geschickt
Saal gebucht für den 12.12.
Heute krank: Jonas, Li
Ziegenimpfung erledigt
30 Ballen Heu eingelagert
Zaun im Norden noch offen
Versicherung angerufen, Fall 88-213
Noch 3 Karten übrig
Horno reparado, 180 euros
Harina pedida, llega el jueves
Vendidos 214 panes
Sala reservada para el 12
Enviado el cartel a Amina
烤箱修好了，180元
面粉订好了，周四到
今天卖了214个面包
海报已发给阿米娜
还剩3张票
保险公司打过电话了
签证材料交了
本周体重 62.5`
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
