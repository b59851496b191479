// Ends of words and clauses for texts that have none for too long.
//
// eSpeak NG takes a text clause by clause and has room for a thousand phonemes in each, and for some eighty signs in a
// word. What goes beyond is dropped, and nobody is told: the last of many numbers in a row, or the end of a stretch of Thai,
// would not be spoken.

/** Phonemes after which a clause is ended at the next blank. */
const ENOUGH = 500;

/** Signs that end a clause wherever they stand, and those that do before a blank, with what may close behind them. */
const END = /[。、，！？；：।॥؟،؛]|[.,;:!?…]+[\p{Pe}\p{Pf}"']*(?=\s)/uy;

/** Phonemes that a sign is spoken with, at most as far as a row of such signs goes. */
const PHONEMES: readonly (readonly [RegExp, number])[] = [
  [/[a-z\s]/i, 1],
  [/[\p{N}\p{S}]/u, 12],
  [/\p{Script=Han}/u, 16],
  [/\p{Script=Hangul}/u, 5],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 4],
];
const OTHER = 2;
const MOST_OF_A_SIGN = 16;

/** Signs of a word that is taken apart, and of its pieces; they are of scripts that have no blanks between words. */
const PIECE = 50;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]{51,}/gu;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const phonemesOf = (sign: string): number => PHONEMES.find(([signs]) => signs.test(sign))?.[1] ?? OTHER;

/** What is written without blanks, with some between its words. */
function spaced(run: string): string {
  const pieces = [''];
  for (const { segment } of words.segment(run)) {
    const last = pieces.at(-1) ?? '';
    if (last.length + segment.length <= PIECE) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces.join(' ');
}

/** The same text, with blanks and commas where eSpeak NG would drop what it has no room for. */
export function withClauseEnds(text: string): string {
  if (text.length * MOST_OF_A_SIGN <= ENOUGH) return text;
  const signs = text.replace(UNSPACED, spaced);
  let whole = '';
  let phonemes = 0;
  for (let at = 0; at < signs.length; ) {
    END.lastIndex = at;
    const end = END.exec(signs)?.[0];
    const sign = end ?? String.fromCodePoint(signs.codePointAt(at) ?? 0);
    at += sign.length;
    const isEnough = phonemes > ENOUGH && /\s/.test(sign);
    if (isEnough) whole += ',';
    phonemes = end !== undefined || isEnough ? 0 : phonemes + phonemesOf(sign);
    whole += sign;
  }
  return whole;
}
