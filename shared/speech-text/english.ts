import { romanValue } from '../rules/roman-numerals.ts';
import { powerRule } from './powers.ts';
import { alternationOf, createRule, namedGroup, type ReadingRule } from './rewrite.ts';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

const DECADES = [
  '',
  'tens',
  'twenties',
  'thirties',
  'forties',
  'fifties',
  'sixties',
  'seventies',
  'eighties',
  'nineties',
];

const SMALL_NUMBERS = [
  ...[
    '',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
    'thirteen',
  ],
  ...['fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

const wordsBelowHundred = (value: number): string =>
  value < 20
    ? (SMALL_NUMBERS[value] ?? '')
    : [TENS[Math.floor(value / 10)], SMALL_NUMBERS[value % 10]].filter(Boolean).join(' ');

/** Writes out 1 to 999: `one hundred and five`. Returns other numbers in digits. */
export function englishNumber(value: number): string {
  if (value < 1 || value > 999) return String(value);
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const small = wordsBelowHundred(rest).replace(' ', '-');
  if (hundreds === 0) return small;
  return `${SMALL_NUMBERS[hundreds]} hundred${rest === 0 ? '' : ` and ${small}`}`;
}

/** The day is written out, because voices read two numbers after a month as day and year. */
function yearWords(digits: string): string {
  const [century, rest] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (digits.length !== 4 || digits === '1000' || (century % 10 === 0 && rest < 10)) return digits;
  if (rest === 0) return `${wordsBelowHundred(century)} hundred`;
  return `${wordsBelowHundred(century)} ${rest < 10 ? 'oh ' : ''}${wordsBelowHundred(rest)}`;
}

function ordinalWords(value: number): string {
  const last = value % 10;
  const isTeen = Math.floor(value / 10) % 10 === 1;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th');
  return `${value}${ending}`;
}

function dateWords(month: number, day: number, ofYear: string): string | null {
  const name = MONTHS[month - 1];
  if (name === undefined || day < 1 || day > 31) return null;
  return ofYear === '' ? `${name} ${ordinalWords(day)}` : `${name} ${ordinalWords(day)}, ${yearWords(ofYear)}`;
}

const digitByDigit = (digits: string): string => [...digits].join(' ');

interface Unit {
  readonly one: string;
  readonly many: string;
}

const plural = (one: string, many = `${one}s`): Unit => ({ one, many });

/** Singular and plural units, keyed by the symbols written after a number. */
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ['km', plural('kilometer')],
  ['m', plural('meter')],
  ['cm', plural('centimeter')],
  ['mm', plural('millimeter')],
  ['mi', plural('mile')],
  ['ft', plural('foot', 'feet')],
  ['yd', plural('yard')],
  ['yds', plural('yard')],
  ['km²', plural('square kilometer')],
  ['m²', plural('square meter')],
  ['m³', plural('cubic meter')],
  ['sq ft', plural('square foot', 'square feet')],
  ['sq mi', plural('square mile')],
  ['kg', plural('kilogram')],
  ['g', plural('gram')],
  ['mg', plural('milligram')],
  ['µg', plural('microgram')],
  ['lb', plural('pound')],
  ['lbs', plural('pound')],
  ['oz', plural('ounce')],
  ['l', plural('liter')],
  ['L', plural('liter')],
  ['ml', plural('milliliter')],
  ['mL', plural('milliliter')],
  ['gal', plural('gallon')],
  ['km/h', plural('kilometer per hour', 'kilometers per hour')],
  ['kph', plural('kilometer per hour', 'kilometers per hour')],
  ['kmh', plural('kilometer per hour', 'kilometers per hour')],
  ['m/s', plural('meter per second', 'meters per second')],
  ['mph', plural('mile per hour', 'miles per hour')],
  ['rpm', plural('revolution per minute', 'revolutions per minute')],
  ['W', plural('watt')],
  ['kW', plural('kilowatt')],
  ['MW', plural('megawatt')],
  ['GW', plural('gigawatt')],
  ['kWh', plural('kilowatt hour')],
  ['MWh', plural('megawatt hour')],
  ['V', plural('volt')],
  ['kV', plural('kilovolt')],
  ['mA', plural('milliamp')],
  ['Hz', plural('hertz', 'hertz')],
  ['kHz', plural('kilohertz', 'kilohertz')],
  ['MHz', plural('megahertz', 'megahertz')],
  ['GHz', plural('gigahertz', 'gigahertz')],
  ['dB', plural('decibel')],
  ['KB', plural('kilobyte')],
  ['kB', plural('kilobyte')],
  ['MB', plural('megabyte')],
  ['GB', plural('gigabyte')],
  ['TB', plural('terabyte')],
  ['kbps', plural('kilobit per second', 'kilobits per second')],
  ['Mbps', plural('megabit per second', 'megabits per second')],
  ['cal', plural('calorie')],
  ['kcal', plural('kilocalorie')],
  ['J', plural('joule')],
  ['kJ', plural('kilojoule')],
  ['h', plural('hour')],
  ['hr', plural('hour')],
  ['hrs', plural('hour')],
  ['min', plural('minute')],
  ['mins', plural('minute')],
  ['sec', plural('second')],
  ['secs', plural('second')],
  ['ms', plural('millisecond')],
  ['wk', plural('week')],
  ['wks', plural('week')],
  ['yr', plural('year')],
  ['yrs', plural('year')],
  ['ha', plural('hectare')],
  ['°C', plural('degree Celsius', 'degrees Celsius')],
  ['°F', plural('degree Fahrenheit', 'degrees Fahrenheit')],
  ['°', plural('degree')],
  ['%', plural('percent', 'percent')],
]);

