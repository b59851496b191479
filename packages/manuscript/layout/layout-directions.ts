import { NARRATOR } from '../../../shared/model/cast.ts';
import { encloseInBrackets, spokenSquareBrackets } from '../../../shared/rules/brackets.ts';
import { isSpelling } from '../../../shared/rules/marked-speech.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { readCapitals, withEscapedMark } from '../../../shared/rules/role-marks.ts';
import { wordAlternation, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { withoutEmphasis } from '../script/document-emphasis.ts';
import { anyCase, anyMatch, pattern } from './patterns.ts';

/** A sound name with its number or cue: `SFX 12`, `MUSIC UNDER` */
const SOUND_NAME = String.raw`${wordAlternation('sound-names')}(?: (?:\d{1,3}|CUE|UP|IN|OUT|UNDER|BED))?`;

export const isSoundName = anyMatch(pattern`^${SOUND_NAME}$`);

/** Requires capitals or a common abbreviation, so that lowercase text (`music: my life`) isn't a sound. */
const POSSIBLE_SOUND = /^[*_[]{0,3}(?:[\p{Lu}\p{Lo}]|(?:s?fx|bgm|foley)\b)/u;
const isNamedSound = anyMatch(
  // `SFX: rain`, `**MUSIC (under):** …`, `FX 12 – door`
  anyCase`^[*_[]{0,3}${SOUND_NAME}[*_\]]{0,3} ?(?:\([^()]{0,60}\))? ?[*_]{0,3}(?:[:：]|[–—]| [-=] )`,
  // French puts a space before the colon: `SON : tonnerre`. In English, `SON:` may be a role.
  /^(?:SONS?|BRUITS?) [:：]/u,
  // East Asian scripts put initials before a space or bracket: `ＳＥ　波の音`, `M　テーマ`, `E) 문 두드리는 소리`
  pattern`^(?:${wordAlternation('sound-initials')}[\d０-９]{0,2}(?:\u3000|\t| {1,4}(?=\p{Lo}))|[EM]\)).{0,400}[\p{Lo}♪]`,
  // Spanish scripts address the sound engineer: `CONTROL: ENTRA MÚSICA`
  pattern`^${wordAlternation('technicians')} ?:\P{Ll}{1,80}\b${wordAlternation('technician-cues')}(?!\p{L})`,
);
const isMarkedSound = anyMatch(
  // `#sfx door`, `@SFX: door`, `!music theme`
  anyCase`^[#@!]{1,2}${wordAlternation('sound-commands')}[: ] {0,4}\S`,
  // `[SFX] door slams`, `**FX** rain`; not `[MUSIC]`, which may precede a speech
  pattern`^(?:[[{(<]|\*\*)${wordAlternation('effect-names')}(?:[\]})>]|\*\*)[ \t]{1,4}\S`,
);

export const isSoundRow = (row: string): boolean =>
  isMarkedSound(row) || (POSSIBLE_SOUND.test(row) && isNamedSound(row));

/**
 * Returns the text of a direction: a line that is bracketed, emphasised, between rules or a sound cue. Otherwise
 * returns null.
 */
export function directionOf(row: string): string | null {
  const whole = directionInMarkup(row);
  if (whole !== null || !isSoundRow(row)) return whole;
  return row.replace(/^([*_]{1,3})([^*_]{1,80})\1/, '$2').replace(/^\[([^\]]{1,80})\]/, '$1');
}

const DIRECTION_FORMS: readonly RegExp[] = [
  // Such as `*** AD BREAK ***` or `===MIDROLL===`.
  /^([*_=~–—-])\1{1,40}\s{1,4}(?<words>[\p{L}\p{N}(["“].{0,80}?)\s{1,4}\1{2,41}$/u,
  /^([=~–—-])\1{2,40}(?<words>[\p{L}\p{N}(["“].{0,80}?)\1{3,41}$/u,
  // `[_Exit._]`
  /^\[[*_]{1,3}(?<words>[^[\]*_]{1,400})[*_]{1,3}\]\.?$/,
  /^\[(?<words>[^[\]]+)\]\.?$/,
  /^\{(?<words>[^{}]+)\}$/,
  /^（(?<words>[^（）]+)）$/,
  /^［(?<words>[^［］]+)］$/,
  /^【(?<words>[^【】]+)】$/,
  /^＜(?<words>[^＜＞]+)＞$/,
  /^〔(?<words>[^〔〕]+)〕$/,
  /^\((?<words>[^()]*(?:\([^()]*\)[^()]*)*)\)\.?$/,
];
const EMPHASISED_ROW = /^(?:(?<sign>\*{1,3})(?<starred>[^*]+)\k<sign>|_{1,3}(?<scored>[^*_]+)_{1,3})$/;

function directionInMarkup(row: string): string | null {
  const { starred, scored } = EMPHASISED_ROW.exec(row)?.groups ?? {};
  const inner = (starred ?? scored)?.trim();
  for (const apart of DIRECTION_FORMS) {
    const words = (apart.exec(row) ?? apart.exec(inner ?? row))?.groups?.['words'];
    if (words !== undefined) return words.replace(/\\(?=[()])/g, '').trim();
  }
  // A line that is entirely bold is a heading or a name.
  return inner !== undefined && /^[*_](?![*_])/.test(row) ? inner : null;
}

const NOTE_SYMBOLS = /[♪♫♬🎵🎶]+/gu;
const BRACKETED =
  /(?<!\\)\[[^[\]]+\]|\{[^{}]+\}|（[^（）]+）|［[^［］]+］|＜[^＜＞]+＞|<\p{Ll}[\p{L}\p{Co} ,:’']{2,60}>/gu;
const BRACKETS_IN_EMPHASIS = /(?<![\p{L}\p{N}*_])[*_]{1,3}(\([^()*_]+\)|\[[^[\]*_]+\])[*_]{1,3}(?![\p{L}\p{N}*_])/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*_])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_]{1,400})(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
/** Words that are often emphasised in speech and don't describe actions. */
const STRESSED_WORDS = wordSet('stressed-words');

/** `She strikes a match.` */
const ACTION = /^(?:he|she|it) (?!(?:is|was|has|does)\b)\p{Ll}+s\b/iu;

/** Puts directions in round brackets. @param stressed formats emphasised words that are spoken */
export function silenceDirections(words: string, stressed = (inside: string): string => inside): string {
  const unwrapped = /[*_]/.test(words)
    ? words
        .replace(BRACKETS_IN_EMPHASIS, '$1')
        .replace(EMPHASIS, (whole: string, mark: string, inside: string, at: number, all: string) =>
          isDirection(inside, mark, all.slice(0, at), all.slice(at + whole.length))
            ? encloseInBrackets(inside)
            : stressed(inside),
        )
    : words;
  const sung = unwrapped.replace(NOTE_SYMBOLS, encloseInBrackets);
  if (!/[[{（［＜<]/.test(sung)) return sung;
  return sung.replace(BRACKETED, (group) => {
    const bare = withoutEmphasis(group);
    return leadingPauses(bare) === bare || isSpelling(bare) ? group : encloseInBrackets(group.slice(1, -1).trim());
  });
}

/** Detects emphasised actions between sentences: `*sighs*`, `*she laughs*`. */
function isDirection(inside: string, mark: string, before: string, after: string): boolean {
  const isBetween = /(?:^|[.!?…:)\]”"»—-])\s*$/.test(before.slice(-8)) && /^\s*(?:$|[\p{Lu}\p{P}])/u.test(after);
  if (mark.length > 1 || !isBetween || /^[,;.!?…]/.test(after)) return false;
  const [first = ''] = inside.split(/[\s,.]/, 1);
  if (STRESSED_WORDS.has(first.toLowerCase())) return ACTION.test(inside);
  return /^\p{Ll}/u.test(inside) || /(?:s|ing|ly)$/.test(first);
}

/** Adds the narrator's mark to text that contains directions. Without the mark, square brackets are spoken. */
export function withNarratorMark(row: string): string {
  if (spokenSquareBrackets(row).length === 0) return withEscapedMark(row, readCapitals);
  return `${NARRATOR}: ${silenceDirections(row.replaceAll('(', '\\('))}`;
}

/** In lines. */
const MAX_DIRECTION_LENGTH = 20;

/**
 * Returns the index of the line that closes the bracket. Returns `first` if no line in the paragraph closes the
 * bracket.
 */
export function lastRowOfBracket(rows: readonly { readonly text: string }[], first: number): number {
  const opening = rows[first]?.text.charAt(0);
  if (opening !== '[' && opening !== '(') return first;
  const below = rows.slice(first, first + MAX_DIRECTION_LENGTH).map(({ text }) => text);
  const last = below.findIndex((text) => text === '' || text.includes(opening === '[' ? ']' : ')'));
  return last < 0 || below[last] === '' ? first : first + last;
}
