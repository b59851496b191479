// Finds names of speakers at the start of rows, in all forms that people type.
import type { NameForm } from '../../../shared/model/block-evidence.ts';
import { bracketed } from '../../../shared/rules/brackets.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { isStatedRow, markFor, readCapitals } from '../../../shared/rules/role-marks.ts';
import { anyWordOf } from '../../../shared/rules/words/word-lists.ts';
import { isMannerOrNoise, isName, roleOf } from './layout-names.ts';
import { isStamp, plainStamp, stampFirst, stampInside } from './layout-stamps.ts';
import { anyMatch, pattern } from './patterns.ts';

/** What is known about a form of names. */
export type FormTrait =
  /** Nothing else looks like this, so names need not recur. */
  | 'sure'
  /** Words rarely look like this. */
  | 'clear'
  /** It has no sign of its own, so names in scripts without capitals can't be told from words. */
  | 'unsigned'
  /** The name is before its words in the same row, as names of sounds may be. */
  | 'inline'
  /** The name is alone in its row, above its words. */
  | 'alone'
  /** A known name is accepted in this form, whatever form the others have. */
  | 'beside'
  /** A name that occurs once is accepted if nearly all rows have names. */
  | 'once';

/** Where a name is in a row, and what separates it from the words. The earlier of two forms wins if they explain as many rows. */
const FORMS = {
  /** `MARA:`, `**Mara:**`, `Mara (whispering):` */
  colon: ['sure', 'clear', 'inline', 'beside'],
  /** `**Mara** Hello.` */
  bold: ['sure', 'clear', 'inline', 'beside'],
  /** `<Mara> Hello.` */
  angle: ['sure', 'clear', 'inline', 'beside'],
  /** `[Mara] Hello.`, `{Mara} Hello.` */
  square: ['clear', 'inline', 'beside', 'once'],
  /** `田中「おはよう」` */
  corner: ['sure', 'clear', 'inline'],
  /** `Mara – Hello.`, `Mara = Hello.`, `Mara > Hello.`, `Mara ~ Hello.` */
  dash: ['clear', 'unsigned', 'inline', 'once'],
  /** `MARA. Hello.` */
  stop: ['clear', 'unsigned'],
  /** Two columns, by tabs, wide gaps or the bars of a table. */
  gap: ['clear', 'unsigned', 'inline'],
  /** A name alone on its row, above the words. */
  above: ['clear', 'unsigned', 'alone'],
  /** `Roper.` alone on its row, above the words. Replies look the same, so its names have to recur. */
  stopped: ['unsigned', 'alone'],
  /** `(Mara) Hello.` */
  round: ['unsigned', 'inline'],
  /** `mara: Hello.` */
  small: ['unsigned', 'inline'],
  /** `Mara. Hello.` */
  sentence: ['unsigned'],
  /** `ORGON, à part.`, `FAUST allein.` above the words. Sentences look the same, so other names have to be alone. */
  cue: ['unsigned', 'alone'],
} as const satisfies Readonly<Record<NameForm, readonly FormTrait[]>>;

export type MarkForm = NameForm;
export const MARK_FORMS = Object.keys(FORMS) as MarkForm[];

export const traitsOf = (form: MarkForm): readonly FormTrait[] => FORMS[form];
export const hasTrait = (form: MarkForm, trait: FormTrait): boolean => traitsOf(form).includes(trait);

export interface LayoutMark {
  readonly form: MarkForm;
  /** In capitals, or with the `@` of a stated name. */
  readonly role: string;
  /** Whether it was typed in capitals. */
  readonly isCapital: boolean;
  /** Delivery notes and times, in round brackets. Not spoken. */
  readonly manner: readonly string[];
  /** The rest of the row. */
  readonly words: string;
}

/** The longest start of a row that may be a name with its delivery notes, in UTF-16 code units. */
const MAX_HEAD_LENGTH = 100;

/** List bullets, checkboxes, emoji and quotation signs before a row. */
const BULLETS: readonly RegExp[] = [
  // `- [x] Anna: Hello.`
  /^(?:[-+*•] {1,4})?\[[ x✓✔]\] {1,4}/,
  /^[▸▶►◦‣▪♪♫] {0,4}/,
  /^(?:\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier}){0,3}|\p{RI}{2}){1,4} {1,4}/u,
  /^[-+•*] {1,4}|^>{1,3} ?/,
  // `– Anna: Hello.`
  /^[–—] {1,4}(?=\p{Lu}[^:.!?]{0,40}:\s)/u,
  // `1. Anna`, `(1) Anna`, `1 Anna`, but `1 of 2`
  /^\d{1,4}[.)][ \t]{1,4}|^\(\d{1,4}\)[ \t]{1,4}|^\d{1,4} {1,4}(?=\p{Lu})(?!(?:OF|Of|of) \d)/u,
  /^[@#](?=\p{L})/u,
];

