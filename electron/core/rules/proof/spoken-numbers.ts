// Converts spoken numbers to digits for comparison, because there are many ways to say them: 1984 can be `nineteen
// eighty-four`, `one thousand nine hundred and eighty-four` or `one nine eight four`.
import { append } from '../../../../shared/rules/lists.ts';

/** A number at the start of a list of tokens. */
export interface SpokenNumber {
  /** The number of tokens that it consists of. */
  readonly length: number;
  /** Digits, with a point if it is a decimal. */
  readonly digits: string;
  readonly isOrdinal: boolean;
}

const MAX_TOKENS = 14;

/** Returns all numbers that the tokens from `start` can be read as, the shortest first. */
export function numbersAt(tokens: readonly string[], start: number, language: string): SpokenNumber[] {
  const wordOf = language === 'en' ? englishWord : language === 'de' ? germanWord : otherWord;
  const reading = new NumberReading();
  const found: SpokenNumber[] = [];
  for (let length = 1; length <= MAX_TOKENS && start + length <= tokens.length; length += 1) {
    const word = wordOf(tokens[start + length - 1] ?? '', tokens[start + length] ?? '');
    if (word === null || !reading.add(word)) break;
    const digits = reading.digits();
    if (digits !== null) found.push({ length, digits, isOrdinal: reading.isOrdinal });
    if (reading.isOrdinal) break;
  }
  return found;
}

type NumberWord =
  | { readonly kind: 'value'; readonly value: number; readonly isOrdinal?: boolean }
  /** In digits, as written, with a point if it is a decimal. */
  | { readonly kind: 'digits'; readonly digits: string; readonly isOrdinal?: boolean }
  | { readonly kind: 'multiplier'; readonly value: number; readonly isOrdinal?: boolean }
  | { readonly kind: 'zero' | 'point' | 'and' | 'double' };

/** Reads the words of a number from left to right. If two words can't form a number, their digits are concatenated. */
class NumberReading {
  isOrdinal = false;
  #groups: string[] = [];
  /** Below 1,000 or, as in `nineteen hundred`, below 10,000. Null before the first word of a number. */
  #section: number | null = null;
  #total = 0;
  #decimals: string | null = null;
  #isDouble = false;
  /** Whether another word must follow. */
  #isOpen = false;

