import type { NameForm } from '../../../shared/model/block-evidence.ts';
import { encloseInBrackets } from '../../../shared/rules/brackets.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { markFor, readCapitals, startsWithAtMark } from '../../../shared/rules/role-marks.ts';
import { wordAlternation } from '../../../shared/rules/words/word-lists.ts';
import { isMannerOrNoise, isName, roleMarkName } from './layout-names.ts';
import { innerStamp, isStamp, leadingStamp, stampWithoutBrackets } from './layout-stamps.ts';
import { anyMatch, pattern } from './patterns.ts';

export type FormTrait =
  /** So unmistakable that names don't have to recur. */
  | 'sure'
  | 'clear'
  /** Has no punctuation or brackets, so that names in scripts without capitals look like words. */
  | 'unsigned'
  /** The name is on the same line as the words. Also used for sound names. */
  | 'inline'
  | 'alone'
  /** Known names may have this form even if the script uses another form. */
  | 'beside'
  /** Names may occur only once if nearly all lines have names. */
  | 'once';

/** In order of preference: if two forms explain the same number of lines, the earlier form is used. */
const FORMS = {
  /** `MARA:`, `**Mara:**`, `Mara (whispering):` */
  colon: ['sure', 'clear', 'inline', 'beside'],
  bold: ['sure', 'clear', 'inline', 'beside'],
  angle: ['sure', 'clear', 'inline', 'beside'],
  /** `[Mara] Hello.`, `{Mara} Hello.` */
  square: ['clear', 'inline', 'beside', 'once'],
  /** `田中「おはよう」` */
  corner: ['sure', 'clear', 'inline'],
  /** `Mara – Hello.`, `Mara = Hello.`, `Mara > Hello.`, `Mara ~ Hello.` */
  dash: ['clear', 'unsigned', 'inline', 'once'],
  stop: ['clear', 'unsigned'],
  /** Two columns, separated by tabs, wide gaps or table bars. */
  gap: ['clear', 'unsigned', 'inline'],
  above: ['clear', 'unsigned', 'alone'],
  /** `Roper.` above the words. Short replies look the same, so these names must recur. */
  stopped: ['unsigned', 'alone'],
  round: ['unsigned', 'inline'],
  small: ['unsigned', 'inline'],
  sentence: ['unsigned'],
  /**
   * `ORGON, à part.`, `FAUST allein.` above the words. Sentences look the same, so other names must be alone on a line.
   */
  cue: ['unsigned', 'alone'],
} as const satisfies Readonly<Record<NameForm, readonly FormTrait[]>>;

export type MarkForm = NameForm;
export const MARK_FORMS = Object.keys(FORMS) as MarkForm[];

export const formTraits = (form: MarkForm): readonly FormTrait[] => FORMS[form];
export const hasTrait = (form: MarkForm, trait: FormTrait): boolean => formTraits(form).includes(trait);

export interface LayoutMark {
  readonly form: MarkForm;
  readonly role: string;
  readonly isCapital: boolean;
  /** Delivery notes and timestamps, in round brackets. They are not spoken. */
  readonly manner: readonly string[];
  readonly words: string;
}

/** Maximum length of a name with its delivery notes, in UTF-16 code units. */
const MAX_HEAD_LENGTH = 100;

const BULLETS: readonly RegExp[] = [
  /^(?:[-+*•] {1,4})?\[[ x✓✔]\] {1,4}/,
  /^[▸▶►◦‣▪♪♫] {0,4}/,
  /^(?:\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier}){0,3}|\p{RI}{2}){1,4} {1,4}/u,
  /^[-+•*] {1,4}|^>{1,3} ?/,
  /^[–—] {1,4}(?=\p{Lu}[^:.!?]{0,40}:\s)/u,
  // `1. Anna`, `(1) Anna`, `1 Anna`, but `1 of 2`
  /^\d{1,4}[.)][ \t]{1,4}|^\(\d{1,4}\)[ \t]{1,4}|^\d{1,4} {1,4}(?=\p{Lu})(?!(?:OF|Of|of) \d)/u,
  /^[@#](?=\p{L})/u,
];

