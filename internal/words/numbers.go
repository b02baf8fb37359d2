package words

import (
	"strings"
	"unicode/utf8"
)

// numberWords are numbers from two on as people write them. Those for one are
// articles too. They are data: add a language where it is missing.
var numberWords = func() map[string]int {
	all := map[string]int{}
	for line := range strings.Lines(strings.TrimSpace(`
2 two zwei dos deux due dois duas dwa два две twee
3 three drei tres trois tre três trzy три drie
4 four vier cuatro quatre quattro quatro cztery четыре
5 five fünf cinco cinq cinque pięć пять vijf
6 six sechs seis sei sześć шесть zes
7 seven sieben siete sept sette sete siedem семь zeven
8 eight acht ocho huit otto oito osiem восемь
9 nine neun nueve neuf nove dziewięć девять negen
10 ten zehn diez dix dieci dez dziesięć десять tien
11 eleven elf undici onze jedenaście одиннадцать
12 twelve zwölf doce douze dodici doze dwanaście двенадцать twaalf
13 thirteen dreizehn trece treize tredici treze
14 fourteen vierzehn catorce quatorze quattordici catorze
15 fifteen fünfzehn quince quinze quindici piętnaście пятнадцать
16 sixteen sechzehn dieciséis seize sedici
17 seventeen siebzehn diecisiete
18 eighteen achtzehn dieciocho
19 nineteen neunzehn diecinueve
20 twenty zwanzig veinte vingt venti vinte dwadzieścia двадцать twintig
30 thirty dreißig treinta trente trenta trinta trzydzieści тридцать
40 forty vierzig cuarenta quarante quaranta quarenta сорок
50 fifty fünfzig cincuenta cinquante cinquanta cinquenta пятьдесят
60 sixty sechzig sesenta soixante sessanta sessenta
70 seventy siebzig setenta settanta
80 eighty achtzig ochenta ottanta oitenta
90 ninety neunzig noventa novanta
100 hundred hundert cien ciento cento сто
200 zweihundert doscientos
500 fünfhundert quinientos
1000 thousand tausend mil mille тысяча
`)) {
		fields := strings.Fields(line)
		n := 0
		for _, digit := range fields[0] {
			n = 10*n + int(digit-'0')
		}
		for _, word := range fields[1:] {
			all[word] = n
		}
	}
	return all
}()

// leastNumber is the number from which on one belongs to one situation even
// without a unit: "try three times" is a rule, "call the twelve members" is not.
const leastNumber = 10

// otherwise are number words that are another word too, in their language or the
// next: they count only in front of a unit.
var otherwise = Set("ten six sei elf cento due mil mille dix sept seize onze once")

// IsNumber says whether a word, in lower case, is a number from two on in words.
func IsNumber(word string) bool { return numberWords[word] > 0 && !otherwise[word] }

// isNumberInWords says whether a word, in lower case, is a number that belongs to
// one situation; next is the word after it.
func isNumberInWords(word, next string) bool {
	n, known := numberWords[word]
	if !known {
		n, known = compoundNumber(word)
	}
	return known && (isUnit(next) || n >= leastNumber && !otherwise[word])
}

// compoundNumber reads "twenty-five" and "fünfundzwanzig".
func compoundNumber(word string) (int, bool) {
	if !strings.HasSuffix(word, "zig") && !strings.HasSuffix(word, "ßig") && !strings.Contains(word, "ty-") {
		return 0, false
	}
	if tens, ones, found := strings.Cut(word, "-"); found {
		n, ten := numberWords[tens]
		m, one := numberWords[ones]
		return n + m, ten && n >= leastNumber && (one || ones == "one")
	}
	ones, tens, found := strings.Cut(word, "und")
	n, ten := numberWords[tens]
	m, one := numberWords[ones]
	return n + m, found && ten && n >= leastNumber && (one || ones == "ein")
}

// reHanNumber finds numbers in Chinese characters in front of what they count. A
// number from ten on needs no unit of measure behind it.
var reHanNumber = Lazily(`([二两三四五六七八九十百]+)个?(?:小时|分钟|秒|天|周|星期|月|年|元|块钱|公里|公斤|米|厘米|度)|([二三四五六七八九]?十[一二三四五六七八九]?)(?:个|次|人|条|张|份|件|名|本|台|家|种)`)

var hanDigits = strings.NewReplacer("二", "2", "两", "2", "三", "3", "四", "4", "五", "5", "六", "6", "七", "7", "八", "8", "九", "9")

// hanNumbers finds the numbers of a text in Chinese characters.
func hanNumbers(text string) []Specific {
	var found []Specific
	for _, at := range reHanNumber().FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		// 第三天 counts in a row; 十分 and 天气 are other words.
		if before == '第' || strings.HasSuffix(text[:at[1]], "天") && strings.ContainsRune("气空线然", after) {
			continue
		}
		found = append(found, Specific{at[0], at[1], InWords})
	}
	return found
}
