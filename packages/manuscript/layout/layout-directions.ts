// Stage and sound directions as people type them, which no voice speaks.
import { NARRATOR } from '../../../shared/model/cast.ts';
import { bracketed, spokenSquareBrackets, withoutBrackets } from '../../../shared/rules/brackets.ts';
import { isSpelling } from '../../../shared/rules/marked-speech.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { readCapitals, withEscapedMark } from '../../../shared/rules/role-marks.ts';
import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';

/** `SFX 12`, `MUSIC UNDER` */
const CUE = String.raw`(?: (?:\d{1,3}|CUE|UP|IN|OUT|UNDER|BED))?`;
const SOUND_NAME = wordPattern('^', 'sound-names', `${CUE}$`, 'u');
/** `SFX: rain`, `**MUSIC (under):** …`, `FX 12 – door`. */
const SOUND_ROW = wordPattern(
  '^[*_[]{0,3}',
  'sound-names',
  String.raw`${CUE}[*_\]]{0,3} ?(?:\([^()]{0,60}\))? ?[*_]{0,3}(?:[:：]|[–—]| [-=] )`,
  'iu',
);

/** `[SFX] door slams`, `**FX** rain`: music in brackets may stand before what is said. */
const EFFECT_FIRST = wordPattern(
  String.raw`^(?:[[{(<]|\*\*)`,
  'effect-names',
  String.raw`(?:[\]})>]|\*\*)[ \t]{1,4}\S`,
  'u',
);

/** In French a blank stands before the colon: `SON : tonnerre`. In English a SON speaks. */
const FRENCH_SOUND = /^(?:SONS?|BRUITS?) [:：]/u;

/** In East Asia initials stand before a blank or a bracket: `ＳＥ　波の音`, `M　テーマ`, `E) 문 두드리는 소리`. */
const EASTERN_SOUND =
  /^(?:(?:S\.?E\.?|Ｓ・?Ｅ|ME?|ＭＥ?|BGM|ＢＧＭ|音楽|音響|効果音?)[\d０-９]{0,2}(?:\u3000|\t| {1,4}(?=\p{Lo}))|[EM]\)).{0,400}[\p{Lo}♪]/u;

/** In Spanish it is the technician who plays it: `CONTROL: ENTRA MÚSICA`. */
const TECHNICIAN = wordPattern(
  String.raw`^(?:CONTROL|OPERADORA?|TÉCNIC[OA]) ?:\P{Ll}{1,80}\b`,
  'technician-cues',
  String.raw`(?!\p{L})`,
  'u',
);

/** `#sfx door`, `@SFX: door`, `!music theme` */
const COMMAND = wordPattern('^[#@!]{1,2}', 'sound-commands', String.raw`[: ] {0,4}\S`, 'iu');

/** Whether a name in capitals stands for what is heard or done, rather than for a role. */
export const isSoundName = (name: string): boolean => SOUND_NAME.test(name);

/** The words of a row that are not spoken: in brackets, in emphasis or behind `SFX:`; null for any other. */
export function directionOf(row: string): string | null {
  const whole = wholeDirection(row);
  if (whole !== null || !isSoundRow(row)) return whole;
  return row.replace(/^([*_]{1,3})([^*_]{1,80})\1/, '$2').replace(/^\[([^\]]{1,80})\]/, '$1');
}