export function withoutBullet(row: string): string {
  const bullet = BULLETS.find((pattern) => pattern.test(row));
  return bullet ? row.replace(bullet, '') : row;
}

const CONTINUED = /^(?:cont['’]?d?\.?|continued|continuing|more|forts\.?|suite)$/i;

/** Letters without case don't count as capitals. */
const isCapital = (name: string): boolean => !/[\p{Ll}\p{Lo}]/u.test(name);

const LEADING_EMPHASIS = /^[*_]{1,3}(?=[^\s*_])/;

const TRAILING_EMOJI = /[ \t]{0,2}(?:\p{Extended_Pictographic}|\u200d|\ufe0f|\p{Emoji_Modifier}){1,20}$/u;

const trimMarkup = (head: string): string =>
  head.replace(/^[*_\s]+|(?<![*_\s])[*_\s]+$/g, '').replace(TRAILING_EMOJI, '');

/** Text after `NAME,`: a delivery note or a job title (`JO MARTIN, HOST:`). */
const AFTER_COMMA = pattern`, (?=\p{Ll}|${wordAlternation('jobs-behind-names')}(?:, .{1,40})?$)`;

const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
const openingBracketOf = (name: string): string | undefined => OPENING_BRACKETS[name.charAt(name.length - 1)];

/** Returns null if `head` isn't a name with optional delivery notes. */
function readName(head: string): Pick<LayoutMark, 'role' | 'isCapital' | 'manner'> | null {
  if (head.length > MAX_HEAD_LENGTH) return null;
  let name = trimMarkup(/[（［]/.test(head) ? head.replace(/[（［]/g, '(').replace(/[）］]/g, ')') : head);
  const manner: string[] = [];
  // For `MARA (V.O.) (softly)`, removes brackets from last to first.
  for (let opening = openingBracketOf(name); opening !== undefined; opening = openingBracketOf(name)) {
    const start = name.lastIndexOf(opening);
    if (start < 1) break;
    const inside = name.slice(start + 1, -1).trim();
    if (inside !== '' && !CONTINUED.test(inside)) manner.unshift(encloseInBrackets(inside));
    name = trimMarkup(name.slice(0, start));
  }
  const whole = /^\[([^[\]]{1,60})\]$/.exec(name)?.[1];
  if (whole !== undefined) name = whole.trim();
  const comma = name.search(AFTER_COMMA);
  const note = comma > 0 ? name.slice(comma + 2) : '';
  if (note !== '' && isName(name.slice(0, comma))) {
    if (!CONTINUED.test(note)) manner.unshift(encloseInBrackets(note));
    name = name.slice(0, comma);
  }
  if (!isName(name)) return null;
  const role = roleMarkName(name);
  return role === '' ? null : { role, isCapital: isCapital(name), manner };
}

const PARTICLE_END = /[はがをにでへ]$/u;

const REMAINING_EMPHASIS = /^[*_]{1,3}(?=\s|$)/;
const speechWords = (rest: string): string => rest.replace(REMAINING_EMPHASIS, '').trim();

const addManner = (mark: LayoutMark, note: string): LayoutMark =>
  note === '' ? mark : { ...mark, manner: [encloseInBrackets(note), ...mark.manner] };

/** East Asian paragraphs begin with one wide space, which doesn't count as an indent. */
const INDENT = /^(?!\u3000\S)\s/;

/** Returns all possible marks at the start of a line. */
export function readLayoutMarks(full: string): LayoutMark[] {
  const trimmed = full.trim();
  const stated = statedMark(trimmed);
  if (stated !== null) return [stated];
  if (/^\p{Ll}/u.test(trimmed)) return SMALL_FORM.flatMap((form) => readForm(form, trimmed));
  const [rest, stamp] = withoutStamp(withoutBullet(trimmed));
  const table = tableCells(rest);
  const cells = INDENT.test(full) && rest === trimmed ? [] : splitCells(rest);
  const found = table
    ? columnMark(table)
    : [
        ...colonMark(stamp === '' ? rest : withoutSender(rest)),
        ...NAME_FORMS.flatMap((form) => readForm(form, rest)),
        ...columnMark(cells),
        ...markAfterBracket(rest),
      ];
  return found.filter(mayBeName).map((mark) => addManner(mark, stamp));
}

/** In scripts without capitals, only punctuation or brackets separate a name from words. */
const mayBeName = ({ form, role }: LayoutMark): boolean =>
  /\p{Lu}/u.test(role) || !hasTrait(form, 'unsigned') || (form === 'gap' && !PARTICLE_END.test(role));

function statedMark(row: string): LayoutMark | null {
  const mark = startsWithAtMark(row) ? readCapitals(row) : null;
  if (mark === null) return null;
  const role = (markFor(mark.role, readCapitals) ?? '').slice(0, -1);
  return { form: 'colon', role, isCapital: true, manner: [], words: row.slice(mark.end).trim() };
}

/** Splits off the time at the start of a line or after the name. */
export function withoutStamp(row: string): [rest: string, stamp: string] {
  const [symbol = ''] = LEADING_EMPHASIS.exec(row) ?? [];
  const first = leadingStamp(row.slice(symbol.length));
  if (first !== null) return [symbol + row.slice(symbol.length + first.end), first.stamp];
  const inside = innerStamp(row.slice(0, MAX_HEAD_LENGTH));
  if (inside === null || readName(row.slice(0, inside.start)) === null) return [row, ''];
  return [row.slice(0, inside.start) + row.slice(inside.end), inside.stamp];
}

const withoutSender = (row: string): string =>
  row.replace(/^From\s{1,4}(?=[^:]{1,60}:)(?:([^:]{1,60}?)\s{1,4}to\s{1,4}[^:]{1,60}(?=:))?/, '$1');

/** Spanish scripts use `.— ` in place of a colon. */
const COLON = /::|[:：]|\.[ ]?[—–-](?=\s|\p{L}|[¿¡])/u;

/** `"Mara": Hello.`, `William "Bill" Fox: Hello.`, `(Mara): Hello.` */
const QUOTED_NAME = /["“”„«](\p{Lu}[^"“”„«»]{0,60})["“”»]/u;
const ROUND_BRACKETS = /^\(([^()]{1,40})\)$/;

/** A pronunciation hint inside a name: `Siobhan (shi-VAWN) O'Neil` */
const PRONUNCIATION_HINT =
  /^([^()[\]/]{2,60}) [([/]([^()[\]/]{1,40})[)\]/] (\p{Lu}[^()[\]/]{0,60})((?: ?\([^()]{1,60}\))?)$/u;

function readNameWithHint(head: string): ReturnType<typeof readName> {
  const plainName = head.replace(/[*_]/g, '');
  return PRONUNCIATION_HINT.test(plainName) ? readName(plainName.replace(PRONUNCIATION_HINT, '$1 $3 ($2)$4')) : null;
}

function colonMark(row: string): LayoutMark[] {
  const symbol = COLON.exec(row.slice(0, MAX_HEAD_LENGTH));
  if (symbol === null || symbol.index < 1) return [];
  const plainName = row.slice(0, symbol.index).replace(QUOTED_NAME, '$1').replace(ROUND_BRACKETS, '$1');
  const head = readName(plainName) ?? readNameWithHint(plainName);
  if (head === null) return [];
  const rest = row.slice(symbol.index + symbol[0].length);
  const mark: LayoutMark = { form: 'colon', ...head, words: speechWords(rest) };
  if (symbol[0].startsWith('.')) {
    // `P.- ¿Cuándo?`, but `J.-P. Roux`
    const isName = /\p{L}{2}/u.test(head.role) || (/^\p{Lu}$/u.test(head.role) && /^\s/.test(rest));
    return head.isCapital && isName ? [mark] : [];
  }
  const ends = rest === '' || symbol[0] === '：' || /^[\s*_\p{Pi}"'„¿¡([]/u.test(rest);
  return ends || (symbol[0] !== '::' && head.isCapital && /^\p{L}/u.test(rest)) ? [mark] : [];
}

/** Brackets before a name: `[RED] Mara: Hello.`, `(BK_001) Mara: Hello.` */
const LEADING_BRACKET = /^(?:\[[^[\]]{1,60}\]|\([^()]{1,60}\)|\{[^{}]{1,60}\}|（[^（）]{1,60}）) {0,4}(?=\S)/;

function markAfterBracket(row: string): LayoutMark[] {
  const [bracket = ''] = leadingPauses(row) === '' ? (LEADING_BRACKET.exec(row) ?? []) : [];
  if (bracket === '') return [];
  return colonMark(row.slice(bracket.length)).map((mark) => addManner(mark, bracket.trim().slice(1, -1).trim()));
}

const capitalise = (name = ''): string =>
  name.replace(/(?<=\p{L})_+(?=[\p{L}\p{N}])/gu, ' ').replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());

const MANNER = String.raw`(?: ?\([^()]{1,80}\)|, \p{Ll}[^.!?:]{1,60})?`;
const NAME_IN_CAPITALS = String.raw`(?:\p{Lu}{1,4}\. )?\p{Lu}[\p{Lu}\p{M}\p{Nd} '’&-]{1,38}`;
const FURTHER_NAMES_IN_CAPITALS = String.raw`(?:, \p{Lu}{2}[\p{Lu}\p{M} '’-]{0,38}){0,4}`;
const DOTTED_TITLE = wordAlternation('dotted-titles').replace(/(?<=[:|])\p{Ll}/gu, (letter) => letter.toUpperCase());
const NAME_WORD = String.raw`[\p{L}\p{M}'’-]{0,20}`;
const SMALL_WORD = String.raw`[\p{L}\p{M}\p{Nd}'’_.-]{0,20}`;
const SMALL_NAME = String.raw`\p{Ll}${SMALL_WORD}(?: \p{L}${SMALL_WORD}){0,2}`;
const IN_BRACKETS = String.raw`[[【{《〈〔［](?<name>[^[\]【】{}《》〈〉〔〕［］]{1,60})[\]】}》〉〕］]`;
const DASHES = String.raw`[ \t]{1,4}(?:[–—-]{1,2}|[=~→»]|[-=]?>{1,2}|::)[ \t]{1,4}|>{1,2}[ \t]{1,4}|\.?—`;
/** `母は「…」` is a sentence, not a name. */
const CORNER_NAME = String.raw`[\p{Lo}\p{Lm}\p{Lu}\p{Nd}・]{1,12}(?<![はがもを])(?:[（(][^（）()]{1,40}[）)])?`;
const CORNER_WORDS = '[^「」『』]{0,4000}(?:[「『][^「」『』]{0,400}[」』][^「」『』]{0,4000}){0,20}';

/** Every pattern has a `name` group. If a pattern has no `words` group, the words follow the match. */
const NAME_FORMS: readonly (readonly [form: MarkForm, expression: RegExp])[] = [
  ['bold', /^(?:\*\*|__)(?<name>[^*_]{1,60}?)\.?(?:\*\*|__)(?=\s|$)/],
  ['bold', /^_(?<name>[^*_]{1,39})\._(?=\s|$)/],
  ['angle', /^<(?:v(?:\.[\w.]{1,20})?\s)?(?<name>[^<>/]{1,60})>/],
  ['square', pattern`^(?:[*_]{1,3})?${IN_BRACKETS}(?:[*_]{1,3})?`],
  ['square', /^(?<sign>[=~%$^]{1,3}) ?(?<name>[^=~%$^]{1,40}?) ?\k<sign>(?=[ \t]{1,4}\S)/],
  ['corner', pattern`^(?<name>${CORNER_NAME})[ \t\u3000]{0,4}[「『](?<words>${CORNER_WORDS})[」』]?$`],
  ['round', /^\((?<name>[^()]{1,40})\):?[ \t]{1,4}(?=\S)/],
  ['small', pattern`^(?<name>${SMALL_NAME})(?<manner>(?: \([^()]{1,60}\))?)[:：](?=\s|$)`],
  ['dash', pattern`^(?<name>.{0,99}?)(?:${DASHES})`],
  ['stop', pattern`^(?<name>${NAME_IN_CAPITALS}${FURTHER_NAMES_IN_CAPITALS}${MANNER}|[QA])\.(?:\s|$)`],
  [
    'sentence',
    pattern`^(?<name>(?:${DOTTED_TITLE}\. )?\p{Lu}\p{Ll}${NAME_WORD}(?: \p{Lu}${NAME_WORD}){0,2}(?: ?\([^()]{1,80}\))?)\. (?=\S)`,
  ],
  ['above', /^(?:#{3,6} )?(?![*_]{0,3}[[({])(?<name>.{1,99}?)(?:(?<=\p{Lu}{2}|\))\.)?$/u],
  ['stopped', /^(?=.{0,40}\p{Ll})(?<name>[^[({*_].{0,38})\.$/u],
  ['cue', /^(?<name>\p{Lu}[\p{Lu}\p{M}\p{Nd} '’&,.-]{1,60}?),? (?<aside>\p{Ll}[^.!?:]{1,60})\.?$/u],
];
const SMALL_FORM = NAME_FORMS.filter(([form]) => form === 'small');

const NAME_READERS: Readonly<Partial<Record<MarkForm, (groups: Readonly<Record<string, string>>) => string>>> = {
  angle: ({ name }) => capitalise(name),
  small: ({ name, manner = '' }) => capitalise(name) + manner,
  cue: ({ name, aside }) => `${name}, ${aside}`,
};

/** Matches brackets that hold a title: `ラジオドラマ「灯台」` */
const isTitleOfWork = anyMatch(pattern`${wordAlternation('titled-works')}$`, /第.{1,4}[話回幕場章景]$/u);
const isReportedSpeech = anyMatch(
  /[,;!?]$|(?<!\p{Lu}{2})[.!?…]\s{0,4}(?:\(.{0,99}\)|$)/u,
  /^[*_]{1,3}(?=[^\s*_]).{0,99}(?<![*_])$/,
);
const NON_NAMES: Readonly<Partial<Record<MarkForm, (name: string) => boolean>>> = {
  corner: isTitleOfWork,
  round: isMannerOrNoise,
  above: isReportedSpeech,
};

function readForm([form, expression]: readonly [MarkForm, RegExp], row: string): LayoutMark[] {
  const match = expression.exec(row);
  if (match === null) return [];
  const { name = '', words } = match.groups ?? {};
  if (NON_NAMES[form]?.(name)) return [];
  return createMarks(form, NAME_READERS[form]?.(match.groups ?? {}) ?? name, words ?? row.slice(match[0].length));
}

function createMarks(form: MarkForm, head: string, rest: string): LayoutMark[] {
  const [name, stamp] = form === 'square' ? withoutStamp(head) : [head, ''];
  const read = readName(name);
  // `[Mara]: Hello.`, `**Mara** – Hello.`, `Mara – (softly) – Hello.`
  const words = rest
    .replace(/^\s{0,4}(?:[:：]|[―–—-]{1,2}(?=\s))/, '')
    .replace(/^(\s{0,4}\([^()]{1,60}\)) {0,4}[–—-]{1,2} /, '$1 ');
  return read === null ? [] : [addManner({ form, ...read, words: speechWords(words) }, stamp)];
}

/** Returns null if the line isn't part of a Markdown table. */
export function tableCells(row: string): string[] | null {
  const cells = row.replace(/^\||\|$/g, '').split('|');
  return row.startsWith('|') ? cells.map((cell) => cell.trim()) : null;
}

function splitCells(text: string): string[] {
  const row = text.replace(/^([\p{Lo}\p{Lm}・]{1,10}(?:[（(][^（）()]{1,40}[）)])?)\u3000{1,20}/u, '$1\t');
  const cells = row.replace(/\t| \| /g, '   ').split(/(?<! ) {2,}/);
  return cells.map((cell) => cell.trim());
}

const NUMBER_CELL = /^(?:\d{1,4}[.)]?)?$/;

function columnMark(cells: readonly string[]): LayoutMark[] {
  const first = cells.findIndex((cell) => !NUMBER_CELL.test(cell) && !isStamp(cell));
  const [name, ...words] = cells.slice(Math.max(first, 0));
  if (first < 0 || first > 2 || name === undefined || words.length === 0) return [];
  const times = cells.slice(0, first).filter(isStamp);
  const marks = createMarks('gap', name.replace(/[:：]$/, ''), words.join(' '));
  return marks.map((mark) => times.reduceRight((timed, time) => addManner(timed, stampWithoutBrackets(time)), mark));
}
