// Texts that expose slow patterns and loops: units repeated up to a length, and seeded mixtures of units.
import fc from 'fast-check';
import type { InputShape } from './growth.ts';

const UNITS: Readonly<Record<string, string>> = {
  newlines: '\n',
  'carriage returns': '\r',
  CRLF: '\r\n',
  'mixed line ends': '\r\n\n\r\u2028\r\n',
  'line separators': '\u2028',
  'blank rows with spaces': '\n \n \n',
  spaces: ' ',
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
  'dots and spaces': '. ',
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
  'two alternating roles': 'A: a\nB: b\n',
  'role marks in one row': 'A: ',
  'number signs': '#',
  'heading rows': '# a\n',
  'empty headings': '# \n',
  'short paragraphs': 'a\n\n',
  'rows of spaces': 'a   \n   \n',
  words: 'word ',
  sentences: 'He came. She saw! ',
  'byte order marks': '\ufeff',
  'control characters': '\u0000\u001b',
};

export const repeated = (name: string, unit: string): InputShape => ({
  name,
  make: (length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
});

/** Returns texts with two runs of a repeated unit, each followed by a letter. */
export const interrupted = (name: string, unit: string): InputShape => ({
  name: `${name}, interrupted`,
  make(length) {
    const half = repeated(name, unit).make(Math.max(0, (length >> 1) - 1));
    return `${half}x${half}x`;
  },
});

const manyRoles: InputShape = {
  name: 'many roles',
  make(length) {
    let text = '';
    for (let at = 0; text.length < length; at += 1) text += `R${at.toString(36).toUpperCase()}: word ${at}\n\n`;
    return text.slice(0, length);
  },
};

const manyParagraphs: InputShape = {
  name: 'different paragraphs',
  make(length) {
    let text = '';
    for (let at = 0; text.length < length; at += 1) text += `word ${at.toString(36)} word.\n\n`;
    return text.slice(0, length);
  },
};

/** Returns texts that repeat a random sequence of two to six units, reproducible by seed. */
export function mixtures(units: readonly string[], count: number, seed = 20_261_004): InputShape[] {
  if (units.length === 0) return [];
  const picks = fc.array(fc.constantFrom(...units), { minLength: 2, maxLength: 6 });
  return fc
    .sample(picks, { numRuns: count, seed })
    .map((pick) => interrupted(JSON.stringify(pick.join('')), pick.join('')));
}

/** Returns texts of random units without a repeating sequence. */
function randomUnits(name: string, units: readonly string[], seed: number): InputShape {
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

/** Each unit, repeated and then interrupted. A pattern takes longest when it fails at the end of a run. */
export const INTERRUPTED_TEXTS: readonly InputShape[] = Object.entries(UNITS).map(([name, unit]) =>
  interrupted(name, unit),
);

/** Texts that don't repeat. */
const VARIED_TEXTS: readonly InputShape[] = [
  manyRoles,
  manyParagraphs,
  randomUnits('random units', units, 1),
  randomUnits('random white space', ['\n', '\r\n', ' ', '\t', '\u2028', '\u00a0'], 2),
];

export const HOSTILE_TEXTS: readonly InputShape[] = [
  ...Object.entries(UNITS).map(([name, unit]) => repeated(name, unit)),
  ...INTERRUPTED_TEXTS,
  ...VARIED_TEXTS,
  ...mixtures(units, 8),
];

/** Returns the shapes with the given names, for readers that are too slow to be tested with all shapes. */
export const selectTexts = (...names: readonly string[]): InputShape[] =>
  names.map((name) => {
    const shape = HOSTILE_TEXTS.find((one) => one.name === name);
    if (shape === undefined) throw new Error(`No input shape is called “${name}”.`);
    return shape;
  });

/** One shape of each type, for the quick check. */
export const CHECKED_TEXTS: readonly InputShape[] = [
  ...selectTexts(
    'newlines, interrupted',
    'mixed line ends, interrupted',
    'line separators, interrupted',
    'blank rows with spaces, interrupted',
    'spaces, interrupted',
    'no-break spaces, interrupted',
    'one letter, interrupted',
    'capital and small, interrupted',
    'combining marks, interrupted',
    'lone surrogates, interrupted',
    'emoji, interrupted',
    'Han characters, interrupted',
    'digits, interrupted',
    'dots, interrupted',
    'dots and spaces, interrupted',
    'colons, interrupted',
    'commas, interrupted',
    'dashes, interrupted',
    'asterisks, interrupted',
    'backslashes, interrupted',
    'double quotes, interrupted',
    'curly quotes, interrupted',
    'round brackets, open, interrupted',
    'round brackets, closed, interrupted',
    'square brackets, interrupted',
    'started pauses, interrupted',
    'pauses, interrupted',
    'role rows, interrupted',
    'role paragraphs, interrupted',
    'role marks in one row, interrupted',
    'heading rows, interrupted',
    'short paragraphs, interrupted',
    'words, interrupted',
    'sentences, interrupted',
  ),
  ...VARIED_TEXTS,
];
