// What the parts of books and plays are called and how they are counted, in many languages: sources of regular expressions
// that ignore case.

export const ROMAN = '(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';

/** One to nineteen, then the tens. */
export const CARDINAL_WORDS =
  'ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE|THIRTEEN|FOURTEEN|FIFTEEN|SIXTEEN|SEVENTEEN|EIGHTEEN|NINETEEN|TWENTY|THIRTY|FORTY|FIFTY|SIXTY|SEVENTY|EIGHTY|NINETY'.split(
    '|',
  );
export const CARDINAL = `(?:${CARDINAL_WORDS.slice(19).join('|')})(?:[- ](?:${CARDINAL_WORDS.slice(0, 9).join('|')}))?|${CARDINAL_WORDS.slice(0, 19).toReversed().join('|')}`;

/** One to twelve in other languages, which number parts but no rows of their own. */
const OTHER_CARDINALS = [
  'EINS|ZWEI|DREI|VIER|FÜNF|SECHS|SIEBEN|ACHT|NEUN|ZEHN|ELF|ZWÖLF',
  'UN|DEUX|TROIS|QUATRE|CINQ|SIX|SEPT|HUIT|NEUF|DIX|ONZE|DOUZE',
  'UNO|DOS|TRES|CUATRO|CINCO|SEIS|SIETE|OCHO|NUEVE|DIEZ|ONCE|DOCE',
  'DUE|TRE|QUATTRO|CINQUE|SEI|SETTE|OTTO|NOVE|DIECI|UNDICI|DODICI',
  'UM|DOIS|TRÊS|QUATRO|SETE|OITO|DEZ|DOZE',
  'EEN|ÉÉN|TWEE|DRIE|VIJF|ZES|ZEVEN|NEGEN|TIEN|TWAALF',
  'ETT|EN|TVÅ|TO|FYRA|FIRE|FEM|SEX|SEKS|SJU|SYV|ÅTTA|ÅTTE|OTTE|NIO|NI|TIO|TI|ELVA|ELLEVE|TOLV',
  'JEDEN|DWA|TRZY|CZTERY|PIĘĆ|SZEŚĆ|SIEDEM|OSIEM|DZIEWIĘĆ|DZIESIĘĆ',
  'ОДИН|ДВА|ТРИ|ЧЕТЫРЕ|ПЯТЬ|ШЕСТЬ|СЕМЬ|ВОСЕМЬ|ДЕВЯТЬ|ДЕСЯТЬ',
].join('|');

const ENGLISH =
  'FIRST|SECOND|THIRD|FOURTH|FIFTH|SIXTH|SEVENTH|EIGHTH|NINTH|TENTH|ELEVENTH|TWELFTH|THIRTEENTH|FOURTEENTH|FIFTEENTH|SIXTEENTH|SEVENTEENTH|EIGHTEENTH|NINETEENTH|TWENTIETH|LAST';
const GERMAN =
  '(?:ERST|ZWEIT|DRITT|VIERT|FÜNFT|SECHST|SIEB(?:EN)?T|ACHT|NEUNT|ZEHNT|ELFT|ZWÖLFT|DREIZEHNT|VIERZEHNT|FÜNFZEHNT|SECHZEHNT|SIEBZEHNT|ACHTZEHNT|NEUNZEHNT|ZWANZIGST|LETZT)E[RS]?';
const FRENCH =
  'PREMI(?:ER|ÈRE)|DERNI(?:ER|ÈRE)|SECONDE?|(?:DEUX|TROIS|QUATR|CINQU|SIX|SEPT|HUIT|NEUV|DIX|ONZ|DOUZ|TREIZ|QUATORZ|QUINZ|SEIZ|VINGT)IÈME';
const SPANISH =
  'PRIMER[OA]?|TERCER[OA]?|(?:SEGUND|CUART|QUINT|SEXT|S[EÉ]PTIM|OCTAV|NOVEN|D[EÉ]CIM|UND[EÉ]CIM|DUOD[EÉ]CIM|[ÚU]LTIM)[OA]';
const ITALIAN = '(?:PRIM|SECOND|TERZ|QUART|SEST|SETTIM|OTTAV|NON|DECIM|UNDICESIM|DODICESIM|TREDICESIM|ULTIM)[OA]';
const PORTUGUESE = '(?:PRIMEIR|TERCEIR|SÉTIM|OITAV|DÉCIM)[OA]';
const DUTCH = 'EERSTE|TWEEDE|DERDE|VIERDE|VIJFDE|ZESDE|ZEVENDE|ACHTSTE|NEGENDE|TIENDE|ELFDE|TWAALFDE|LAATSTE';
const NORDIC =
  'F[ÖØ]RST[AE]|ANDRA|ANDRE|ANDEN|ANDET|TREDJE|FJ[ÄE]RDE|FEMTE|SJ[ÄE]TTE|SJUNDE|SJUENDE|SYVENDE|ÅTTONDE|ÅTTENDE|OTTENDE|NIONDE|NIENDE|TIONDE|TIENDE|ELFTE|ELLEVTE|TOLFTE|TOLVTE|SISTA|SISTE|SIDSTE';
