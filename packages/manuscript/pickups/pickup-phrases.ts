// Finds the words that a remark quotes, and whether they are in the script or in the audio.
import type { PickupPhrase } from '../../../shared/model/pickups.ts';
import { wordAlternation, wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';

type PhraseRole = PickupPhrase['role'];

const PAIRS = ['“”', '„“', '„”', '"“', '""', '«»', '»«', '‹›', '「」', '『』', '‚‘', '‚’'];
/** An apostrophe inside a word doesn't end a quotation. */
const SINGLE = String.raw`(?<![\p{L}\p{N}])['‘’](?=\S)((?:[^'‘’“”"\n]|['’](?=[\p{L}\p{N}])){1,400}?\S?)['’](?![\p{L}\p{N}])`;
const QUOTED = new RegExp(
  [
    ...PAIRS.map((pair) => {
      const [open = '', close = ''] = pair;
      return `${open}([^${open}${close}]{1,2000})${close}`;
    }),
    SINGLE,
  ].join('|'),
  'gu',
);

const BETWEEN = String.raw`(?:[\s:,;.()–—-]|\b${wordAlternation('pickup-words-between')}\b)*`;
const EDGE = String.raw`(?:^|[^\p{L}\p{N}])`;
const WRITTEN_BEFORE = wordPattern(EDGE, 'pickup-written-before', `${BETWEEN}$`, 'iu');
const HEARD_BEFORE = wordPattern(EDGE, 'pickup-heard-before', `${BETWEEN}$`, 'iu');
const CONTEXT_BEFORE = wordPattern(EDGE, 'pickup-context-before', `${BETWEEN}$`, 'iu');
const BETWEEN_START = String.raw`^[\s:,;.()–—-]*`;
const WRITTEN_AFTER = wordPattern(BETWEEN_START, 'pickup-written-after', String.raw`(?![\p{L}\p{N}])`, 'iu');
const HEARD_AFTER = wordPattern(BETWEEN_START, 'pickup-heard-after', String.raw`(?![\p{L}\p{N}])`, 'iu');
const ARROW = `(?:->|→|=>|⇒|>>)`;
const ARROW_BEFORE = new RegExp(String.raw`${ARROW}\s*$`, 'u');
const ARROW_AFTER = new RegExp(String.raw`^\s*${ARROW}`, 'u');

/** In UTF-16 code units. */
const MAX_CUE_LENGTH = 80;

function roleOf(before: string, after: string): PhraseRole {
  if (ARROW_BEFORE.test(before)) return 'written';
  if (ARROW_AFTER.test(after)) return 'heard';
  const cues = [
    { role: 'written', at: WRITTEN_BEFORE.exec(before)?.index },
    { role: 'heard', at: HEARD_BEFORE.exec(before)?.index },
    { role: 'context', at: CONTEXT_BEFORE.exec(before)?.index },
  ] as const;
  // Of cues with the same end, the longest counts: “read as written” over “written”.
  const first = cues.reduce<(typeof cues)[number] | null>(
    (best, cue) => (cue.at !== undefined && cue.at < (best?.at ?? Number.POSITIVE_INFINITY) ? cue : best),
    null,
  );
  if (first) return first.role;
  if (HEARD_AFTER.test(after)) return 'heard';
  return WRITTEN_AFTER.test(after) ? 'written' : 'context';
}

/** Replaces quoted words with spaces, so that positions stay the same. */
export const withoutQuotations = (text: string): string => text.replace(QUOTED, (quote) => ' '.repeat(quote.length));

/** Returns the quoted words of a remark or, without quotation marks, the words around cues such as “should be”. */
export function phrasesIn(text: string): PickupPhrase[] {
  const quoted = quotedPhrases(text);
  return quoted.length > 0 ? quoted : unquotedPhrases(text);
}

export function quotedPhrases(text: string): PickupPhrase[] {
  const quotes = [...text.matchAll(QUOTED)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: match.slice(1).find((group) => group !== undefined) ?? '',
  }));
  return quotes.flatMap(({ from, to, text: quoted }, at) => {
    const before = text.slice(Math.max(quotes[at - 1]?.to ?? 0, from - MAX_CUE_LENGTH), from);
    const after = text.slice(to, Math.min(quotes[at + 1]?.from ?? text.length, to + MAX_CUE_LENGTH));
    return phrases(roleOf(before, after), quoted);
  });
}

