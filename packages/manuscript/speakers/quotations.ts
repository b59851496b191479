// Where quotations begin and end in prose, in the convention that the text keeps.

import { append } from '../../../shared/rules/lists.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { speechBehindInsertion } from './french-narration.ts';
import { PARTICLE_VERBS, SPEECH_VERBS } from './speech-words.ts';

/** A stretch of a paragraph in quotation marks, or behind a dash: `text.slice(start, end)`, marks included. */
export interface Quotation {
  readonly start: number;
  readonly end: number;
  /** Whether it goes on from the paragraph before. */
  readonly continues: boolean;
  /** Whether its end can be told: a mark closes it, or the next paragraph goes on with it. */
  readonly isWhole: boolean;
}

interface Marks {
  readonly open: string;
  readonly close: string;
  /** Its closing mark is an apostrophe too. */
  readonly isApostrophe?: boolean;
  /** The two marks are one sign. */
  readonly isStraight?: boolean;
}

const CONVENTIONS: readonly Marks[] = [
  { open: '“', close: '”' },
  { open: '„', close: '“”' },
  { open: '«', close: '»' },
  { open: '»', close: '«' },
  { open: '「', close: '」' },
  { open: '"', close: '"', isStraight: true },
  { open: '‘', close: '’', isApostrophe: true },
  { open: '‚', close: '‘’', isApostrophe: true },
  { open: "'", close: "'", isApostrophe: true, isStraight: true },
];

interface Convention {
  /** Null where no quotation marks are to be seen. */
  readonly marks: Marks | null;
  /** Whether a dash begins what somebody says. */
  readonly dashes: boolean;
}

