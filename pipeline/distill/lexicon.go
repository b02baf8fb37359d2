package distill

import "wisdom/internal/words"

// The lists below are data. Add a word or a language where it is missing;
// everything is in lower case.

// openers begin a rule in other languages, or a rule in English that has no
// verb in front.
var openers = words.Set(`always never don't do not only every each any one no first before after when if once until without
	immer nie niemals kein keine keinen erst zuerst vor nach jede jeder jedes nur ohne nicht wer was wenn
	siempre nunca no jamás antes después primero cada solo sin toujours jamais avant après chaque sans ne
	sempre mai prima dopo ogni senza nunca antes depois всегда никогда не сначала перед`)

// cjkOpeners begin a rule in Chinese and Japanese.
var cjkOpeners = []string{"先", "不要", "不", "别", "必须", "永远", "每", "凡是", "要", "只", "任何", "务必", "禁止", "勿", "必ず", "まず"}

// backward are words that point to what was said before, or tell a story rather
// than a rule: a clause that begins with one cannot stand alone.
var backward = words.Set(`it its it's this that that's these those they them he she his her there then so and but because which otherwise also still instead thus therefore hence or nor yet
	i i'm i'd i've we we're we'd you'll my our me us what's here even just maybe perhaps now today yesterday tonight again
	es das dies dieser diese dieses sie er dann also und aber weil sonst trotzdem ich wir mein meine unser heute gestern da deshalb
	eso esto ello entonces y pero porque yo nosotros mi hoy ayer cela ça ceci alors et mais parce je nous c'est
	это этот эта он она они потом и но потому я мы`)

// conditional are words that begin a part which waits for the rule: "if you can't
// say", "wenn der Strom ausfällt".
var conditional = words.Set(`if unless whenever while although though because since
	wenn falls sofern sobald solange obwohl weil si cuando aunque mientras quando lorsque sebbene если когда пока jeśli gdy kiedy`)

var cjkConditional = []string{"如果", "只要", "除非", "虽然", "要是", "万一", "もし"}

var cjkBackward = []string{"这", "那", "它", "他", "她", "我", "我们", "所以", "但是", "但", "因为", "于是", "结果", "然后", "今天", "昨天", "これ", "それ"}

// narrative are words within a clause that tell what happened once.
var narrative = words.Set(`was were had did got went came took broke lost failed spent found saw thought knew turned i we my our me us he she his her
	yesterday today tonight ago o'clock monday tuesday wednesday thursday friday saturday sunday
	war waren hatte hatten wurde wurden ging kam fand ich wir mein meine gestern heute uns mir mich
	fue era había hizo estaba yo mi mis ayer hoy était avait je nous`)

// reasons begin a part that only says why; what stands before it says the rule.
var reasons = []string{
	" because ", " since ", " so that ", " so ", " otherwise ", " which ", " even if ", " even when ", " even though ", " although ", " though ", " as it ", " as the ",
	" weil ", " denn ", " damit ", " sonst ", " auch wenn ", " porque ", " ya que ", " aunque ", " para que ", " parce que ", " afin que ", " perché ", "，否则", "，因为", "，不然",
}

// additions begin a part that adds to the rule before it.
var additions = []string{", and ", " and then ", ", not ", ", or ", ", und ", ", dann ", ", y ", ", luego ", ", et ", ", puis ", "，再", "，并", "，然后"}

// turning are words with which a rule forbids or limits: what follows may not be
// cut off.
var turning = words.Set(`not never no don't doesn't none nothing only without unless until except if when nor neither cannot can't avoid stop
	nicht nie niemals kein keine keinen nur ohne außer wenn falls bis
	nunca jamás sin sólo solo salvo si cuando hasta no ne jamais sans sauf si quand`)

// cutOff are words before a specific that go with it when it is left out: "on
// port 3100", "in the file config.yaml", "such as v2".
var cutOff = words.Set(`on in at via with from to for under per like as of into by using through over near
	auf in im am bei mit von zu für unter über an en con de desde para por sur dans avec pour`)

// unfinished are words with which no clause ends, beside those above.
var unfinished = words.Set(`the a an and or but that than is are be was were has have such e.g after before during between against until without
	nach vor während zwischen gegen bis ohne antes después durante entre contra hasta sin avant après pendant jusque sans
	dem der den die das und oder aber dass als ist sind el la los las un una y o pero que es son le les une et ou mais est sont`)

// fillers may stand between such a word and the specific.
var fillers = words.Set(`the a an port host file folder path model version server url address id flag command such e.g
	dem der den die das datei ordner modell el la los las un una puerto archivo le les une`)

// nameless are words that make a poor name for a theme.
var nameless = words.Set(`must need needs should would could can may might will goes go get gets got put puts make makes do does done take takes come comes
	one two three four five six seven eight nine ten first second third last next same other another own whole new old good bad right wrong much many more most less least few
	thing things way ways time times day days hour hours minute minutes week month year yes something anything everything someone anyone nobody people person place part kind lot
	use using twice whatever whoever whichever let lets turn turns before after first then there here when where what who how why any every each all both only also just still again already always never
	muss müssen soll sollen kann können wird werden machen macht geht kommt eins zwei drei vier fünf erste zweite letzte nächste sache ding tag tage stunde stunden zeit mal alle alles jede jeder jedes
	debe deben puede pueden hacer hace ir va uno dos tres primero último cosa cosas día días hora horas vez veces todo todos cada`)

// emptyCharacters are Chinese ones that carry no meaning by themselves: particles,
// pronouns, what denies, allows or demands, and numbers.
const emptyCharacters = "的了着过要都就也是在有和与把被让给我你他她它们这那个一不没别再先才只能会可以得必须应该吗呢吧啊及或而且但如果到上下里中为对从向跟还很太" +
	"二三四五六七八九十两几半百千"
