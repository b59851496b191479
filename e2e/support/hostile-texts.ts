// Texts on which slow patterns and loops show: one thing repeated until a size is reached, and seeded mixtures.
import fc from 'fast-check';

/** A text of any length. */
export interface TextShape {
  readonly name: string;
  /** @param length UTF-16 code units, about */
  make(length: number): string;
}

/** What is repeated, by name. */
const UNITS: Readonly<Record<string, string>> = {
  newlines: '\n',
  'carriage returns': '\r',
  CRLF: '\r\n',
  'mixed row ends': '\r\n\n\r\u2028\r\n',
  'line separators': '\u2028',
  'blank rows with blanks': '\n \n \n',
  blanks: ' ',
  tabs: '\t',
  'no-break spaces': '\u00a0',
  'one letter': 'a',
  'one capital': 'A',
  'capital and small': 'Aa',
  'long word, accents': 'żółć',
  'combining marks': '\u0301',
  'letter with mark': 'e\u0301',
  'lone surrogates': '\ud83d',
  emoji: '👩‍👧',
  flags: '🇩🇰',
  'Han characters': '漢字',
  'Thai letters': 'สวัสดีครับ',
  digits: '1',
  dots: '.',
  'dots and blanks': '. ',
  colons: ':',
  commas: ',',
  dashes: '-',
  underscores: '_',
  'words in underscores': '_a',
  slashes: '/',
  asterisks: '*',
  backslashes: '\\',
  'double quotes': '"',
  'curly quotes': '“”',
  'round brackets, open': '(',
  'round brackets, closed': ')',
  'round brackets, pairs': '()',
  'square brackets': '[',
  'curly brackets': '{',
  'angle brackets': '<',
  'started pauses': '[pause ',
  pauses: '[pause 1.5s]',
  'escaped brackets': '\\(',
  'role rows': 'A: a\n',
  'role paragraphs': 'A: a\n\n',
  'two roles by turns': 'A: a\nB: b\n',
  'role marks in one row': 'A: ',
  'number signs': '#',
  'heading rows': '# a\n',
  'empty headings': '# \n',
  'short paragraphs': 'a\n\n',
  'rows of blanks': 'a   \n   \n',
  words: 'word ',
  sentences: 'He came. She saw! ',
  'byte order marks': '\ufeff',
  'control characters': '\u0000\u001b',
};

/** One thing again and again. */
export const repeated = (name: string, unit: string): TextShape => ({
  name,
  make: (length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
});

/** The same in two halves, with a letter behind each. */
export const interrupted = (name: string, unit: string): TextShape => ({
  name: `${name}, interrupted`,
  make(length) {
    const half = repeated(name, unit).make(Math.max(0, (length >> 1) - 1));
    return `${half}x${half}x`;
  },
});

/** Different names before colons, each on a row of its own: as many roles as rows. */
const manyRoles: TextShape = {
  name: 'many roles',
  make(length) {
    let text = '';
    for (let at = 0; text.length < length; at += 1) text += `R${at.toString(36).toUpperCase()}: word ${at}\n\n`;
    return text.slice(0, length);
  },
};

/** Different short paragraphs. */
const manyParagraphs: TextShape = {
  name: 'different paragraphs',
  make(length) {
    let text = '';
    for (let at = 0; text.length < length; at += 1) text += `word ${at.toString(36)} word.\n\n`;
    return text.slice(0, length);
  },
};

/** Some units in a random order that is then repeated; the same ones at each run. */
export function mixtures(units: readonly string[], count: number, seed = 20_261_004): TextShape[] {
  if (units.length === 0) return [];
  const picks = fc.array(fc.constantFrom(...units), { minLength: 2, maxLength: 6 });
  return fc
    .sample(picks, { numRuns: count, seed })
    .map((pick) => interrupted(JSON.stringify(pick.join('')), pick.join('')));
}

/** Random units without any period, so that nothing that was learnt about the beginning helps. */
function unsteady(name: string, units: readonly string[], seed: number): TextShape {
  return {
    name,
    make(length) {
      let state = seed;
      let text = '';
      while (text.length < length) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        text += units[(state >>> 8) % units.length];
      }
      return text.slice(0, length);
    },
  };
}

const units = Object.values(UNITS);

/** Each unit again and again, then once more between two letters: an end that does not fit is the most work. */
export const INTERRUPTED_TEXTS: readonly TextShape[] = Object.entries(UNITS).map(([name, unit]) =>
  interrupted(name, unit),
);

export const HOSTILE_TEXTS: readonly TextShape[] = [
  ...Object.entries(UNITS).map(([name, unit]) => repeated(name, unit)),
  ...INTERRUPTED_TEXTS,
  manyRoles,
  manyParagraphs,
  unsteady('everything by chance', units, 1),
  unsteady('white space by chance', ['\n', '\r\n', ' ', '\t', '\u2028', '\u00a0'], 2),
  ...mixtures(units, 8),
];

/** A few of them, for what takes long enough to be tried on the worst only. */
export const someTexts = (...names: readonly string[]): TextShape[] =>
  names.map((name) => {
    const shape = HOSTILE_TEXTS.find((one) => one.name === name);
    if (shape === undefined) throw new Error(`There is no hostile text called “${name}”.`);
    return shape;
  });