/** Whether a row says what is heard: `SFX: rain`. A sentence that begins so in small letters is none, but for `sfx:`. */
export const isSoundRow = (row: string): boolean =>
  COMMAND.test(row) ||
  EFFECT_FIRST.test(row) ||
  (/^[*_[]{0,3}(?:[\p{Lu}\p{Lo}]|(?:s?fx|bgm|foley)\b)/u.test(row) &&
    (SOUND_ROW.test(row) || [FRENCH_SOUND, EASTERN_SOUND, TECHNICIAN].some((sound) => sound.test(row))));

/** `*** AD BREAK ***`, `--- BREAK ---` */
const RULED = /^([*_=~–—-])\1{1,40}\s{1,4}([\p{L}\p{N}(["“].{0,80}?)\s{1,4}\1{2,41}$/u;
/** `===MIDROLL===` */
const TIGHTLY_RULED = /^([=~–—-])\1{2,40}([\p{L}\p{N}(["“].{0,80}?)\1{3,41}$/u;

/** A row's words without what sets them apart, be it `[…]`, `(…)`, `*…*` or `_…_`; null where nothing does. */
export function wholeDirection(row: string): string | null {
  const ruled = RULED.exec(row) ?? TIGHTLY_RULED.exec(row);
  if (ruled) return ruled[2] ?? '';
  const [, , starred, scored] = /^(?:(\*{1,3})([^*]+)\1|_{1,3}([^*_]+)_{1,3})$/.exec(row) ?? [];
  const inner = (starred ?? scored)?.trim();
  const text = inner ?? row;
  // `[_Exit._]`
  if (/^\[[*_]{1,3}[^[\]*_]{1,400}[*_]{1,3}\]\.?$/.test(text))
    return text.replace(/^\[[*_]{1,3}|[*_]{1,3}\]\.?$/g, '').trim();
  if (/^\[[^[\]]+\]\.?$/.test(text) || /^\{[^{}]+\}$/.test(text)) {
    return text.replace(/^[[{]|[\]}]\.?$/g, '').trim();
  }
  if (/^（[^（）]+）$|^［[^［］]+］$|^【[^【】]+】$|^＜[^＜＞]+＞$|^〔[^〔〕]+〕$/.test(text))
    return text.slice(1, -1).trim();
  if (/^\([^()]*(?:\([^()]*\)[^()]*)*\)\.?$/.test(text)) return withoutBrackets(text.replace(/\.$/, ''));
  // Bold words alone are a heading, or someone's name.
  return inner !== undefined && /^[*_](?![*_])/.test(row) ? inner : null;
}

/** What is sung stands between them. */
const NOTES = /[♪♫♬🎵🎶]+/gu;
const GROUP =
  /(?<!\\)\[([^[\]]+)\]|\{([^{}]+)\}|（([^（）]+)）|［([^［］]+)］|＜([^＜＞]+)＞|<(\p{Ll}[\p{L} ,:’']{2,60})>/gu;
/** Kinds of brackets among them. */
const GROUPS = 6;
const BRACKETS_IN_EMPHASIS = /(?<![\p{L}\p{N}*_])[*_]{1,3}(\([^()*_]+\)|\[[^[\]*_]+\])[*_]{1,3}(?![\p{L}\p{N}*_])/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*_])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_]{1,400})(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
/** Words that are stressed rather than done. */
const STRESSED = wordSet('stressed-words');

/** `She strikes a match.` */
const DOES = /^(?:he|she|it) (?!(?:is|was|has|does)\b)\p{Ll}+s\b/iu;

/**
 * The words of a speech, with its directions in round brackets, which are silent. Emphasis is taken off other words.
 *
 * @param stressed what other emphasised words become
 */
export function silentDirections(words: string, stressed = (inside: string): string => inside): string {
  const unwrapped = /[*_]/.test(words)
    ? words
        .replace(BRACKETS_IN_EMPHASIS, '$1')
        .replace(EMPHASIS, (whole: string, sign: string, inside: string, at: number, all: string) =>
          isDirection(inside, sign, all.slice(0, at), all.slice(at + whole.length))
            ? bracketed(inside)
            : stressed(inside),
        )
    : words;
  const sung = unwrapped.replace(NOTES, bracketed);
  if (!/[[{（［＜<]/.test(sung)) return sung;
  return sung.replace(GROUP, (group: string, ...inside: (string | undefined)[]) =>
    leadingPauses(group) === group || isSpelling(group)
      ? group
      : bracketed((inside.slice(0, GROUPS).find((words) => words !== undefined) ?? '').trim()),
  );
}

/** Whether emphasised words between sentences are done rather than said: `*sighs*`, `*she laughs*`. */
function isDirection(inside: string, sign: string, before: string, after: string): boolean {
  if (
    sign.length > 1 ||
    !/(?:^|[.!?…:)\]”"»—-])\s*$/.test(before.slice(-8)) ||
    !/^\s*(?:$|[\p{Lu}\p{P}])/u.test(after)
  ) {
    return false;
  }
  if (/^[,;.!?…]/.test(after)) return false;
  const [first = ''] = inside.split(/[\s,.]/, 1);
  if (STRESSED.has(first.toLowerCase())) return DOES.test(inside);
  return /^\p{Ll}/u.test(inside) || /(?:s|ing|ly)$/.test(first);
}

/**
 * A row without a mark, with a backslash where it reads as one. The narrator speaks it; where it has a direction, under the
 * narrator's mark.
 */
export function narrated(row: string): string {
  if (spokenSquareBrackets(row).length === 0) return withEscapedMark(row, readCapitals);
  return `${NARRATOR}: ${silentDirections(row.replaceAll('(', '\\('))}`;
}

/** A row of a text, without white space around it. */
interface BracketRow {
  readonly text: string;
  readonly isBlank: boolean;
}

/** The place of the row that closes the bracket that a row opens, in its paragraph; the row itself where none does. */
export function lastRowOfBracket(rows: readonly BracketRow[], first: number): number {
  const opening = rows[first]?.text.charAt(0);
  const closing = opening === '[' ? ']' : ')';
  if (opening !== '[' && opening !== '(') return first;
  for (let index = first; index < Math.min(rows.length, first + LONGEST_DIRECTION); index += 1) {
    const row = rows[index];
    if (!row || row.isBlank) return first;
    if (row.text.includes(closing)) return index;
  }
  return first;
}

/** Rows that a direction may have. */
const LONGEST_DIRECTION = 20;
