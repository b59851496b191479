import { powerRule } from './powers.ts';
import { alternationOf, createRule, namedGroup, type ReadingRule } from './rewrite.ts';

const MONTHS = [
  ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli'],
  ...['August', 'September', 'Oktober', 'November', 'Dezember'],
];

/** Singular and plural units, keyed by the symbols written after a number. */
const UNITS: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ['km', ['Kilometer', 'Kilometer']],
  ['m', ['Meter', 'Meter']],
  ['cm', ['Zentimeter', 'Zentimeter']],
  ['mm', ['Millimeter', 'Millimeter']],
  ['km²', ['Quadratkilometer', 'Quadratkilometer']],
  ['m²', ['Quadratmeter', 'Quadratmeter']],
  ['m³', ['Kubikmeter', 'Kubikmeter']],
  ['kg', ['Kilogramm', 'Kilogramm']],
  ['g', ['Gramm', 'Gramm']],
  ['mg', ['Milligramm', 'Milligramm']],
  ['t', ['Tonne', 'Tonnen']],
  ['l', ['Liter', 'Liter']],
  ['ml', ['Milliliter', 'Milliliter']],
  ['km/h', ['Kilometer pro Stunde', 'Kilometer pro Stunde']],
  ['m/s', ['Meter pro Sekunde', 'Meter pro Sekunde']],
  ['W', ['Watt', 'Watt']],
  ['kW', ['Kilowatt', 'Kilowatt']],
  ['kWh', ['Kilowattstunde', 'Kilowattstunden']],
  ['MW', ['Megawatt', 'Megawatt']],
  ['V', ['Volt', 'Volt']],
  ['Hz', ['Hertz', 'Hertz']],
  ['kHz', ['Kilohertz', 'Kilohertz']],
  ['MHz', ['Megahertz', 'Megahertz']],
  ['dB', ['Dezibel', 'Dezibel']],
  ['MB', ['Megabyte', 'Megabyte']],
  ['GB', ['Gigabyte', 'Gigabyte']],
  ['TB', ['Terabyte', 'Terabyte']],
  ['h', ['Stunde', 'Stunden']],
  ['Std', ['Stunde', 'Stunden']],
  ['min', ['Minute', 'Minuten']],
  ['Min', ['Minute', 'Minuten']],
  ['Sek', ['Sekunde', 'Sekunden']],
  ['sek', ['Sekunde', 'Sekunden']],
  ['ha', ['Hektar', 'Hektar']],
  ['°C', ['Grad Celsius', 'Grad Celsius']],
  ['°', ['Grad', 'Grad']],
  ['%', ['Prozent', 'Prozent']],
  ['Mio. €', ['Million Euro', 'Millionen Euro']],
  ['Mrd. €', ['Milliarde Euro', 'Milliarden Euro']],
  ['Mio', ['Million', 'Millionen']],
  ['Mrd', ['Milliarde', 'Milliarden']],
]);

const NUMBER = String.raw`\d+(?:\.\d{3})*(?:,\d+)?`;
const CURRENCIES: Readonly<Record<string, string>> = { '€': 'Euro', $: 'Dollar', '£': 'Pfund', '¥': 'Yen' };

/** Writes out an amount: `3,50` as `3 Euro 50`. */
function currencyAmount(number: string, mark: string): string | null {
  const currency = CURRENCIES[mark];
  if (currency === undefined) return null;
  const [whole = '', part = ''] = number.split(',');
  if (part.length !== 2) return `${number} ${currency}`;
  return part === '00' ? `${whole} ${currency}` : `${whole} ${currency} ${Number(part)}`;
}

const SMALL_NUMBERS = [
  ...[
    '',
    'eins',
    'zwei',
    'drei',
    'vier',
    'fünf',
    'sechs',
    'sieben',
    'acht',
    'neun',
    'zehn',
    'elf',
    'zwölf',
    'dreizehn',
  ],
  ...['vierzehn', 'fünfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn'],
];
const TENS = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

function wordsBelowHundred(value: number): string {
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  const [ones, tens] = [value % 10, TENS[Math.floor(value / 10)] ?? ''];
  return ones === 0 ? tens : `${ones === 1 ? 'ein' : SMALL_NUMBERS[ones]}und${tens}`;
}

