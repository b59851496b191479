import { at } from '../../../shared/rules/at.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import type { HeardWord } from '../rules/proof/compare-words.ts';
import type { RecognisedTokens } from './recogniser-messages.ts';

/** Assumed duration of the last token if the model doesn't report it. */
const LAST_TOKEN_SECONDS = 0.25;

interface TimedLetters {
  /** For each code unit of the letters, the token that it is part of. */
  readonly tokenOf: readonly number[];
}

/**
 * Returns the words of a recogniser's result. `offsetSeconds` is added to their times. If the model doesn't time its
 * tokens, the words are spread over `seconds` according to their lengths.
 */
export function heardWordsOf(result: RecognisedTokens, seconds: number, offsetSeconds: number): HeardWord[] {
  const words = spokenWords(result.text);
  const letters = result.text.replace(/\s/gu, '');
  const timed = timedLetters(result, letters);
  const timeOf = timed ? tokenTimes(result, timed, seconds) : evenTimes(letters.length, seconds);
  let place = 0;
  let skipped = 0;
  return words.map(({ text, from, to }) => {
    // The number of letters before the word, without white space.
    const before = result.text.slice(skipped, from).replace(/\s/gu, '').length;
    const start = place + before;
    const end = start + result.text.slice(from, to).replace(/\s/gu, '').length;
    place = end;
    skipped = to;
    const { startSeconds, endSeconds, confidence } = timeOf(start, end);
    return {
      text,
      startSeconds: offsetSeconds + startSeconds,
      endSeconds: offsetSeconds + endSeconds,
      ...(confidence === undefined ? {} : { confidence }),
    };
  });
}

type TimeOf = (
  start: number,
  end: number,
) => {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly confidence: number | undefined;
};

export const isTimed = ({ tokens, timestamps }: RecognisedTokens): boolean =>
  tokens.length > 0 && timestamps.length === tokens.length;

/** Returns null if the tokens have no times or don't spell the text. */
function timedLetters(result: RecognisedTokens, letters: string): TimedLetters | null {
  if (!isTimed(result)) return null;
  const tokenOf: number[] = [];
  let spelled = '';
  for (const [index, token] of tokenTexts(result.tokens).entries()) {
    spelled += token;
    while (tokenOf.length < spelled.length) tokenOf.push(index);
  }
  return spelled.toLowerCase() === letters.toLowerCase() ? { tokenOf } : null;
}

/** Removes the marks for word starts, and decodes characters that are split into bytes, such as `<0xE6>`. */
function tokenTexts(tokens: readonly string[]): string[] {
  const texts: string[] = [];
  let bytes: number[] = [];
  const flush = (): void => {
    // All bytes of a run count as part of its last token.
    if (bytes.length > 0) texts[texts.length - 1] = Buffer.from(bytes).toString('utf8');
    bytes = [];
  };
  for (const token of tokens) {
    const [, byte] = /^<0x([0-9A-Fa-f]{2})>$/.exec(token) ?? [];
    if (byte === undefined) {
      flush();
      texts.push(token.replace(/[\s\u2581]/gu, ''));
    } else {
      bytes.push(Number.parseInt(byte, 16));
      texts.push('');
    }
  }
  flush();
  return texts;
}

function tokenTimes(
  { timestamps, durations, logProbabilities, tokens }: RecognisedTokens,
  { tokenOf }: TimedLetters,
  seconds: number,
): TimeOf {
  const hasDurations = durations.length === tokens.length;
  const hasProbabilities = logProbabilities.length === tokens.length;
  const startOf = (token: number): number => Math.min(seconds, Math.max(0, at(timestamps, token)));
  const endOf = (token: number): number => {
    const next = token + 1 < tokens.length ? startOf(token + 1) : seconds;
    const own = startOf(token) + (hasDurations ? Math.max(0, at(durations, token)) : LAST_TOKEN_SECONDS);
    return Math.max(startOf(token), Math.min(own, next));
  };
  return (start, end) => {
    const [first, last] = [at(tokenOf, start), at(tokenOf, end - 1)];
    const [startSeconds, endSeconds] = [startOf(first), endOf(last)];
    let confidence: number | undefined;
    if (hasProbabilities) {
      const sum = logProbabilities.slice(first, last + 1).reduce((total, one) => total + one, 0);
      confidence = Math.min(1, Math.exp(sum / (last - first + 1)));
    }
    return { startSeconds, endSeconds: Math.max(startSeconds, endSeconds), confidence };
  };
}

const evenTimes =
  (letters: number, seconds: number): TimeOf =>
  (start, end) => ({
    startSeconds: (seconds * start) / letters,
    endSeconds: (seconds * end) / letters,
    confidence: undefined,
  });