const NUMBER = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const MAGNITUDES: Readonly<Record<string, string>> = {
  ...{ k: 'thousand', m: 'million', mn: 'million', mm: 'million' },
  ...{ b: 'billion', bn: 'billion', t: 'trillion', tn: 'trillion' },
};
const LARGE = 'hundred|thousand|million|billion|trillion';

interface Currency extends Unit {
  readonly cents: Unit;
}

const CENTS = plural('cent');
const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ['$', { ...plural('dollar'), cents: CENTS }],
  ['US$', { ...plural('US dollar'), cents: CENTS }],
  ['£', { ...plural('pound'), cents: plural('penny', 'pence') }],
  ['€', { ...plural('euro'), cents: CENTS }],
  ['¥', { ...plural('yen', 'yen'), cents: plural('sen', 'sen') }],
  ['₹', { ...plural('rupee'), cents: plural('paisa', 'paise') }],
]);

const isOne = (number: string): boolean => number === '1';

/** Words that can follow an amount but aren't a noun it modifies: `a $5 or so`. */
const NOT_A_NOUN = /^ (?:or|and|of|to|in|on|at|for|per|from|more|less|away|ago|is|was|by|with|than|that|which|each)$/;

/** Returns whether an amount modifies a noun, as in `a $5 bill`. If so, the unit is singular. */
const isBeforeNoun = (article: string, rest: string): boolean =>
  article !== '' && /^ \p{Ll}/u.test(rest) && !NOT_A_NOUN.test(rest);

const CURRENCY = createRule(
  new RegExp(
    String.raw`(?<article>\b[Aa]n? )?(?<sign>US\$|[$£€¥₹])\s?(?<number>${NUMBER})(?:(?<short>[kKmMbBtT]|bn|mn|mm|tn)(?![\p{L}\d])|[ -](?<large>${LARGE})\b)?(?=(?<rest>(?: \p{L}+)?))`,
    'gu',
  ),
  (match) => {
    const currency = CURRENCIES.get(namedGroup(match, 'sign'));
    if (currency === undefined) return null;
    const [article, number, rest] = [
      namedGroup(match, 'article'),
      namedGroup(match, 'number'),
      namedGroup(match, 'rest'),
    ];
    const magnitude = namedGroup(match, 'large') || (MAGNITUDES[namedGroup(match, 'short').toLowerCase()] ?? '');
    const isSingular = isBeforeNoun(article, rest);
    const [whole = '', part = ''] = number.split('.');
    if (magnitude !== '' || (part !== '' && part.length !== 2)) {
      return `${article}${number}${magnitude && ` ${magnitude}`} ${isSingular ? currency.one : currency.many}`;
    }
    const unit = isOne(whole) || isSingular ? currency.one : currency.many;
    const cents = Number(part);
    const coins = `${cents} ${cents === 1 ? currency.cents.one : currency.cents.many}`;
    if (cents > 0 && whole === '0') return `${article}${coins}`;
    return `${article}${whole} ${unit}${cents > 0 ? ` and ${coins}` : ''}`;
  },
);