const LETTER = /[\p{L}\p{N}]/u;
const BEFORE_OPENING = /[\s([{—–\-―“‘«"'¡¿*_]/u;
/** What an apostrophe stands before at the start of a word, after which it is no quotation mark. */
const CLIPPED = wordPattern('^', 'clipped-words', String.raw`\b`, 'i');
const DECADE = /^\d0s\b/i;
const DASH_START = /^\s*[—–―-][\s\u00a0]?(?=[\p{L}¿¡«"“…])/u;
/** A text speaks behind dashes where this many paragraphs do, and this part of them. */
const DASHES = { least: 2, share: 0.04 } as const;
/** An opening mark at the start of a paragraph tells more of a convention than one inside. */
const START_WEIGHT = 3;

/**
 * Finds the quotations of a text.
 *
 * @param paragraphs null for what stands between them: a heading, a pause
 * @returns for each paragraph its quotations in order; those inside another one belong to it
 */
export function findQuotations(paragraphs: readonly (string | null)[]): Quotation[][] {
  const convention = conventionOf(paragraphs);
  let isOpen = false;
  return paragraphs.map((text, index) => {
    if (text === null) {
      isOpen = false;
      return [];
    }
    if (convention.dashes && DASH_START.test(text)) {
      isOpen = false;
      return dashQuotations(text);
    }
    if (convention.marks === null) return [];
    const found = markedQuotations(text, convention.marks, isOpen);
    const next = paragraphs[index + 1] ?? null;
    isOpen = found.isOpen && next !== null && goesOn(next, convention.marks);
    const { quotations } = found;
    const parted = convention.marks.open === '«' ? quotations.flatMap(inverted(text)) : quotations;
    const last = parted.at(-1);
    if (found.isOpen && !isOpen && last) parted[parted.length - 1] = { ...last, isWhole: false };
    return parted;
  });
}

function conventionOf(paragraphs: readonly (string | null)[]): Convention {
  let best: Marks | null = null;
  let most = 0;
  const texts = paragraphs.filter((text) => text !== null);
  for (const marks of CONVENTIONS) {
    let score = 0;
    for (const text of texts) {
      for (let at = text.indexOf(marks.open); at !== -1; at = text.indexOf(marks.open, at + 1)) {
        if (isOpening(text, at, marks)) score += text.slice(0, at).trim() === '' ? START_WEIGHT : 1;
        if (at > 0 && text.length > 20_000) break;
      }
    }
    if (score > most) [best, most] = [marks, score];
  }
  const dashed = texts.filter((text) => DASH_START.test(text)).length;
  return { marks: best, dashes: dashed >= DASHES.least && dashed >= texts.length * DASHES.share };
}

function isOpening(text: string, at: number, marks: Marks): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  if (before !== '' && !BEFORE_OPENING.test(before)) return false;
  if (marks.open === '«') return after !== '';
  if (after === '' || /\s/.test(after)) return false;
  if (!marks.isApostrophe) return true;
  const next = text.slice(at + 1, at + 8);
  return marks.open === '‚' || !(CLIPPED.test(next) || DECADE.test(next));
}

interface FoundQuotations {
  readonly quotations: Quotation[];
  /** Whether the last one is not closed. */
  readonly isOpen: boolean;
}

function markedQuotations(text: string, marks: Marks, wasOpen: boolean): FoundQuotations {
  const quotations: Quotation[] = [];
  let at = 0;
  let continues = wasOpen;
  while (at < text.length) {
    const start = continues ? startOf(text) : nextOpening(text, at, marks);
    if (start === -1) break;
    const inside = continues && !startsWithMark(text, marks) ? start : start + 1;
    const end = closingOf(text, inside, marks);
    if (end === null) {
      quotations.push({ start, end: text.trimEnd().length, continues, isWhole: true });
      return { quotations, isOpen: true };
    }
    // A mark that another one follows before it is closed is a stray apostrophe.
    if (end === 'none') at = start + 1;
    else {
      quotations.push({ start, end, continues, isWhole: true });
      at = end;
    }
    continues = false;
  }
  return { quotations, isOpen: false };
}

const startOf = (text: string): number => text.length - text.trimStart().length;

/** Guillemets are repeated as they open or as they close. */
const startsWithMark = (text: string, { open, close }: Marks): boolean => {
  const first = text.trimStart().charAt(0);
  return first === open || (open === '«' && close.includes(first) && first !== '');
};

function nextOpening(text: string, from: number, marks: Marks): number {
  for (let at = text.indexOf(marks.open, from); at !== -1; at = text.indexOf(marks.open, at + 1)) {
    if (isOpening(text, at, marks)) return at;
  }
  return -1;
}

/** Whether a paragraph goes on with a quotation that the one before left open. */
function goesOn(text: string, marks: Marks): boolean {
  if (startsWithMark(text, marks)) return true;
  const opening = nextOpening(text, 0, marks);
  const end = closingOf(opening === -1 ? text : text.slice(0, opening), 0, marks);
  return typeof end === 'number';
}

/** The place behind the closing mark; null where the paragraph ends before; `none` where the mark opened nothing. */
function closingOf(text: string, from: number, marks: Marks): number | null | 'none' {
  if (marks.isApostrophe) return closingApostrophe(text, from, marks);
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (marks.close.includes(sign)) depth -= 1;
    else if (sign === marks.open) depth += 1;
    if (depth === 0) return at + 1;
  }
  return depth > 1 ? closingFlat(text, from, marks) : null;
}

/** As `closingOf`, where a mark was forgotten and the quotations don't nest. */
function closingFlat(text: string, from: number, { close }: Marks): number | null {
  for (let at = from; at < text.length; at += 1) if (close.includes(text.charAt(at))) return at + 1;
  return null;
}

const ENDS_SPEECH = /[.,!?…;:)\]—–\-”"»*_]/;
const INNER: Readonly<Record<string, number>> = { '“': 1, '”': -1, '«': 1, '»': -1 };

function closingApostrophe(text: string, from: number, marks: Marks): number | null | 'none' {
  let weak: number | null = null;
  let depth = 0;
  let straight = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    depth = Math.max(0, depth + (INNER[sign] ?? 0));
    if (sign === '"') straight = 1 - straight;
    if (marks.close.includes(sign) && isClosing(text, at)) {
      if (!ENDS_SPEECH.test(text.charAt(at - 1)) || depth + straight > 0) weak ??= at + 1;
      else return at + 1;
    } else if (sign === marks.open && isOpening(text, at, marks) && depth + straight === 0) return weak ?? 'none';
  }
  return weak;
}

function isClosing(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  return before !== '' && !/\s/.test(before) && !LETTER.test(after);
}

const DASH = /[—–―]|(?<=\s)-(?=\s)/g;
const FIRST_WORDS = /[\p{L}\p{M}]+/gu;

/** What is said in a paragraph that begins with a dash: another dash begins an insertion of the narrator, or ends it. */
function dashQuotations(text: string): Quotation[] {
  const first = DASH_START.exec(text)?.[0].length ?? 0;
  const dashes = Array.from(text.matchAll(DASH), ({ index }) => index).filter((at) => at >= first);
  const quotations: Quotation[] = [];
  let start = startOf(text);
  let isSpeech = true;
  for (const [place, at] of [...dashes, text.length].entries()) {
    const end = dashes[place] ?? text.length;
    if (at === text.length) {
      if (isSpeech) append(quotations, withoutInversion(text, start, text.trimEnd().length, false));
      break;
    }
    const next = dashes[place + 1] ?? text.length;
    const isInsertion = isSpeech && tellsOfSpeech(text.slice(end + 1, Math.min(next, end + 80)));
    if (isInsertion) {
      quotations.push({ start, end: start + text.slice(start, end).trimEnd().length, continues: false, isWhole: true });
      isSpeech = false;
    } else if (!isSpeech) {
      isSpeech = true;
      // The dash that ends the insertion stays with it, where the words follow at a distance.
      start = end + 1 + (text.slice(end + 1).length - text.slice(end + 1).trimStart().length);
      if (/^[.,;:!?…]/.test(text.slice(start)))
        start += 1 + (text.slice(start + 1).length - text.slice(start + 1).trimStart().length);
    }
  }
  return quotations.filter(({ start: from, end: to }) => LETTER.test(text.slice(from, to)));
}

/** Whether a verb of speech is among the first words. */
function tellsOfSpeech(words: string): boolean {
  const first = words.match(FIRST_WORDS)?.slice(0, 4) ?? [];
  return first.some((word) => SPEECH_VERBS.has(word.toLowerCase()) && !PARTICLE_VERBS.has(word.toLowerCase()));
}

/** `dit-il` */
const VERB_AND_PRONOUN = String.raw`(\p{Ll}[\p{L}\p{M}’']*?)(?:-t)?-(?:il|elle|je|ils|elles|on)(?!\p{L})`;
/** `dit Julien`, `dit le comte` */
const VERB_AND_NAME = String.raw`(\p{Ll}[\p{L}\p{M}’']*)\s+(?=\p{Lu}|l[ea’']|(?:madame|monsieur|mademoiselle)\s)`;
const INVERSION = new RegExp(String.raw`[,?!…]\s+(?:${VERB_AND_PRONOUN}|${VERB_AND_NAME})`, 'gu');

/** `« Je viens, dit Julien, vous voir. »`: what stands between the marks without the narrator's words. */
const inverted =
  (text: string) =>
  (quotation: Quotation): Quotation[] =>
    withoutInversion(text, quotation.start, quotation.end).map((part, place) =>
      place === 0 ? { ...part, continues: quotation.continues } : part,
    );

/**
 * French puts who says it between commas: `— Oui, dit-il, je viens.`
 *
 * @param isClosed whether a mark tells where the speech ends
 */
function withoutInversion(text: string, start: number, end: number, isClosed = true): Quotation[] {
  const words = text.slice(start, end);
  for (const match of words.matchAll(INVERSION)) {
    if (!SPEECH_VERBS.has((match[1] ?? match[2] ?? '').toLowerCase())) continue;
    const cut = start + match.index + 1;
    const told = start + match.index + match[0].length;
    const stop = text.slice(told, end).search(/[.,;:!?]/);
    const before = { start, end: cut, continues: false, isWhole: true };
    if (stop === -1) return [before];
    const rest = told + stop + 1;
    const more = rest + (text.slice(rest, end).length - text.slice(rest, end).trimStart().length);
    if (!LETTER.test(text.slice(more, end))) return [before];
    if (!isClosed) {
      const length = speechBehindInsertion(text.slice(more, end), text.charAt(rest - 1));
      return length === 0 ? [before] : [before, { start: more, end: more + length, continues: false, isWhole: true }];
    }
    return [before, { start: more, end, continues: false, isWhole: true }];
  }
  return [{ start, end, continues: false, isWhole: true }];
}
