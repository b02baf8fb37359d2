package words

import (
	"strconv"
	"strings"
	"unicode"
)

// values are what a text names of things of which there are several, by their kind:
// days, colours, numbers and so on, each by the same name in every language.
type values map[string]map[string]bool

// valuesDiffer says whether two texts have values of one kind and none in common.
func valuesDiffer(a, b values) bool {
	for kind, inA := range a {
		inB := b[kind]
		if len(inB) == 0 {
			continue
		}
		shared := false
		for value := range inA {
			shared = shared || inB[value]
		}
		if !shared {
			return true
		}
	}
	return false
}

// valuesIn finds the values of a text; spoken are its words in lower case.
func valuesIn(text string, spoken map[string]bool) values {
	found := values{}
	for word := range spoken {
		if v, known := valueOf(word); known {
			found.add(v)
		}
	}
	for name := range Split(text) {
		if IsFirstName(name) {
			found.add(value{"person", strings.TrimSuffix(strings.ToLower(bareName(name)), "s")})
		}
	}
	if hasCJK(text) {
		for written, v := range unspacedValues {
			if strings.Contains(text, written) {
				found.add(v)
			}
		}
		for _, number := range reHanNumber().FindAllStringSubmatch(text, -1) {
			found.add(value{"number", hanDigits.Replace(number[1])})
		}
	}
	return found
}

func (v values) add(one value) {
	if v[one.kind] == nil {
		v[one.kind] = map[string]bool{}
	}
	v[one.kind][one.name] = true
}

type value struct{ kind, name string }

func valueOf(word string) (value, bool) {
	if !strings.ContainsFunc(word, unicode.IsLetter) {
		return value{"number", word}, true
	}
	if n, known := numberWords[word]; known {
		return value{"number", strconv.Itoa(n)}, true
	}
	v, known := namedValues[word]
	return v, known
}

// namedValues and unspacedValues are the values that have names, those of scripts
// without spaces apart. They are data: a line is a kind, then its values, and all
// names of one value stand together between slashes.
var namedValues, unspacedValues = readValues(`
day monday/mondays/montag/montags/lunes/lundi/lunedì/segunda-feira/poniedziałek/понедельник/周一/星期一/月曜 tuesday/tuesdays/dienstag/dienstags/martes/mardi/martedì/wtorek/вторник/周二/星期二/火曜
day wednesday/wednesdays/mittwoch/mittwochs/miércoles/mercredi/mercoledì/środa/среда/周三/星期三/水曜 thursday/thursdays/donnerstag/donnerstags/jueves/jeudi/giovedì/czwartek/четверг/周四/星期四/木曜
day friday/fridays/freitag/freitags/viernes/vendredi/venerdì/piątek/пятница/周五/星期五/金曜 saturday/saturdays/samstag/samstags/sonnabend/sábado/samedi/sabato/sobota/суббота/周六/星期六/土曜
day sunday/sundays/sonntag/sonntags/domingo/dimanche/domenica/niedziela/воскресенье/周日/星期日/星期天/日曜
month january/januar/enero/janvier/gennaio/janeiro/styczeń/январь february/februar/febrero/février/febbraio/fevereiro/luty/февраль march/märz/marzo/mars/março/marzec/март april/abril/avril/aprile/kwiecień/апрель
month june/juni/junio/juin/giugno/junho/czerwiec/июнь july/juli/julio/juillet/luglio/julho/lipiec/июль august/agosto/août/sierpień/август september/septiembre/septembre/settembre/setembro/wrzesień/сентябрь
month october/oktober/octubre/octobre/ottobre/outubro/październik/октябрь november/noviembre/novembre/novembro/listopad/ноябрь december/dezember/diciembre/décembre/dicembre/dezembro/grudzień/декабрь
colour white/weiß/weiße/weißen/weißer/weißes/blanco/blanca/blanc/blanche/bianco/bianca/biały/белый/白色 black/schwarz/schwarze/schwarzen/schwarzer/schwarzes/negro/negra/noir/noire/nero/nera/czarny/чёрный/黑色
colour green/grün/grüne/grünen/grüner/grünes/verde/vert/verte/zielony/зелёный/绿色/緑色 red/rot/rote/roten/roter/rotes/rojo/roja/rouge/rosso/rossa/vermelho/czerwony/красный/红色/赤色
colour blue/blau/blaue/blauen/blauer/blaues/azul/bleu/bleue/blu/niebieski/синий/蓝色/青色 yellow/gelb/gelbe/gelben/gelber/gelbes/amarillo/amarilla/jaune/giallo/gialla/amarelo/żółty/жёлтый/黄色
colour brown/braun/braune/braunen/brauner/braunes/marrón/brun/brune/棕色 grey/gray/grau/graue/grauen/graues/gris/grigio/灰色 purple/lila/violett/morado/紫色 pink/rosa/粉色
side left/links/linke/linken/linker/izquierda/izquierdo/gauche/sinistra/esquerda/lewy/левый/左边/左侧 right-hand/rechts/rechte/rechten/rechter/derecha/derecho/droite/destra/direita/prawy/правый/右边/右侧
direction north/northern/norden/nördlich/norte/nord/север/北边/北侧 south/southern/süden/südlich/sur/sud/юг/南边/南侧 east/eastern/osten/östlich/este/восток/东边/东侧 west/western/westen/westlich/oeste/ouest/запад/西边/西侧
size small/smaller/klein/kleine/kleinen/kleiner/kleines/pequeño/pequeña/petit/petite/piccolo/piccola/mały/小号 medium/mittlere/mittlerer/mediano/mediana/中号 large/larger/big/bigger/groß/große/großen/großer/großes/grande/grand/duży/大号
level upper/obere/oberen/oberer/oberes/superior/楼上 lower/untere/unteren/unterer/unteres/inferior/楼下
`)

func readValues(text string) (named, unspaced map[string]value) {
	named, unspaced = map[string]value{}, map[string]value{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		fields := strings.Fields(line)
		for _, names := range fields[1:] {
			first, _, _ := strings.Cut(names, "/")
			for name := range strings.SplitSeq(names, "/") {
				if hasCJK(name) {
					unspaced[name] = value{fields[0], first}
				} else {
					named[name] = value{fields[0], first}
				}
			}
		}
	}
	return named, unspaced
}