/** Returns a row without its bullet, quotation sign, number, Fountain's `@` or `#`. */
export function withoutBullet(row: string): string {
  const bullet = BULLETS.find((pattern) => pattern.test(row));
  return bullet ? row.replace(bullet, '') : row;
}

/** A delivery note that only says that a speech continues. */
const GOES_ON = /^(?:cont['’]?d?\.?|continued|continuing|more|forts\.?|suite)$/i;

/** Whether a name is in capitals. Letters that have no case are not. */
const isCapital = (name: string): boolean => !/[\p{Ll}\p{Lo}]/u.test(name);

/** Emphasis signs at the start of a row: `**`, `_`, `***`. */
const EMPHASIS_FIRST = /^[*_]{1,3}(?=[^\s*_])/;

/** Emoji after names in messages. */
const PICTURES = /[ \t]{0,2}(?:\p{Extended_Pictographic}|\u200d|\ufe0f|\p{Emoji_Modifier}){1,20}$/u;

/** Removes emphasis signs and emoji: `**Mara**` is `Mara`. */
const bare = (head: string): string => head.replace(/^[*_\s]+|(?<![*_\s])[*_\s]+$/g, '').replace(PICTURES, '');

/** Text after `NAME,`: a delivery note or a job title (`JO MARTIN, HOST:`). */
const BEHIND_COMMA = pattern`, (?=\p{Ll}|${anyWordOf('jobs-behind-names')}(?:, .{1,40})?$)`;

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
const openingOf = (name: string): string | undefined => OPENING[name.charAt(name.length - 1)];

/**
 * Reads a name and its delivery notes, as they are typed before a colon, a dash or a gap.
 *
 * @returns null if it is not a name
 */
function readHead(head: string): Pick<LayoutMark, 'role' | 'isCapital' | 'manner'> | null {
  if (head.length > MAX_HEAD_LENGTH) return null;
  let name = bare(/[（［]/.test(head) ? head.replace(/[（［]/g, '(').replace(/[）］]/g, ')') : head);
  const manner: string[] = [];
  // `MARA (V.O.) (softly)`: brackets after the name, the last first.
  for (let opening = openingOf(name); opening !== undefined; opening = openingOf(name)) {
    const start = name.lastIndexOf(opening);
    if (start < 1) break;
    const inside = name.slice(start + 1, -1).trim();
    if (inside !== '' && !GOES_ON.test(inside)) manner.unshift(bracketed(inside));
    name = bare(name.slice(0, start));
  }
  const whole = /^\[([^[\]]{1,60})\]$/.exec(name)?.[1];
  if (whole !== undefined) name = whole.trim();
  // `Mara, whispering:`
  const comma = name.search(BEHIND_COMMA);
  const said = comma > 0 ? name.slice(comma + 2) : '';
  if (said !== '' && isName(name.slice(0, comma))) {
    if (!GOES_ON.test(said)) manner.unshift(bracketed(said));
    name = name.slice(0, comma);
  }
  if (!isName(name)) return null;
  const role = roleOf(name);
  return role === '' ? null : { role, isCapital: isCapital(name), manner };
}

/** A phrase of Japanese for beginners, which has wide blanks between phrases. */
const PHRASE = /[はがをにでへ]$/u;

/** Closing emphasis signs of the name, at the start of the words. */
const EMPHASIS_LEFT = /^[*_]{1,3}(?=\s|$)/;
const wordsOf = (rest: string): string => rest.replace(EMPHASIS_LEFT, '').trim();

const withManner = (mark: LayoutMark, said: string): LayoutMark =>
  said === '' ? mark : { ...mark, manner: [bracketed(said), ...mark.manner] };

/** An indented row. East Asian paragraphs begin with one wide blank, which is not an indent. */
const SET_IN = /^(?!\u3000\S)\s/;

/** Returns the marks that a row may begin with, in all forms. */
export function readLayoutMarks(full: string): LayoutMark[] {
  const trimmed = full.trim();
  const stated = statedMark(trimmed);
  if (stated !== null) return [stated];
  // Most rows of prose continue with a small letter.
  if (/^\p{Ll}/u.test(trimmed)) return SMALL_FORM.flatMap((form) => readForm(form, trimmed));
  const [rest, stamp] = withoutStamp(withoutBullet(trimmed));
  const table = tableCells(rest);
  // The first column of an indented row is empty.
  const cells = SET_IN.test(full) && rest === trimmed ? [] : cellsOf(rest);
  const found = table
    ? columnMark(table)
    : [
        ...colonMark(stamp === '' ? rest : ofSender(rest)),
        ...NAME_FORMS.flatMap((form) => readForm(form, rest)),
        ...columnMark(cells),
        ...behindBracketMark(rest),
      ];
  return found.filter(mayBeName).map((mark) => withManner(mark, stamp));
}

/** Whether a mark is likely a name: without capitals, only a sign of its own separates names from words. */
const mayBeName = ({ form, role }: LayoutMark): boolean =>
  /\p{Lu}/u.test(role) || !hasTrait(form, 'unsigned') || (form === 'gap' && !PHRASE.test(role));

/** Reads a stated name: `@村人A: …` */
function statedMark(row: string): LayoutMark | null {
  const mark = isStatedRow(row) ? readCapitals(row) : null;
  if (mark === null) return null;
  const role = (markFor(mark.role, readCapitals) ?? '').slice(0, -1);
  return { form: 'colon', role, isCapital: true, manner: [], words: row.slice(mark.end).trim() };
}

/** Separates a row from the time at its start, or after its name. */
export function withoutStamp(row: string): [rest: string, stamp: string] {
  // `**00:12 Mara:** Hello.`
  const [sign = ''] = EMPHASIS_FIRST.exec(row) ?? [];
  const first = stampFirst(row.slice(sign.length));
  if (first !== null) return [sign + row.slice(sign.length + first.end), first.stamp];
  const inside = stampInside(row.slice(0, MAX_HEAD_LENGTH));
  if (inside === null || readHead(row.slice(0, inside.start)) === null) return [row, ''];
  return [row.slice(0, inside.start) + row.slice(inside.end), inside.stamp];
}

// Names before a colon.

/** Shortens `From Mara to Everyone: Hello.` to `Mara: Hello.` */
const ofSender = (row: string): string =>
  row.replace(/^From\s{1,4}(?=[^:]{1,60}:)(?:([^:]{1,60}?)\s{1,4}to\s{1,4}[^:]{1,60}(?=:))?/, '$1');

/** A colon or two, or `.— ` in Spanish scripts. */
const COLON = /::|[:：]|\.[ ]?[—–-](?=\s|\p{L}|[¿¡])/u;

/** `"Mara": Hello.`, `William "Bill" Fox: Hello.`, `(Mara): Hello.` */
const QUOTED = /["“”„«](\p{Lu}[^"“”„«»]{0,60})["“”»]/u;
const IN_ROUND = /^\(([^()]{1,40})\)$/;

/** A pronunciation hint inside a name: `Siobhan (shi-VAWN) O'Neil` */
const AROUND = /^([^()[\]/]{2,60}) [([/]([^()[\]/]{1,40})[)\]/] (\p{Lu}[^()[\]/]{0,60})((?: ?\([^()]{1,60}\))?)$/u;

function readNameAround(head: string): ReturnType<typeof readHead> {
  const typed = head.replace(/[*_]/g, '');
  return AROUND.test(typed) ? readHead(typed.replace(AROUND, '$1 $3 ($2)$4')) : null;
}

function colonMark(row: string): LayoutMark[] {
  const sign = COLON.exec(row.slice(0, MAX_HEAD_LENGTH));
  if (sign === null || sign.index < 1) return [];
  const typed = row.slice(0, sign.index).replace(QUOTED, '$1').replace(IN_ROUND, '$1');
  const head = readHead(typed) ?? readNameAround(typed);
  if (head === null) return [];
  const rest = row.slice(sign.index + sign[0].length);
  const mark: LayoutMark = { form: 'colon', ...head, words: wordsOf(rest) };
  if (sign[0].startsWith('.')) {
    // `P.- ¿Cuándo?`, but `J.-P. Roux`
    const isName = /\p{L}{2}/u.test(head.role) || (/^\p{Lu}$/u.test(head.role) && /^\s/.test(rest));
    return head.isCapital && isName ? [mark] : [];
  }
  const ends = rest === '' || sign[0] === '：' || /^[\s*_\p{Pi}"'„¿¡([]/u.test(rest);
  return ends || (sign[0] !== '::' && head.isCapital && /^\p{L}/u.test(rest)) ? [mark] : [];
}

/** Brackets before a name: `[RED] Mara: Hello.`, `(BK_001) Mara: Hello.` */
const BRACKET_FIRST = /^(?:\[[^[\]]{1,60}\]|\([^()]{1,60}\)|\{[^{}]{1,60}\}|（[^（）]{1,60}）) {0,4}(?=\S)/;

function behindBracketMark(row: string): LayoutMark[] {
  const [bracket = ''] = leadingPauses(row) === '' ? (BRACKET_FIRST.exec(row) ?? []) : [];
  if (bracket === '') return [];
  return colonMark(row.slice(bracket.length)).map((mark) => withManner(mark, bracket.trim().slice(1, -1).trim()));
}

// Names in other forms.

/** Capitalises a name, which may be in small letters in chats. */
const withCapital = (name = ''): string =>
  name.replace(/(?<=\p{L})_+(?=[\p{L}\p{N}])/gu, ' ').replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());

/** A delivery note in brackets or after a comma. */
const MANNER = String.raw`(?: ?\([^()]{1,80}\)|, \p{Ll}[^.!?:]{1,60})?`;
const NAME_IN_CAPITALS = String.raw`(?:\p{Lu}{1,4}\. )?\p{Lu}[\p{Lu}\p{M}\p{Nd} '’&-]{1,38}`;
const MORE_IN_CAPITALS = String.raw`(?:, \p{Lu}{2}[\p{Lu}\p{M} '’-]{0,38}){0,4}`;
/** `Mrs`, before a full stop that doesn't end a name. */
const DOTTED_TITLE = anyWordOf('dotted-titles').replace(/(?<=[:|])\p{Ll}/gu, (letter) => letter.toUpperCase());
const NAME_WORD = String.raw`[\p{L}\p{M}'’-]{0,20}`;
const SMALL_WORD = String.raw`[\p{L}\p{M}\p{Nd}'’_.-]{0,20}`;
const SMALL_NAME = String.raw`\p{Ll}${SMALL_WORD}(?: \p{L}${SMALL_WORD}){0,2}`;
const IN_BRACKETS = String.raw`[[【{《〈〔［](?<name>[^[\]【】{}《》〈〉〔〕［］]{1,60})[\]】}》〉〕］]`;
const DASHES = String.raw`[ \t]{1,4}(?:[–—-]{1,2}|[=~→»]|[-=]?>{1,2}|::)[ \t]{1,4}|>{1,2}[ \t]{1,4}|\.?—`;
/** A name before a corner bracket. `母は「…」` is a sentence. */
const CORNER_NAME = String.raw`[\p{Lo}\p{Lm}\p{Lu}\p{Nd}・]{1,12}(?<![はがもを])(?:[（(][^（）()]{1,40}[）)])?`;
/** Words in corner brackets, with others inside. */
const CORNER_WORDS = '[^「」『』]{0,4000}(?:[「『][^「」『』]{0,400}[」』][^「」『』]{0,4000}){0,20}';

/** Forms as patterns with the name as a group. The words are a group too, or follow the match. */
const NAME_FORMS: readonly (readonly [form: MarkForm, typed: RegExp])[] = [
  ['bold', /^(?:\*\*|__)(?<name>[^*_]{1,60}?)\.?(?:\*\*|__)(?=\s|$)/],
  ['bold', /^_(?<name>[^*_]{1,39})\._(?=\s|$)/],
  ['angle', /^<(?:v(?:\.[\w.]{1,20})?\s)?(?<name>[^<>/]{1,60})>/],
  ['square', pattern`^(?:[*_]{1,3})?${IN_BRACKETS}(?:[*_]{1,3})?`],
  ['square', /^(?<sign>[=~%$^]{1,3}) ?(?<name>[^=~%$^]{1,40}?) ?\k<sign>(?=[ \t]{1,4}\S)/],
  ['corner', pattern`^(?<name>${CORNER_NAME})[ \t\u3000]{0,4}[「『](?<words>${CORNER_WORDS})[」』]?$`],
  ['round', /^\((?<name>[^()]{1,40})\):?[ \t]{1,4}(?=\S)/],
  ['small', pattern`^(?<name>${SMALL_NAME})(?<manner>(?: \([^()]{1,60}\))?)[:：](?=\s|$)`],
  ['dash', pattern`^(?<name>.{0,99}?)(?:${DASHES})`],
  ['stop', pattern`^(?<name>${NAME_IN_CAPITALS}${MORE_IN_CAPITALS}${MANNER}|[QA])\.(?:\s|$)`],
  [
    'sentence',
    pattern`^(?<name>(?:${DOTTED_TITLE}\. )?\p{Lu}\p{Ll}${NAME_WORD}(?: \p{Lu}${NAME_WORD}){0,2}(?: ?\([^()]{1,80}\))?)\. (?=\S)`,
  ],
  // `ELMIRE.`, `MEPHISTOPHELES (leise).` and `### Wren`
  ['above', /^(?:#{3,6} )?(?![*_]{0,3}[[({])(?<name>.{1,99}?)(?:(?<=\p{Lu}{2}|\))\.)?$/u],
  ['stopped', /^(?=.{0,40}\p{Ll})(?<name>[^[({*_].{0,38})\.$/u],
  ['cue', /^(?<name>\p{Lu}[\p{Lu}\p{M}\p{Nd} '’&,.-]{1,60}?),? (?<aside>\p{Ll}[^.!?:]{1,60})\.?$/u],
];
const SMALL_FORM = NAME_FORMS.filter(([form]) => form === 'small');

/** Forms whose names and delivery notes are put together from groups. */
const HEADS: Readonly<Partial<Record<MarkForm, (groups: Readonly<Record<string, string>>) => string>>> = {
  angle: ({ name }) => withCapital(name),
  small: ({ name, manner = '' }) => withCapital(name) + manner,
  cue: ({ name, aside }) => `${name}, ${aside}`,
};

/** Whether corner brackets hold a title: `ラジオドラマ「灯台」` */
const isTitled = anyMatch(pattern`${anyWordOf('titled-works')}$`, /第.{1,4}[話回幕場章景]$/u);
/** Whether a row is a speech such as `Yes.` or `Yes, sir. (Rises.)`, or leaves emphasis open. */
const isSaid = anyMatch(
  /[,;!?]$|(?<!\p{Lu}{2})[.!?…]\s{0,4}(?:\(.{0,99}\)|$)/u,
  /^[*_]{1,3}(?=[^\s*_]).{0,99}(?<![*_])$/,
);
/** Text in the place of a name that is not a name. */
const NO_NAMES: Readonly<Partial<Record<MarkForm, (name: string) => boolean>>> = {
  corner: isTitled,
  round: isMannerOrNoise,
  above: isSaid,
};

/** Returns the mark that a row has in a form, if any. */
function readForm([form, typed]: readonly [MarkForm, RegExp], row: string): LayoutMark[] {
  const match = typed.exec(row);
  if (match === null) return [];
  const { name = '', words } = match.groups ?? {};
  if (NO_NAMES[form]?.(name)) return [];
  return markOf(form, HEADS[form]?.(match.groups ?? {}) ?? name, words ?? row.slice(match[0].length));
}

function markOf(form: MarkForm, head: string, rest: string): LayoutMark[] {
  // `[Mara 00:12]`
  const [name, stamp] = form === 'square' ? withoutStamp(head) : [head, ''];
  const read = readHead(name);
  // `[Mara]: Hello.`, `**Mara** – Hello.`, `Mara – (softly) – Hello.`
  const words = rest
    .replace(/^\s{0,4}(?:[:：]|[―–—-]{1,2}(?=\s))/, '')
    .replace(/^(\s{0,4}\([^()]{1,60}\)) {0,4}[–—-]{1,2} /, '$1 ');
  return read === null ? [] : [withManner({ form, ...read, words: wordsOf(words) }, stamp)];
}

// Columns.

/** Returns the cells of a row of a Markdown table, or null for any other row. */
export function tableCells(row: string): string[] | null {
  const cells = row.replace(/^\||\|$/g, '').split('|');
  return row.startsWith('|') ? cells.map((cell) => cell.trim()) : null;
}

/** Splits a row at tabs, bars and wide gaps. */
function cellsOf(wide: string): string[] {
  const row = wide.replace(/^([\p{Lo}\p{Lm}・]{1,10}(?:[（(][^（）()]{1,40}[）)])?)\u3000{1,20}/u, '$1\t');
  const cells = row.replace(/\t| \| /g, '   ').split(/(?<! ) {2,}/);
  return cells.map((cell) => cell.trim());
}

const NUMBER_CELL = /^(?:\d{1,4}[.)]?)?$/;

/** Reads a row in columns: numbers and times, the name, the words. */
function columnMark(cells: readonly string[]): LayoutMark[] {
  const first = cells.findIndex((cell) => !NUMBER_CELL.test(cell) && !isStamp(cell));
  const [name, ...words] = cells.slice(Math.max(first, 0));
  if (first < 0 || first > 2 || name === undefined || words.length === 0) return [];
  const times = cells.slice(0, first).filter(isStamp);
  const marks = markOf('gap', name.replace(/[:：]$/, ''), words.join(' '));
  return marks.map((mark) => times.reduceRight((timed, time) => withManner(timed, plainStamp(time)), mark));
}