/** Splits words at ellipses, because words are left out there. */
export function phrases(role: PhraseRole, text: string): PickupPhrase[] {
  return text
    .split(/(?:\.{3,}|…|\[\s*(?:\.{2,}|…)\s*\])/u)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => ({ role, text: part }));
}

const MAX_UNQUOTED_WORDS = 12;
/** In UTF-16 code units. Longer remarks are explanations. */
const MAX_REMARK_LENGTH = 200;
const INSTEAD_OF = wordAlternation('pickup-instead');
const NOT = String.raw`(?:,?\s+(?:${wordAlternation('pickup-not')}|${INSTEAD_OF})\s+(?<not>.+?))?[.!]*$`;
const VERB = String.raw`(?:\s+${wordAlternation('pickup-final-verbs')})?`;
const SHOULD = new RegExp(
  [
    String.raw`^(?<heard>.*?)(?:^|\s+|\s*(?=${ARROW}))`,
    String.raw`(?:${wordAlternation('pickup-should')}|${ARROW})\s+`,
    `(?<written>.+?)${VERB}${NOT}`,
  ].join(''),
  'iu',
);
const INSTEAD = new RegExp(
  [
    String.raw`^(?:(?:${wordAlternation('pickup-heard-before')})\s+)?(?<heard>.+?)`,
    String.raw`\s+${INSTEAD_OF}\s+(?<written>.+?)[.!]*$`,
  ].join(''),
  'iu',
);
const NOUN = wordAlternation('pickup-word-nouns');
const MISSING_FIRST = wordPattern(
  '^',
  'pickup-missing',
  String.raw`(?: ${NOUN})?\s*:?\s+(?!${NOUN}\b)(?<written>.+?)[.!]*$`,
  'iu',
);
const MISSING_LAST = wordPattern(String.raw`^(?<written>.+?)[\s:,–—-]+`, 'pickup-written-after', `[.!]*$`, 'iu');
const EXTRA_LAST = wordPattern(String.raw`^(?<heard>.+?)[\s:,–—-]+`, 'pickup-heard-after', `[.!]*$`, 'iu');

function unquotedPhrases(text: string): PickupPhrase[] {
  const remark = text.trim();
  if (remark.length > MAX_REMARK_LENGTH) return [];
  for (const pattern of [SHOULD, INSTEAD, MISSING_FIRST, MISSING_LAST, EXTRA_LAST]) {
    const groups = pattern.exec(remark)?.groups;
    if (!groups) continue;
    const found = [
      ...brief('written', groups['written']),
      ...brief('heard', groups['heard']),
      ...brief('heard', groups['not']),
    ];
    if (found.length > 0) return found;
  }
  return [];
}

const NOT_QUOTED = wordSet('pickup-words-between');

/** Leaves out explanations, which are longer, and the first words of “word missing”. */
function brief(role: PhraseRole, text = ''): PickupPhrase[] {
  const words = text.trim().toLowerCase().split(/\s+/u);
  return words.length > MAX_UNQUOTED_WORDS || words.every((word) => NOT_QUOTED.has(word)) ? [] : phrases(role, text);
}

/** Removes the quotation marks around a whole cell. */
export function withoutQuotes(text: string): string {
  const trimmed = text.trim();
  const [whole] = trimmed.matchAll(QUOTED);
  return whole?.[0] === trimmed ? (whole.slice(1).find((group) => group !== undefined) ?? trimmed) : trimmed;
}