const POLISH =
  '(?:PIERWSZ|CZWART|PIĄT|SZÓST|SIÓDM|ÓSM|DZIEWIĄT|DZIESIĄT|JEDENAST|DWUNAST)[YAE]|DRUG(?:I|A|IE)|TRZECI[AE]?|OSTATNI[AE]?';
const CZECH = 'PRVNÍ|TŘETÍ|POSLEDNÍ|(?:DRUH|ČTVRT|PÁT|ŠEST|SEDM|OSM|DEVÁT|DESÁT)[ÝÁÉ]';
const RUSSIAN =
  '(?:ДВАДЦАТЬ |ТРИДЦАТЬ |СОРОК )?(?:ПЕРВ|ВТОР|ТРЕТ|ЧЕТВ[ЕЁ]РТ|ПЯТ|ШЕСТ|СЕДЬМ|ВОСЬМ|ДЕВЯТ|ДЕСЯТ|(?:ОДИН|ДВЕ|ТРИ|ЧЕТЫР|ПЯТ|ШЕСТ|СЕМ|ВОСЕМ|ДЕВЯТ)НАДЦАТ|ДВАДЦАТ|ТРИДЦАТ|ПОСЛЕДН)(?:ЫЙ|ИЙ|ОЙ|АЯ|ЬЯ|ЯЯ|ОЕ|ЬЕ|ЕЕ)';
const UKRAINIAN = "(?:ПЕРШ|ДРУГ|ЧЕТВЕРТ|П[’']?ЯТ|ШОСТ|СЬОМ|ВОСЬМ|ДЕВ[’']?ЯТ|ДЕСЯТ)(?:ИЙ|А|Е)|ТРЕТ(?:ІЙ|Я|Є)";

export const ORDINAL = [
  ...[ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH, NORDIC, POLISH, CZECH, RUSSIAN, UKRAINIAN],
].join('|');

/** What comes behind the name of a part: `II`, `12`, `twelve`, `the last`, `première`, `первая`. */
export const NUMBER = `(?:${ROMAN}|[0-9]{1,4}|${CARDINAL}|${OTHER_CARDINALS}|(?:THE )?(?:${ORDINAL}))`;

/** Chinese and Japanese numerals: everyday ones, and those that can't be altered. */
export const HAN_NUMERALS = '一二三四五六七八九十百千万〇零两兩廿卅壹壱贰貳弐叁參参肆伍陆陸柒捌玖拾佰仟';
/** What parts of Chinese, Japanese and Korean books without a number are called. */
export const PARTS_WITHOUT_NUMBERS =
  '序章|序幕|序|楔子|引子|尾声|尾聲|终章|終章|后记|後記|番外(?:篇|編|编)?|プロローグ|エピローグ|幕間|あとがき|프롤로그|에필로그';

export const VOLUME = 'VOLUME|VOL\\.|TOME|TOMO|BAND|TOM|ТОМ';
/** Parts of books. */
export const PART =
  'PART|BOOK|PARTIE|LIVRE|TEIL|BUCH|PARTE|LIBRO|LIVRO|DEEL|BOEK|DEL|DELEN|BOK|BOKEN|CZĘŚĆ|KSIĘGA|ČÁST|KNIHA|ЧАСТЬ|КНИГА|ЧАСТИНА';
/** Parts of plays, the larger ones. */
export const ACT = 'ACT|ACTE|ACTO|ATTO|ATO|AKT|AKTEN|AUFZUG|BEDRIJF|JORNADA|ДЕЙСТВИЕ|АКТ|ДІЯ';
export const CHAPTER =
  'CHAPTER|CHAP\\.|CHAPITRE|KAPITEL|KAPITLET|KAPITTEL|CAP[IÍ]TULO|CAPITOLO|CAPITOL|HOOFDSTUK|ROZDZIAŁ|KAPITOLA|LUKU|FEJEZET|BÖLÜM|ГЛАВА|РОЗДІЛ|LETTER|STAVE|CANTO';
/** Parts of plays, the smaller ones. */
export const SCENE = 'SCENE|SCÈNE|SZENE|AUFTRITT|ESCENA|SCENA|CENA|SCEN|SCENEN|TONEEL|СЦЕНА|ЯВЛЕНИЕ|ЯВА';
/** Parts of plays too, where an ordinal says so: `Bild 1` is a picture. */
export const PICTURE = 'BILD|TABLEAU|CUADRO|QUADRO|КАРТИНА';