  add(word: NumberWord): boolean {
    if (this.#isDouble && word.kind !== 'zero' && word.kind !== 'value') return false;
    switch (word.kind) {
      case 'and':
        if (this.#section === null && this.#total === 0) return false;
        this.#isOpen = true;
        return true;
      case 'point':
        if (this.#section === null && this.#groups.length === 0 && this.#total === 0) return false;
        if (this.#decimals !== null) return false;
        if (this.#section === null && this.#total === 0) this.#section = Number(this.#groups.pop());
        this.#decimals = '';
        this.#isOpen = true;
        return true;
      case 'double':
        this.#isDouble = true;
        this.#isOpen = true;
        return true;
      default:
        this.#isOpen = false;
        this.isOrdinal = 'isOrdinal' in word && word.isOrdinal === true;
    }
    if (word.kind === 'multiplier') return this.#multiply(word.value);
    if (word.kind === 'digits') return this.#addDigits(word.digits);
    return this.#addValue(word.kind === 'value' ? word.value : 0);
  }

  digits(): string | null {
    if (this.#isOpen) return null;
    return [...this.#groups, ...this.#current()].join('');
  }

  #current(): string[] {
    if (this.#section === null && this.#total === 0) return [];
    const whole = this.#total + (this.#section ?? 0);
    return [this.#decimals === null ? String(whole) : `${whole}.${this.#decimals}`];
  }

  #close(): void {
    append(this.#groups, this.#current());
    this.#section = null;
    this.#total = 0;
    this.#decimals = null;
  }

  #addValue(value: number): boolean {
    if (this.#isDouble) {
      if (value > 9) return false;
      this.#isDouble = false;
      this.#close();
      this.#groups.push(`${value}${value}`);
      return true;
    }
    if (this.#decimals !== null) {
      this.#decimals += String(value);
      return true;
    }
    const section = this.#section ?? 0;
    const isTens = section % 100 >= 20 && section % 10 === 0;
    const isFree = this.#section !== null ? section > 0 && section % 100 === 0 : this.#total > 0;
    const fits = value > 0 && (isFree || (isTens && value < 10));
    if (!fits) this.#close();
    this.#section = (this.#section ?? 0) + value;
    return true;
  }

  #addDigits(digits: string): boolean {
    if (this.#decimals === '') {
      this.#decimals = digits;
      return true;
    }
    this.#close();
    const [whole = '', decimals] = digits.split('.');
    // Leading zeros are spoken, as in `007`.
    if (decimals === undefined && whole.length > 1 && whole.startsWith('0')) this.#groups.push(whole);
    else {
      this.#section = Number(whole);
      this.#decimals = decimals ?? null;
    }
    return true;
  }

  #multiply(value: number): boolean {
    if (this.#decimals !== null) {
      const product = Number(this.#current()[0]) * value;
      this.#decimals = null;
      this.#section = null;
      this.#total = Math.round(product);
      return true;
    }
    if (value === 100) {
      this.#section = (this.#section ?? 1) * 100;
      return true;
    }
    this.#total += (this.#section ?? (this.#total === 0 ? 1 : 0)) * value;
    this.#section = null;
    return true;
  }
}

function writtenNumber(token: string, decimalPoint: '.' | ','): NumberWord | null {
  const [, number, suffix] = /^(\d[\d.,]*)(st|nd|rd|th)?$/.exec(token) ?? [];
  if (number === undefined) return null;
  const thousands = decimalPoint === '.' ? ',' : '.';
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${thousands}\\d{3})+(?:\\${decimalPoint}\\d+)?$`).test(number);
  const plain = (isGrouped ? number.replaceAll(thousands, '') : number).replace(',', '.');
  return { kind: 'digits', digits: plain, isOrdinal: suffix !== undefined };
}

const otherWord = (token: string): NumberWord | null => writtenNumber(token, ',');

const ENGLISH_VALUES = new Map(
  [
    ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen'],
    ...['fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
  ].map((word, index): [string, number] => [word, index + 1]),
);
for (const [index, word] of [
  ...['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
].entries()) {
  ENGLISH_VALUES.set(word, 10 * (index + 2));
}

const IRREGULAR_ORDINALS: ReadonlyMap<string, number> = new Map([
  ...([
    ['first', 1],
    ['second', 2],
    ['third', 3],
    ['fifth', 5],
    ['eighth', 8],
    ['ninth', 9],
    ['twelfth', 12],
  ] as const),
]);

const ENGLISH_MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ...([
    ['hundred', 100],
    ['thousand', 1e3],
    ['million', 1e6],
    ['billion', 1e9],
    ['trillion', 1e12],
  ] as const),
]);

function englishWord(token: string, next: string): NumberWord | null {
  const written = writtenNumber(token, '.');
  if (written) return written;
  const value = ENGLISH_VALUES.get(token);
  if (value !== undefined) return { kind: 'value', value };
  const multiplier = ENGLISH_MULTIPLIERS.get(token.replace(/s$/, ''));
  if (multiplier !== undefined) return { kind: 'multiplier', value: multiplier };
  if (token === 'a' && ENGLISH_MULTIPLIERS.has(next)) return { kind: 'value', value: 1 };
  if (/^(?:zero|oh|o|nought|naught)$/.test(token)) return { kind: 'zero' };
  if (token === 'point') return { kind: 'point' };
  if (token === 'and') return { kind: 'and' };
  if (token === 'double') return { kind: 'double' };
  const ordinal = IRREGULAR_ORDINALS.get(token);
  if (ordinal !== undefined) return { kind: 'value', value: ordinal, isOrdinal: true };
  const stem = token.endsWith('ieth') ? `${token.slice(0, -4)}y` : token.replace(/th$/, '');
  if (stem === token) return null;
  const [nth, nthMultiplier] = [ENGLISH_VALUES.get(stem), ENGLISH_MULTIPLIERS.get(stem)];
  if (nth !== undefined) return { kind: 'value', value: nth, isOrdinal: true };
  return nthMultiplier === undefined ? null : { kind: 'multiplier', value: nthMultiplier, isOrdinal: true };
}

const GERMAN_UNITS = ['null', 'eins', 'zwei', 'drei', 'vier', 'fuenf', 'sechs', 'sieben', 'acht', 'neun'];
const GERMAN_TEENS = [
  ...['zehn', 'elf', 'zwoelf', 'dreizehn', 'vierzehn', 'fuenfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn'],
];
const GERMAN_TENS = ['zwanzig', 'dreissig', 'vierzig', 'fuenfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

const GERMAN_VALUES = new Map<string, number>([
  ...GERMAN_UNITS.map((word, index): [string, number] => [word, index]),
  ...GERMAN_TEENS.map((word, index): [string, number] => [word, index + 10]),
  ...GERMAN_TENS.map((word, index): [string, number] => [word, 10 * (index + 2)]),
  ...['ein', 'eine', 'einen', 'einem', 'einer', 'eines'].map((word): [string, number] => [word, 1]),
  ['zwo', 2],
]);
for (const [tens, ten] of GERMAN_TENS.entries()) {
  for (const [unit, word] of GERMAN_UNITS.entries()) {
    if (unit > 0) GERMAN_VALUES.set(`${unit === 1 ? 'ein' : word}und${ten}`, 10 * (tens + 2) + unit);
  }
}

/** Reads `neunzehnhundertvierundachtzig` as 1984. Returns null for other words. */
function germanValue(word: string): number | null {
  for (const [name, value] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const place = word.indexOf(name);
    if (place < 0) continue;
    const before = place === 0 ? 1 : germanValue(word.slice(0, place));
    const rest = word.slice(place + name.length).replace(/^und(?=.)/, '');
    const after = rest === '' ? 0 : germanValue(rest);
    return before === null || after === null ? null : before * value + after;
  }
  return GERMAN_VALUES.get(word) ?? null;
}

const GERMAN_ORDINALS: ReadonlyMap<string, number> = new Map([
  ...([
    ['erst', 1],
    ['dritt', 3],
    ['siebt', 7],
    ['acht', 8],
  ] as const),
]);

function germanOrdinal(word: string): number | null {
  const [, stem] = /^(.+?)e[nrsm]?$/.exec(word) ?? [];
  if (stem === undefined) return null;
  const irregular = [...GERMAN_ORDINALS].find(([ending]) => stem.endsWith(ending));
  if (irregular) {
    const before = stem.slice(0, -irregular[0].length);
    if (before === '') return irregular[1];
    const value = /(?:hundert|tausend)(?:und)?$/.test(before) ? germanValue(before.replace(/und$/, '')) : null;
    if (value !== null) return value + irregular[1];
  }
  return stem.endsWith('st')
    ? germanValue(stem.slice(0, -2))
    : stem.endsWith('t')
      ? germanValue(stem.slice(0, -1))
      : null;
}

function germanWord(token: string): NumberWord | null {
  const written = writtenNumber(token, ',');
  if (written) return written;
  if (/^million(?:en)?$/.test(token)) return { kind: 'multiplier', value: 1e6 };
  if (/^milliarden?$/.test(token)) return { kind: 'multiplier', value: 1e9 };
  if (token === 'komma') return { kind: 'point' };
  if (token === 'hundert') return { kind: 'multiplier', value: 100 };
  if (token === 'tausend') return { kind: 'multiplier', value: 1000 };
  if (token === 'null') return { kind: 'zero' };
  const value = germanValue(token);
  if (value !== null) return { kind: 'value', value };
  const ordinal = germanOrdinal(token);
  return ordinal === null ? null : { kind: 'value', value: ordinal, isOrdinal: true };
}
