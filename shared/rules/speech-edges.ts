// How a line's text starts and ends, which decides how long the pause next to it is. Unicode properties cover the
// punctuation of all languages.

import type { Turn } from '../model/script.ts';
import { writtenWords } from './spoken-text.ts';

/** `continuation`: in lower case, or with a Japanese particle that follows a quotation. */
export const SPEECH_OPENINGS = ['sentence', 'continuation'] as const;
type SpeechOpening = (typeof SPEECH_OPENINGS)[number];

/**
 * `comma` includes colons. `question` includes exclamations. `dash`: cut off. `none`: no punctuation other than quotation
 * marks and brackets.
 */
export const SPEECH_CLOSINGS = ['comma', 'semicolon', 'stop', 'question', 'ellipsis', 'dash', 'none'] as const;
export type SpeechClosing = (typeof SPEECH_CLOSINGS)[number];

export interface SpeechEdges {
  readonly opens: SpeechOpening;
  readonly closes: SpeechClosing;
}

/** Returns the edges of a line's spoken text, without directions. */
export function edgesOfTurns(turns: readonly Turn[]): SpeechEdges {
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last) return { opens: 'sentence', closes: 'none' };
  const [opening, closing] = [first, last].map((turn) => speechEdges(writtenWords(turn, { speakBrackets: false })));
  return { opens: opening?.opens ?? 'sentence', closes: closing?.closes ?? 'none' };
}

const FIRST_LETTER = /[\p{L}\p{N}]/u;
const LOWER_CASE = /^\p{Ll}/u;
/** Such as `と言った` after `「行こう」`. */
const QUOTATIVE_PARTICLE = /^[\p{P}\s]*(?:と[、，\p{Script=Han}]|って)/u;

const ELLIPSIS = /(?:[…‥⋯]|\.{2}|。{2})$/u;
/** In Greek, `;` is the question mark. */
const QUESTION = /(?:[!?¡¿‽！？؟՞՜⸮\u037e]|\p{Script=Greek};)$/u;
const SEMICOLON = /[;；؛⁏᠂]$/u;
const DASH = /\p{Pd}$/u;
const SENTENCE_END = /\p{Sentence_Terminal}$/u;
const OTHER_PUNCTUATION = /\p{Terminal_Punctuation}$/u;

/** Quotation marks, brackets, spaces and emphasis marks after a text's last punctuation mark. */
const isTrailing = (character: string): boolean => /[\p{Pi}\p{Pf}\p{Ps}\p{Pe}\p{Z}\p{Cf}\s"'*_]/u.test(character);

export function speechEdges(text: string): SpeechEdges {
  const first = text.slice(Math.max(0, text.search(FIRST_LETTER)));
  const isContinuation = LOWER_CASE.test(first) || QUOTATIVE_PARTICLE.test(text.slice(0, 20));
  return { opens: isContinuation ? 'continuation' : 'sentence', closes: closingOf(text) };
}

function closingOf(text: string): SpeechClosing {
  let end = text.length;
  while (end > 0 && isTrailing(text[end - 1] ?? '')) end -= 1;
  const last = text.slice(Math.max(0, end - 4), end);
  if (ELLIPSIS.test(last)) return 'ellipsis';
  if (QUESTION.test(last)) return 'question';
  if (SEMICOLON.test(last)) return 'semicolon';
  if (DASH.test(last)) return 'dash';
  if (SENTENCE_END.test(last)) return 'stop';
  return OTHER_PUNCTUATION.test(last) ? 'comma' : 'none';
}