/** Writes out 1 to 999: `hundertfünf`. Returns other numbers in digits. */
export function germanNumber(value: number): string {
  if (value < 1 || value > 999) return String(value);
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  if (hundreds === 0) return wordsBelowHundred(rest);
  return `${hundreds === 1 ? 'ein' : SMALL_NUMBERS[hundreds]}hundert${wordsBelowHundred(rest)}`;
}

/** Writes out a year from 1100 to 2099: 1895 as `achtzehnhundertfünfundneunzig`. */
function yearWords(digits: string): string {
  const [hundreds, rest] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (digits.length === 4 && hundreds === 20) return `zweitausend${wordsBelowHundred(rest)}`;
  if (digits.length !== 4 || hundreds < 11 || hundreds > 19) return digits;
  return `${wordsBelowHundred(hundreds)}hundert${wordsBelowHundred(rest)}`;
}

const IRREGULAR_ORDINALS: ReadonlyMap<number, string> = new Map([
  [1, 'erst'],
  [3, 'dritt'],
  [7, 'siebt'],
]);

/** Returns an ordinal from 1 to 99 without its ending: `erst`, `zwölft`, `zwanzigst`. */
export const ordinalStem = (value: number): string =>
  IRREGULAR_ORDINALS.get(value) ?? `${wordsBelowHundred(value)}${value < 20 ? 't' : 'st'}`;

const wordBefore = ({ input, index }: RegExpExecArray): string =>
  /(?<!\p{L})\p{L}{1,5}(?= $)/u.exec(input.slice(Math.max(0, index - 7), index))?.[0] ?? '';

/** The preceding word determines the ending of the ordinal: `am dritten`, `der dritte`. */
function dayOfMonth(day: number, before: string): string {
  const stem = ordinalStem(day);
  if (/^(?:am|vom|zum|dem|den|des|bis|ab|seit|beim|im)$/i.test(before)) return `${stem}en`;
  return /^(?:der|die|das)$/i.test(before) ? `${stem}e` : `${stem}er`;
}

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bz\.\s?B\./g, 'zum Beispiel'],
  [/\bd\.\s?h\./g, 'das heißt'],
  [/\bu\.\s?a\./g, 'unter anderem'],
  [/\bo\.\s?ä\./g, 'oder ähnlich'],
  [/\bu\.\s?U\./g, 'unter Umständen'],
  [/\bv\.\s?a\./g, 'vor allem'],
  [/\bi\.\s?d\.\s?R\./g, 'in der Regel'],
  [/\bv\.\s?Chr\./g, 'vor Christus'],
  [/\bn\.\s?Chr\./g, 'nach Christus'],
  [/\bbzw\./g, 'beziehungsweise'],
  [/\bca\./g, 'circa'],
  [/\bggf\./g, 'gegebenenfalls'],
  [/\bevtl\./g, 'eventuell'],
  [/\binkl\./g, 'inklusive'],
  [/\bvgl\./g, 'vergleiche'],
  [/\bsog\./g, 'sogenannte'],
  [/\bDr\.(?= \p{Lu})/gu, 'Doktor'],
  [/\bProf\.(?= \p{Lu})/gu, 'Professor'],
  [/\bHr\.(?= \p{Lu})/gu, 'Herr'],
  [/\bFr\.(?= \p{Lu})/gu, 'Frau'],
  [/\bSt\.(?= \p{Lu})/gu, 'Sankt'],
  [/\bNr\.\s?(?=\d)/g, 'Nummer '],
  [/\bBd\.\s?(?=\d)/g, 'Band '],
  [/\bKap\.\s?(?=\d)/g, 'Kapitel '],
  [/\bAbb\.\s?(?=\d)/g, 'Abbildung '],
  [/\bS\.\s?(?=\d)/g, 'Seite '],
  [/(?<=\d\. )Jh\./g, 'Jahrhundert'],
  [/(?<=\p{Ll})str\.(?= \d)/gu, 'straße'],
];

/** Abbreviations that may also end a sentence. */
const SENTENCE_ENDS: readonly (readonly [RegExp, string])[] = [
  [/\busw\./g, 'und so weiter'],
  [/\betc\./g, 'et cetera'],
];

const FRACTION_SIGNS: Readonly<Record<string, string>> = {
  ...{ '½': 'einhalb', '¼': 'ein Viertel', '¾': 'drei Viertel', '⅓': 'ein Drittel', '⅔': 'zwei Drittel' },
};