const MEASURE = createRule(
  new RegExp(
    String.raw`(?<article>\b[Aa]n? )?(?<![\p{L}\d.,/])(?<number>${NUMBER})(?<gap>[ \u00a0\u202f-]?)(?<symbol>${alternationOf(UNITS.keys())})(?![\p{L}\d'’])(?:\.(?= \p{Ll}))?(?=(?<rest>(?: \p{L}+)?))`,
    'gu',
  ),
  (match) => {
    const unit = UNITS.get(namedGroup(match, 'symbol'));
    const [number, rest] = [namedGroup(match, 'number'), namedGroup(match, 'rest')];
    if (unit === undefined) return null;
    const isSingular = isOne(number) || isBeforeNoun(namedGroup(match, 'article'), rest);
    return `${namedGroup(match, 'article')}${number} ${isSingular ? unit.one : unit.many}`;
  },
);

const FRACTION_SIGNS: Readonly<Record<string, string>> = {
  ...{ '½': '1/2', '¼': '1/4', '¾': '3/4', '⅓': '1/3', '⅔': '2/3', '⅕': '1/5', '⅖': '2/5', '⅗': '3/5', '⅘': '4/5' },
  ...{ '⅙': '1/6', '⅚': '5/6', '⅛': '1/8', '⅜': '3/8', '⅝': '5/8', '⅞': '7/8' },
};
const DENOMINATORS: Readonly<Record<string, string>> = {
  ...{ '2': 'half', '3': 'third', '4': 'quarter', '5': 'fifth', '6': 'sixth', '7': 'seventh', '8': 'eighth' },
  ...{ '9': 'ninth', '10': 'tenth', '12': 'twelfth', '16': 'sixteenth', '32': 'thirty-second' },
};

/** @param after the text that follows, because it is `half of it`, but `one half` alone */
function fractionWords(upper: string, lower: string, isMixed: boolean, after: string): string | null {
  const part = DENOMINATORS[lower];
  if (part === undefined || Number(upper) >= Number(lower) || upper === '0') return null;
  if (isMixed) return upper === '1' ? `a ${part}` : `${upper} ${part}s`;
  if (lower === '2') return /^ (?:of|an?|the)\b/.test(after) ? part : `one ${part}`;
  return upper === '1' ? `one ${part}` : `${upper} ${part}s`;
}

const SIGN = Object.keys(FRACTION_SIGNS).join('');
const FRACTIONS: readonly ReadingRule[] = [
  createRule(
    new RegExp(String.raw`(?:(?<!\d)(?<whole>\d{1,9})[ \u202f]?)?(?<sign>[${SIGN}])(?=(?<after>.{0,4}))`, 'gu'),
    (match) => {
      const [upper = '', lower = ''] = (FRACTION_SIGNS[namedGroup(match, 'sign')] ?? '').split('/');
      const whole = namedGroup(match, 'whole');
      const said = fractionWords(upper, lower, whole !== '', namedGroup(match, 'after'));
      return whole === '' ? said : `${whole} and ${said}`;
    },
  ),
  createRule(
    /(?<![\d/.,\p{L}])(?:(?<whole>\d+)[ -])?(?<upper>\d{1,2})[/⁄](?<lower>\d{1,2})(?![\d/]|\.\d|\p{L})(?=(?<after>.{0,4}))/gu,
    (match) => {
      const whole = namedGroup(match, 'whole');
      const said = fractionWords(
        namedGroup(match, 'upper'),
        namedGroup(match, 'lower'),
        whole !== '',
        namedGroup(match, 'after'),
      );
      if (said === null) return null;
      return whole === '' ? said : `${whole} and ${said}`;
    },
  ),
];

const MONTH_NAMES: ReadonlyMap<string, string> = new Map(
  MONTHS.flatMap((name) => [[name.slice(0, 3), name], ...(name === 'September' ? ([['Sept', name]] as const) : [])]),
);

