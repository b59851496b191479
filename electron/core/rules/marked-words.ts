import { sameWords } from '../../../shared/rules/word-changes.ts';

export interface MarkedSpan {
  readonly text: string;
  readonly marked: boolean;
}

const WORDS = /\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
/** Beyond this many word pairs, everything between the first and the last difference is marked. */
const MAX_PAIRS = 60_000;
const CONTEXT_CHARACTERS = 36;
const MAX_MARKED = 2_000;

export function markedWords(
  before: string,
  after: string,
): { readonly before: MarkedSpan[]; readonly after: MarkedSpan[] } {
  const old = before.match(WORDS) ?? [];
  const now = after.match(WORDS) ?? [];
  const unchanged = sameWords(old, now, MAX_PAIRS);
  return {
    before: spans(old, new Set(unchanged.map(([at]) => at))),
    after: spans(now, new Set(unchanged.map(([, at]) => at))),
  };
}

function spans(words: readonly string[], unchanged: ReadonlySet<number>): MarkedSpan[] {
  const found: { text: string; marked: boolean }[] = [];
  words.forEach((word, at) => {
    const marked = !unchanged.has(at);
    const last = found.at(-1);
    if (last?.marked === marked) last.text += word;
    else found.push({ text: word, marked });
  });
  return found.map(({ text, marked }, at) => ({
    text: marked ? cut(text) : truncate(text, at > 0, at < found.length - 1),
    marked,
  }));
}

function cut(text: string): string {
  if (text.length <= MAX_MARKED) return text;
  return `${[...text.slice(0, 2 * MAX_MARKED)].slice(0, MAX_MARKED).join('')}…`;
}

/** `left` and `right` indicate whether a marked segment precedes or follows the text. */
function truncate(text: string, left: boolean, right: boolean): string {
  const characters = [...text];
  const most = CONTEXT_CHARACTERS * (Number(left) + Number(right) || 2);
  if (characters.length <= most + 1) return text;
  const head = left || !right ? characters.slice(0, most - (right ? CONTEXT_CHARACTERS : 0)).join('') : '';
  const tail = right ? characters.slice(-CONTEXT_CHARACTERS).join('') : '';
  return `${head}…${tail}`;
}