export const GERMAN: readonly ReadingRule[] = [
  powerRule((exponent) => ` hoch ${exponent.replace('-', 'minus ')}`),
  ...ABBREVIATIONS.map(([pattern, words]) => createRule(pattern, () => words)),
  ...SENTENCE_ENDS.map(([pattern, words]) =>
    createRule(pattern, (match) =>
      /^\s*(?:$|\p{Lu}\p{Ll}* \p{Ll})/u.test(match.input.slice(match.index + match[0].length)) ? `${words}.` : words,
    ),
  ),
  createRule(
    /(?<![\d.])(?<day>0?[1-9]|[12]\d|3[01])\.\s?(?<month>0?[1-9]|1[0-2])\.\s?(?<year>\d{4})(?!\d)/gu,
    (match) => {
      const month = MONTHS[Number(namedGroup(match, 'month')) - 1] ?? '';
      return `${dayOfMonth(Number(namedGroup(match, 'day')), wordBefore(match))} ${month} ${yearWords(namedGroup(match, 'year'))}`;
    },
  ),
  createRule(
    new RegExp(String.raw`(?<![\d.])(?<day>[1-9]|[12]\d|3[01])\. ?(?=(?:${MONTHS.join('|')})(?!\p{L}))`, 'gu'),
    (match) => `${dayOfMonth(Number(namedGroup(match, 'day')), wordBefore(match))} `,
  ),
  createRule(/(?<![\d:.])(?<hour>[01]?\d|2[0-4])[:.](?<minute>[0-5]\d) Uhr\b/g, (match) => {
    const minute = Number(namedGroup(match, 'minute'));
    return `${Number(namedGroup(match, 'hour'))} Uhr${minute === 0 ? '' : ` ${minute}`}`;
  }),
  createRule(new RegExp(String.raw`(?<![\d.,])(?<number>${NUMBER})[ \u00a0\u202f]?(?<sign>[€$£¥])`, 'g'), (match) =>
    currencyAmount(namedGroup(match, 'number'), namedGroup(match, 'sign')),
  ),
  createRule(new RegExp(String.raw`(?<sign>[€$£¥])[ \u00a0\u202f]?(?<number>${NUMBER})(?![\d.,]*\d)`, 'g'), (match) =>
    currencyAmount(namedGroup(match, 'number'), namedGroup(match, 'sign')),
  ),
  createRule(/(?:(?<!\d)(?<whole>\d{1,9})[ \u202f]?)?(?<sign>[½¼¾⅓⅔])/g, (match) => {
    const said = FRACTION_SIGNS[namedGroup(match, 'sign')] ?? '';
    const whole = namedGroup(match, 'whole');
    if (whole !== '') return said === 'einhalb' ? `${whole}einhalb` : `${whole} ${said}`;
    return said === 'einhalb' ? 'ein halb' : said;
  }),
  createRule(
    new RegExp(
      String.raw`(?<![\p{L}\d.,/])(?<number>${NUMBER})[ \u00a0\u202f-]?(?<symbol>${alternationOf(UNITS.keys())})(?![\p{L}\d/])(?:\.(?= \p{Ll})|(?<=M(?:io|rd))\.(?= \p{L}))?`,
      'gu',
    ),
    (match) => {
      const [number, symbol] = [namedGroup(match, 'number'), namedGroup(match, 'symbol')];
      const [one, many] = UNITS.get(symbol) ?? ['', ''];
      return number === '1' && one !== many ? `eine ${one}` : `${number} ${many}`;
    },
  ),
  createRule(/(?<![\d.,/–-])(?<from>\d+(?:,\d+)?)\s?[–—]\s?(?<to>\d+(?:,\d+)?)(?![\d/–-])/g, (match) => {
    const [from, to] = [namedGroup(match, 'from'), namedGroup(match, 'to')];
    return `${yearWords(from)} bis ${yearWords(to)}`;
  }),
  createRule(/(?<![\d.,/:#–-])1[1-9]\d\d(?![\d/:%°]|[.,–-]\d)/g, ([digits]) => yearWords(digits)),
  createRule(/(?<=^|[\s(])[-−–](?=\d)/g, () => 'minus '),
  createRule(/(?<=\s)&(?=\s)/g, () => 'und'),
  createRule(/§§ ?(?=\d)/g, () => 'Paragrafen '),
  createRule(/§ ?(?=\d)/g, () => 'Paragraf '),
];