const DATES: readonly ReadingRule[] = [
  createRule(/(?<![\d/.-])(?<year>[12]\d{3})-(?<month>[01]\d)-(?<day>[0-3]\d)(?![\d/-])/g, (match) =>
    dateWords(Number(namedGroup(match, 'month')), Number(namedGroup(match, 'day')), namedGroup(match, 'year')),
  ),
  // Month first, as in the United States, unless only the order day–month gives a valid date.
  createRule(/(?<![\d/.-])(?<one>\d{1,2})(?<by>[/.-])(?<other>\d{1,2})\k<by>(?<year>\d{4})(?![\d/-])/g, (match) => {
    const [one, other, ofYear] = [
      Number(namedGroup(match, 'one')),
      Number(namedGroup(match, 'other')),
      namedGroup(match, 'year'),
    ];
    return dateWords(one, other, ofYear) ?? dateWords(other, one, ofYear);
  }),
  createRule(/(?<![\d/.-])(?<one>\d{1,2})\/(?<other>\d{1,2})\/(?<year>\d{2})(?![\d/-])/g, (match) => {
    const [one, other, ofYear] = [
      Number(namedGroup(match, 'one')),
      Number(namedGroup(match, 'other')),
      namedGroup(match, 'year'),
    ];
    const full = `${Number(ofYear) < 50 ? '20' : '19'}${ofYear}`;
    return dateWords(one, other, full) ?? dateWords(other, one, full);
  }),
  createRule(/\b(?<month>Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.? (?=\d{1,4}(?!\d))/g, (match) => {
    const name = MONTH_NAMES.get(namedGroup(match, 'month'));
    return name === undefined ? null : `${name} `;
  }),
  createRule(
    /(?<=\b\d{1,2} )(?<month>Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?(?= \d{4}|[,;.])/g,
    (match) => {
      return MONTH_NAMES.get(namedGroup(match, 'month')) ?? null;
    },
  ),
  createRule(
    new RegExp(
      String.raw`\b(?<month>${MONTHS.join('|')}) (?<day>[1-9]|[12]\d|3[01])(?![\d:.,/%-]*\d|st|nd|rd|th|[ -]?[ap]\.?m)`,
      'g',
    ),
    (match) => `${namedGroup(match, 'month')} ${ordinalWords(Number(namedGroup(match, 'day')))}`,
  ),
];

/** Returns whether the text ends here or a capitalised word follows that isn't part of a name (`Smith Jr. Was`). */
const endsSentence = ({ 0: matched, index, input }: RegExpExecArray): boolean =>
  /^["”’)]*(?:\s*$|\s+["“‘(]?(?:\p{Lu}\p{Ll}*|I) \p{Ll})/u.test(input.slice(index + matched.length));

const dayHalf = (letter: string): string => (letter.toLowerCase() === 'a' ? 'A M' : 'P M');

const TIMES: readonly ReadingRule[] = [
  createRule(
    /(?<![\d:.])(?<hour>\d{1,2})(?::(?<minute>[0-5]\d))?[ \u00a0\u202f]?(?<half>[AaPp])(?:\.[Mm]\.|[Mm](?![\p{L}\d]))/gu,
    (match) => {
      const [hour, minute] = [Number(namedGroup(match, 'hour')), namedGroup(match, 'minute')];
      if (hour > 24) return null;
      const stop = match[0].endsWith('.') && endsSentence(match) ? '.' : '';
      return `${clockWords(hour, minute, true)} ${dayHalf(namedGroup(match, 'half'))}${stop}`;
    },
  ),
  createRule(/(?<![\d:.])(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?![\d:])/g, (match) =>
    clockWords(Number(namedGroup(match, 'hour')), namedGroup(match, 'minute'), false),
  ),
];

function clockWords(hour: number, minute: string, hasHalf: boolean): string {
  if (minute === '' || minute === '00')
    return hasHalf ? String(hour) : hour > 12 ? `${hour} hundred` : `${hour} o'clock`;
  return minute.startsWith('0') ? `${hour} oh ${minute.slice(1)}` : `${hour} ${minute}`;
}

const NUMBERS: readonly ReadingRule[] = [
  createRule(/(?<![\d-])(?:\+?1[- ])?(?:\(\d{3}\) ?|\d{3}[-.])?\d{3}[-.]\d{4}(?![\d-])/g, ([number]) =>
    (number.match(/\d+/g) ?? []).map(digitByDigit).join(', '),
  ),
  // Year ranges such as `1806–07`. This rule must come before the rule for leading zeros.
  createRule(
    /(?<![\d.,$£€#/-])(?<from>1[1-9]\d\d|20\d\d)(?:[–—-]| [–—-] )(?<to>(?:1[1-9]|20)?\d\d)(?![\d/]|[.,-]\d)/g,
    (match) => {
      const [from, to] = [namedGroup(match, 'from'), namedGroup(match, 'to')];
      const until = to.length === 2 ? Number(from.slice(0, 2) + to) : Number(to);
      if (until <= Number(from)) return null;
      return `${yearWords(from)} to ${to.length === 2 && !to.startsWith('0') ? wordsBelowHundred(Number(to)) : yearWords(String(until))}`;
    },
  ),
  createRule(/(?<![\d.,:/\p{L}-])0\d+(?![\d.,:/]*\d)/gu, ([digits]) => digitByDigit(digits)),
  createRule(/(?<![\d'’])(?<century>1[1-9]|20)(?<decade>\d)0['’]?s\b/g, (match) => {
    const [century, decade] = [namedGroup(match, 'century'), Number(namedGroup(match, 'decade'))];
    if (decade === 0) return century === '20' ? 'two thousands' : `${wordsBelowHundred(Number(century))} hundreds`;
    return `${wordsBelowHundred(Number(century))} ${DECADES[decade]}`;
  }),
  createRule(
    /(?<=^|[\s“"‘(–—-])['’‘]?(?<decade>[2-9])0['’]?s\b/g,
    (match) => DECADES[Number(namedGroup(match, 'decade'))] ?? null,
  ),
  createRule(/(?<![\d.,$£€¥#/:–—-]|\b[Nn]umber )(?:1[1-9]\d\d|20[1-9]\d)(?![\d/:%°]|[.,–—-]\d)/g, ([digits]) =>
    yearWords(digits),
  ),
  createRule(
    /(?<=\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Aa]fter|[Bb]efore|AD|year|of) )10[1-9]\d(?![\d/:%°]|[.,–—-]\d)/g,
    ([digits]) => yearWords(digits),
  ),
  createRule(/(?<![\d.,/–-])(?<from>\d+(?:\.\d+)?)\s?[–—]\s?(?<to>\d+(?:\.\d+)?)(?![\d/–-])/g, (match) => {
    const [from, to] = [namedGroup(match, 'from'), namedGroup(match, 'to')];
    return Number(to) > Number(from) ? `${from} to ${to}` : `${from} ${to}`;
  }),
  createRule(/(?<![\d.,/-])(?<from>[1-9]\d{0,2})-(?<to>[1-9]\d{0,2})(?![\d/.-]|\p{L})/gu, (match) => {
    const [from, to] = [namedGroup(match, 'from'), namedGroup(match, 'to')];
    return Number(to) > Number(from) ? `${from} to ${to}` : null;
  }),
  createRule(/(?<=^|[\s(])[-−–](?=\d)/g, () => 'minus '),
  createRule(/#(?=\d)/g, () => 'number '),
];

const SECTIONS = [
  ...[
    'chapter',
    'part',
    'book',
    'act',
    'scene',
    'volume',
    'section',
    'article',
    'canto',
    'appendix',
    'figure',
    'phase',
  ],
  ...[
    'stage',
    'type',
    'class',
    'level',
    'title',
    'episode',
    'season',
    'world war',
    'apollo',
    'super bowl',
    'page',
    'plate',
  ],
];
const MONARCHS = [
  ...[
    'Albert',
    'Alexander',
    'Alfonso',
    'Benedict',
    'Boniface',
    'Catherine',
    'Charles',
    'Christian',
    'Clement',
    'Edward',
  ],
  ...[
    'Elizabeth',
    'Ferdinand',
    'Francis',
    'Frederick',
    'George',
    'Gregory',
    'Gustav',
    'Haakon',
    'Harald',
    'Henry',
    'Innocent',
  ],
  ...[
    'Ivan',
    'James',
    'John',
    'Joseph',
    'Julius',
    'Leo',
    'Leopold',
    'Louis',
    'Mary',
    'Napoleon',
    'Nicholas',
    'Otto',
    'Paul',
  ],
  ...[
    'Pedro',
    'Peter',
    'Philip',
    'Pius',
    'Ramesses',
    'Richard',
    'Robert',
    'Rudolf',
    'Sigismund',
    'Thutmose',
    'Umberto',
  ],
  ...['Urban', 'Wilhelm', 'William'],
];

const ROMAN: readonly ReadingRule[] = [
  createRule(new RegExp(String.raw`(?<=\b(?:${SECTIONS.join('|')}) )[IVXLC]+(?![\p{L}\d'’-])`, 'giu'), ([numeral]) => {
    // Lower-case numerals count only if they can't be a word: `scene ii`, but not `part i`.
    const isNumeral = numeral === numeral.toUpperCase() || (numeral === numeral.toLowerCase() && numeral.length > 1);
    const value = isNumeral ? romanValue(numeral.toUpperCase()) : null;
    return value === null ? null : String(value);
  }),
  createRule(
    new RegExp(String.raw`(?<=\b(?:${MONARCHS.join('|')}) )(?:[VX]|[IVX]{2,})(?![\p{L}\d-])`, 'gu'),
    ([numeral]) => {
      const value = romanValue(numeral);
      return value === null ? null : `the ${ordinalWords(value)}`;
    },
  ),
  createRule(
    new RegExp(
      String.raw`(?<=\b(?:King|Queen|Pope|Tsar|Emperor|Kaiser) (?:${MONARCHS.join('|')}) )I(?![\p{L}\d'’-])`,
      'gu',
    ),
    () => 'the 1st',
  ),
];

const GENERAL_ABBREVIATIONS: Readonly<Record<string, string>> = {
  ...{
    'e.g.': 'for example',
    'i.e.': 'that is',
    'etc.': 'et cetera',
    'vs.': 'versus',
    'viz.': 'namely',
    'cf.': 'compare',
  },
  ...{ 'approx.': 'approximately', 'Mr.': 'Mister', 'Mrs.': 'missus', 'Messrs.': 'messieurs', 'Inc.': 'Incorporated' },
  ...{ 'Ltd.': 'Limited', 'Corp.': 'Corporation', 'Jr.': 'Junior', 'Sr.': 'Senior', 'Mt.': 'Mount', 'Ft.': 'Fort' },
  ...{ 'Blvd.': 'Boulevard', 'Ave.': 'Avenue', 'dept.': 'department', 'Dept.': 'Department', 'Bros.': 'Brothers' },
};
const NUMBER_ABBREVIATIONS: Readonly<Record<string, string>> = {
  ...{
    no: 'number',
    nos: 'numbers',
    vol: 'volume',
    vols: 'volumes',
    p: 'page',
    pp: 'pages',
    ch: 'chapter',
    chap: 'chapter',
  },
  ...{
    chaps: 'chapters',
    fig: 'figure',
    figs: 'figures',
    sec: 'section',
    art: 'article',
    ed: 'edition',
    l: 'line',
    ll: 'lines',
  },
  ...{
    c: 'circa',
    ca: 'circa',
    pt: 'part',
    ep: 'episode',
    bk: 'book',
    v: 'verse',
    vv: 'verses',
    pl: 'plate',
    rm: 'room',
  },
};
const TITLES: Readonly<Record<string, string>> = {
  ...{
    Dr: 'Doctor',
    Prof: 'Professor',
    Rev: 'Reverend',
    Hon: 'Honorable',
    Gen: 'General',
    Col: 'Colonel',
    Capt: 'Captain',
  },
  ...{
    Lt: 'Lieutenant',
    Sgt: 'Sergeant',
    Maj: 'Major',
    Cpl: 'Corporal',
    Gov: 'Governor',
    Sen: 'Senator',
    Rep: 'Representative',
  },
  ...{
    Pres: 'President',
    Supt: 'Superintendent',
    Insp: 'Inspector',
    Fr: 'Father',
    St: 'Saint',
    Cmdr: 'Commander',
    Adm: 'Admiral',
  },
};

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Keep a full stop that also ends the sentence. */
const ABBREVIATIONS: readonly ReadingRule[] = [
  createRule(/\bSt\.(?= \p{Lu}\p{Ll}+ St\.)/gu, () => 'Saint'),
  createRule(/(?<=\p{Lu}\p{Ll}+ |\d(?:st|nd|rd|th) )St\./gu, (match) => (endsSentence(match) ? 'Street.' : 'Street')),
  createRule(/(?<=\d+ (?:\p{Lu}\p{Ll}+ ){1,2})(?:Dr|Rd)\./gu, (match) => {
    const words = match[0].startsWith('D') ? 'Drive' : 'Road';
    return endsSentence(match) ? `${words}.` : words;
  }),
  createRule(
    new RegExp(
      String.raw`\b(?<title>${alternationOf(Object.keys(TITLES))})\.(?= ?(?:\p{Lu}\.? ?)*\p{Lu}\p{Ll}*)`,
      'gu',
    ),
    (match) => {
      return TITLES[namedGroup(match, 'title')] ?? null;
    },
  ),
  createRule(
    new RegExp(
      String.raw`(?<![\p{L}\d.])(?<short>${alternationOf(Object.keys(NUMBER_ABBREVIATIONS).flatMap((short) => [short, capitalised(short)]))})\.[ \u00a0\u202f]?(?=(?<number>\d+|[IVXLC]{2,}(?!\p{L}))(?<rest>(?: \p{L}+)?))`,
      'gu',
    ),
    (match) => {
      const short = namedGroup(match, 'short');
      // For example, in `He said no. 5 minutes later, …`
      if (short === 'no' && / \p{Ll}+s$/u.test(namedGroup(match, 'rest'))) return null;
      const words = NUMBER_ABBREVIATIONS[short.toLowerCase()] ?? '';
      return `${short === short.toLowerCase() ? words : capitalised(words)} `;
    },
  ),
  createRule(/\bN[º°o]\.? ?(?=\d)/g, ([written]) => (written === 'No ' || written === 'No' ? null : 'Number ')),
  createRule(
    new RegExp(String.raw`(?<![\p{L}.])(?<short>${alternationOf(Object.keys(GENERAL_ABBREVIATIONS))})`, 'gu'),
    (match) => {
      const short = namedGroup(match, 'short');
      const words = GENERAL_ABBREVIATIONS[short];
      if (words === undefined) return null;
      const isTitle = short === 'Mr.' || short === 'Mrs.' || short === 'Messrs.' || short === 'Mt.' || short === 'Ft.';
      return endsSentence(match) && !isTitle ? `${words}.` : words;
    },
  ),
];

const spellOutUrl = (url: string): string =>
  url
    .replaceAll('www', 'w w w')
    .replaceAll('.', ' dot ')
    .replaceAll('@', ' at ')
    .replaceAll('/', ' slash ')
    .replaceAll('_', ' underscore ')
    .replaceAll('-', ' dash ')
    .replace(/\s+/g, ' ')
    .trim();

const ADDRESSES: readonly ReadingRule[] = [
  createRule(/(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}/gu, ([url]) =>
    spellOutUrl(url),
  ),
  createRule(
    /\bhttps?:\/\/(?<place>[^\s?#<>"“”]{0,500}[^\s?#<>"“”.,;:!?)])(?:[?#][^\s<>"“”]{0,500}[^\s<>"“”.,;:!)])?/g,
    (match) => spellOutUrl(namedGroup(match, 'place').replace(/\/$/, '')),
  ),
  createRule(
    /(?<![\p{L}\d.@/-])(?:[\p{L}\d-]{1,63}\.){1,8}(?:com|org|net|edu|gov|io|co\.uk)(?:\/[\p{L}\d/_-]{1,200})?(?![\p{L}\d])/gu,
    ([url]) => spellOutUrl(url),
  ),
];

const SYMBOLS: readonly ReadingRule[] = [
  createRule(/(?<=\p{L})(?:…|\.{3})(?=\p{L})/gu, () => ', '),
  createRule(/(?<=\s)&(?=\s)/g, () => 'and'),
];

/** Order matters. URLs contain dots, slashes and numbers, so they come first. Years come after anything with a unit. */
const POWERS = powerRule((exponent) => {
  if (exponent === '2') return ' squared';
  if (exponent === '3') return ' cubed';
  return ` to the power of ${exponent.replace('-', 'minus ')}`;
});

export const ENGLISH: readonly ReadingRule[] = [
  POWERS,
  ...ADDRESSES,
  ...ABBREVIATIONS,
  ...DATES,
  ...TIMES,
  CURRENCY,
  ...FRACTIONS,
  MEASURE,
  ...ROMAN,
  ...NUMBERS,
  ...SYMBOLS,
];
