// Names of speakers as people type them at the start of rows, in any layout.
import { at } from '../../../shared/rules/at.ts';
import { bracketed } from '../../../shared/rules/brackets.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { isStatedRow, markFor, readCapitals } from '../../../shared/rules/role-marks.ts';
import { LONGEST_ROLE_NAME } from '../../../shared/rules/role-names.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { isMannerOrNoise, isName, roleOf } from './layout-names.ts';
import { isStamp, plainStamp, stampFirst, stampInside } from './layout-stamps.ts';

/** Where a name stands in a row, and what parts it from the words. */
export type MarkForm =
  /** `MARA:`, `**Mara:**`, `Mara (whispering):` */
  | 'colon'
  /** `**Mara** Hello.` */
  | 'bold'
  /** `<Mara> Hello.` */
  | 'angle'
  /** `[Mara] Hello.`, `{Mara} Hello.` */
  | 'square'
  /** `(Mara) Hello.` */
  | 'round'
  /** `Mara – Hello.`, `Mara = Hello.`, `Mara > Hello.`, `Mara ~ Hello.` */
  | 'dash'
  /** `MARA. Hello.` */
  | 'stop'
  /** `田中「おはよう」` */
  | 'corner'
  /** Two columns, by tabs, wide gaps or the bars of a table. */
  | 'gap'
  /** A name alone on its row, above the words. */
  | 'above'
  /** `Roper.` alone on its row, above the words: so are replies, so it takes names that come again. */
  | 'stopped'
  /** `ORGON, à part.` and `FAUST allein.` above the words: so are sentences, so it takes others above that are names alone. */
  | 'cue'
  /** `mara: Hello.` */
  | 'small'
  /** `Mara. Hello.` */
  | 'sentence';

export interface LayoutMark {
  readonly form: MarkForm;
  /** In capitals, as a mark can have it; with the `@` of a row that states any other name. */
  readonly role: string;
  /** Whether it stood in capitals. */
  readonly isCapital: boolean;
  /** How it is said, and when: in round brackets, none of it spoken. */
  readonly manner: readonly string[];
  /** What stands behind the name in its row. */
  readonly words: string;
}

/** The longest head of a row that is looked at for a name, in UTF-16 code units. */
const LONGEST_HEAD = 100;

/** What lists, boxes to tick, small pictures and quotations put before a row. */
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

/** A row without what a list, a quotation, its number, Fountain's `@` or a `#` puts before it. */
export function withoutBullet(row: string): string {
  const bullet = BULLETS.find((pattern) => pattern.test(row));
  return bullet ? row.replace(bullet, '') : row;
}

/** Says that someone goes on, and nothing of how. */
const GOES_ON = /^(?:cont['’]?d?\.?|continued|continuing|more|forts\.?|suite)$/i;

/** Letters without capitals are in ordinary case. */
const isCapital = (name: string): boolean => !/[\p{Ll}\p{Lo}]/u.test(name);

/** The signs of emphasis at the start of a row: `**`, `_`, `***`. */
const EMPHASIS_FIRST = /^[*_]{1,3}(?=[^\s*_])/;

/** Small pictures that people put beside their names in messages. */
const PICTURES = /[ \t]{0,2}(?:\p{Extended_Pictographic}|\u200d|\ufe0f|\p{Emoji_Modifier}){1,20}$/u;

/** A head without its emphasis: `**Mara**` is Mara. */
const bare = (head: string): string =>
  head
    .replace(/^[*_\s]+/, '')
    .replace(/(?<![*_\s])[*_\s]+$/, '')
    .replace(PICTURES, '');

/** What stands behind a name and a comma, and is no other name: how it is said, or what its bearer does (`JO MARTIN, HOST:`). */
const BEHIND_COMMA = wordPattern(String.raw`, (?=\p{Ll}|`, 'jobs-behind-names', '(?:, .{1,40})?$)', 'u');

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
const openingOf = (name: string): string | undefined => OPENING[name.charAt(name.length - 1)];

/**
 * Reads what stands before a colon, a dash or a gap: a name, and how it is said.
 *
 * @returns null where it is no name
 */
function readHead(head: string): Pick<LayoutMark, 'role' | 'isCapital' | 'manner'> | null {
  if (head.length > LONGEST_HEAD) return null;
  let name = bare(/[（［]/.test(head) ? head.replace(/[（［]/g, '(').replace(/[）］]/g, ')') : head);
  const manner: string[] = [];
  // `MARA (V.O.) (softly)`: brackets behind the name, the last first.
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

/** Japanese for beginners has wide blanks between phrases. */
const PHRASE = /[はがをにでへ]$/u;
const WITH_SIGNS: ReadonlySet<MarkForm> = new Set(['colon', 'bold', 'angle', 'square', 'corner']);

/** Signs of emphasis that belong to the head, left at the start of the words. */
const EMPHASIS_LEFT = /^[*_]{1,3}(?=\s|$)/;
const wordsOf = (rest: string): string => rest.replace(EMPHASIS_LEFT, '').trim();

/** Of East Asian paragraphs every first row begins with one wide blank. */
const SET_IN = /^(?!\u3000\S)\s/;

/** `@村人A: …` */
function statedMark(row: string): LayoutMark | null {
  const mark = isStatedRow(row) ? readCapitals(row) : null;
  if (mark === null) return null;
  const role = (markFor(mark.role, readCapitals) ?? '').slice(0, -1);
  return { form: 'colon', role, isCapital: true, manner: [], words: row.slice(mark.end).trim() };
}

/** The marks that the start of a row may be, the surest first; `above` only where nothing else stands in the row. */
export function readLayoutMarks(full: string): LayoutMark[] {
  const trimmed = full.trim();
  const stated = statedMark(trimmed);
  if (stated !== null) return [stated];
  // Most rows of prose go on with a small letter.
  if (/^\p{Ll}/u.test(trimmed)) return [smallMark(trimmed)].filter((mark) => mark !== null);
  const [rest, stamp] = withoutStamp(withoutBullet(trimmed));
  const table = tableCells(rest);
  const found = table
    ? [columnMark(table)]
    : [
        colonMark(stamp === '' ? rest : ofSender(rest)),
        boldMark(rest),
        angleMark(rest),
        squareMark(rest),
        cornerMark(rest),
      ]
        .concat(roundMark(rest), smallMark(rest), dashMark(rest), stopMark(rest), sentenceMark(rest))
        // Spaces at the start say that the first column is empty.
        .concat(
          columnMark(SET_IN.test(full) && rest === trimmed ? [] : cellsOf(rest)),
          aboveMark(rest),
          stoppedMark(rest),
          cueMark(rest),
          behindBracketMark(rest),
        );
  return (
    found
      .filter((mark) => mark !== null)
      // Of letters without capitals nothing but a sign of its own tells a name from words.
      .filter(
        ({ form, role }) => /\p{Lu}/u.test(role) || WITH_SIGNS.has(form) || (form === 'gap' && !PHRASE.test(role)),
      )
      .map((mark) => (stamp === '' ? mark : { ...mark, manner: [bracketed(stamp), ...mark.manner] }))
  );
}

/** A row without the time at its start, or behind the name; and this time. */
export function withoutStamp(row: string): [rest: string, stamp: string] {
  // `**00:12 Mara:** Hello.`
  const [sign = ''] = EMPHASIS_FIRST.exec(row) ?? [];
  const first = stampFirst(row.slice(sign.length));
  if (first !== null) return [sign + row.slice(sign.length + first.end), first.stamp];
  const inside = stampInside(row.slice(0, LONGEST_HEAD));
  if (inside === null || readHead(row.slice(0, inside.start)) === null) return [row, ''];
  return [row.slice(0, inside.start) + row.slice(inside.end), inside.stamp];
}

type MarkFound = LayoutMark | null;

/** `From Mara to Everyone: Hello.` is what Mara says. */
const ofSender = (row: string): string =>
  row
    .replace(/^From\s{1,4}([^:]{1,60}?)\s{1,4}to\s{1,4}[^:]{1,60}(?=:)/, '$1')
    .replace(/^From\s{1,4}(?=[^:]{1,60}:)/, '');

/** A colon, or two; or `MARÍA.— ` in Spanish scripts. */
const COLON = /::|[:：]|\.[ ]?[—–-](?=\s|\p{L}|[¿¡])/u;

/** `"Mara": Hello.`, `William "Bill" Fox: Hello.` */
const QUOTED = /["“”„«](\p{Lu}[^"“”„«»]{0,60})["“”»]/u;

function colonMark(row: string): MarkFound {
  const sign = COLON.exec(row.slice(0, LONGEST_HEAD));
  if (sign === null || sign.index < 1) return null;
  const typed = row.slice(0, sign.index).replace(QUOTED, '$1').replace(IN_ROUND, '$1');
  const head = readHead(typed) ?? readNameAround(typed);
  const isStop = sign[0].startsWith('.');
  if (head === null || (isStop && !(head.isCapital && /\p{L}{2}|^\p{Lu}$/u.test(head.role)))) return null;
  const rest = row.slice(sign.index + sign[0].length);
  // `P.- ¿Cuándo?`, but `J.-P. Roux`
  if (isStop && head.role.length === 1 && !/^\s/.test(rest)) return null;
  const ends = rest === '' || isStop || sign[0] === '：' || /^[\s*_\p{Pi}"'„¿¡([]/u.test(rest);
  return ends || (sign[0] !== '::' && head.isCapital && /^\p{L}/u.test(rest))
    ? { form: 'colon', ...head, words: wordsOf(rest) }
    : null;
}

/** `Siobhan (shi-VAWN) O'Neil`: how a part of a name is said is none of it. */
const AROUND = /^([^()[\]/]{2,60}) [([/]([^()[\]/]{1,40})[)\]/] (\p{Lu}[^()[\]/]{0,60}(?: ?\([^()]{1,60}\))?)$/u;

/** `(Mara): Hello.` */
const IN_ROUND = /^\(([^()]{1,40})\)$/;

function readNameAround(typed: string): ReturnType<typeof readHead> {
  const match = AROUND.exec(typed.replace(/[*_]/g, ''));
  const head = match && readHead(`${at(match, 1)} ${at(match, 3)}`);
  return head && { ...head, manner: [bracketed(at(match, 2)), ...head.manner] };
}

/** `[RED] Mara: Hello.`, `(BK_001) Mara: Hello.`: what stands in brackets may be a name, too. */
const BRACKET_FIRST = /^(?:\[([^[\]]{1,60})\]|\(([^()]{1,60})\)|\{([^{}]{1,60})\}|（([^（）]{1,60})）) {0,4}(?=\S)/;

function behindBracketMark(row: string): MarkFound {
  const match = leadingPauses(row) === '' ? BRACKET_FIRST.exec(row) : null;
  const mark = match && colonMark(row.slice(match[0].length));
  const inside = match?.slice(1).find((group) => group !== undefined) ?? '';
  return mark && { ...mark, manner: [bracketed(inside.trim()), ...mark.manner] };
}

function smallMark(row: string): MarkFound {
  const match =
    /^(\p{Ll}[\p{L}\p{M}\p{Nd}'’_.-]{0,20}(?: \p{L}[\p{L}\p{M}\p{Nd}'’_.-]{0,20}){0,2})((?: \([^()]{1,60}\))?)[:：](?=\s|$)/u.exec(
      row,
    );
  if (!match) return null;
  const name = at(match, 1)
    .replaceAll('_', ' ')
    .replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());
  return markOf('small', name + at(match, 2), row.slice(match[0].length));
}

function boldMark(row: string): MarkFound {
  const match = /^(?:\*\*|__)([^*_]{1,60})(?:\*\*|__)(?=\s|$)/.exec(row) ?? /^_([^*_]{1,40}\.)_(?=\s|$)/.exec(row);
  return match ? markOf('bold', at(match, 1).replace(/\.$/, ''), row.slice(match[0].length)) : null;
}

function angleMark(row: string): MarkFound {
  const match = /^<(?:v(?:\.[\w.]{1,20})?\s)?([^<>/]{1,60})>/.exec(row);
  // In a chat, names stand in small letters too.
  return match ? markOf('angle', withCapital(at(match, 1)), row.slice(match[0].length)) : null;
}

const withCapital = (name: string): string =>
  name.replace(/(?<=\p{L})_+(?=[\p{L}\p{N}])/gu, ' ').replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());

function squareMark(row: string): MarkFound {
  const match =
    /^(?:[*_]{1,3})?[[【{《〈〔［]([^[\]【】{}《》〈〉〔〕［］]{1,60})[\]】}》〉〕］](?:[*_]{1,3})?/.exec(row) ??
    /^([=~%$^]{1,3}) ?([^=~%$^]{1,40}?) ?\1(?=[ \t]{1,4}\S)/.exec(row);
  if (match === null) return null;
  // `[Mara 00:12]`
  const [name, stamp] = withoutStamp(at(match, match.length - 1));
  const mark = markOf('square', name, row.slice(match[0].length));
  return mark && stamp !== '' ? { ...mark, manner: [bracketed(stamp), ...mark.manner] } : mark;
}

function roundMark(row: string): MarkFound {
  const match = /^\(([^()]{1,40})\):?[ \t]{1,4}(?=\S)/.exec(row);
  return match && !isMannerOrNoise(at(match, 1)) ? markOf('round', at(match, 1), row.slice(match[0].length)) : null;
}

function dashMark(row: string): MarkFound {
  const match = /[ \t]{1,4}(?:[–—-]{1,2}|[=~→»]|[-=]?>{1,2}|::)[ \t]{1,4}|>{1,2}[ \t]{1,4}|\.?—/.exec(
    row.slice(0, LONGEST_HEAD),
  );
  return match ? markOf('dash', row.slice(0, match.index), row.slice(match.index + match[0].length)) : null;
}

/** Words in brackets behind a name, or behind a comma. */
const MANNER = String.raw`(?: ?\([^()]{1,80}\)|, \p{Ll}[^.!?:]{1,60})?`;
const NAME_IN_CAPITALS = String.raw`(?:\p{Lu}{1,4}\. )?\p{Lu}[\p{Lu}\p{M}\p{Nd} '’&-]{1,38}`;
const MORE_IN_CAPITALS = String.raw`(?:, \p{Lu}{2}[\p{Lu}\p{M} '’-]{0,38}){0,4}`;
const STOP = new RegExp(String.raw`^(${NAME_IN_CAPITALS}${MORE_IN_CAPITALS}${MANNER}|[QA])\.(?:\s|$)`, 'u');

function stopMark(row: string): MarkFound {
  const match = STOP.exec(row);
  return match ? markOf('stop', at(match, 1), row.slice(match[0].length)) : null;
}

const SENTENCE =
  /^(\p{Lu}\p{Ll}[\p{L}\p{M}'’-]{0,20}(?: \p{Lu}[\p{L}\p{M}'’-]{0,20}){0,2}(?: ?\([^()]{1,80}\))?)\. (?=\S)/u;

function sentenceMark(row: string): MarkFound {
  const match = SENTENCE.exec(row);
  return match ? markOf('sentence', at(match, 1), row.slice(match[0].length)) : null;
}

/** `母は「…」` is a sentence. */
const CORNER_NAME = String.raw`[\p{Lo}\p{Lm}\p{Lu}\p{Nd}・]{1,12}(?<![はがもを])(?:[（(][^（）()]{1,40}[）)])?`;
/** With other corner brackets inside. */
const CORNER_WORDS = '[^「」『』]{0,4000}(?:[「『][^「」『』]{0,400}[」』][^「」『』]{0,4000}){0,20}';
/** Words in corner brackets behind a name, to the end of the row. */
const CORNER = new RegExp(String.raw`^(${CORNER_NAME})[ \t\u3000]{0,4}[「『](${CORNER_WORDS})[」』]?$`, 'u');

/** What has a title rather than words: `ラジオドラマ「灯台」`. */
const TITLED_WORK = wordPattern('', 'titled-works', '$', 'u');
const NUMBERED_WORK = /第.{1,4}[話回幕場章景]$/u;
const isTitled = (name: string): boolean => TITLED_WORK.test(name) || NUMBERED_WORK.test(name);

function cornerMark(row: string): MarkFound {
  const match = CORNER.exec(row);
  return match && !isTitled(at(match, 1)) ? markOf('corner', at(match, 1), at(match, 2)) : null;
}

/** The cells of a row of a table in Markdown; null where it is none. */
export function tableCells(row: string): string[] | null {
  if (!row.startsWith('|')) return null;
  return row
    .replace(/\|$/, '')
    .slice(1)
    .split('|')
    .map((cell) => cell.trim());
}

/** The cells of a row in columns; only one where there are none. */
function cellsOf(wide: string): string[] {
  const row = wide.replace(/^([\p{Lo}\p{Lm}・]{1,10}(?:[（(][^（）()]{1,40}[）)])?)\u3000{1,20}/u, '$1\t');
  if (!/\t| {2}| \| /.test(row)) return [row];
  return row
    .replaceAll('\t', '   ')
    .replaceAll(' | ', '   ')
    .split(/(?<! ) {2,}/)
    .map((cell) => cell.trim());
}

const NUMBER_CELL = /^(?:\d{1,4}[.)]?)?$/;

/** In columns: numbers and times, the name, the words. */
function columnMark(cells: readonly string[]): MarkFound {
  if (cells.length < 2) return null;
  const first = cells.findIndex((cell) => !NUMBER_CELL.test(cell) && !isStamp(cell));
  if (first < 0 || first > 2 || cells.length < first + 2) return null;
  const mark = markOf('gap', at(cells, first).replace(/[:：]$/, ''), cells.slice(first + 1).join(' '));
  const times = cells.slice(0, first).filter(isStamp);
  return mark && { ...mark, manner: [...times.map((time) => bracketed(plainStamp(time))), ...mark.manner] };
}

const CUE = /^(\p{Lu}[\p{Lu}\p{M}\p{Nd} '’&,.-]{1,60}?),? (\p{Ll}[^.!?:]{1,60})\.?$/u;

function cueMark(row: string): MarkFound {
  const match = row.length > LONGEST_HEAD ? null : CUE.exec(row);
  return match ? markOf('cue', `${at(match, 1)}, ${at(match, 2)}`, '') : null;
}

function aboveMark(row: string): MarkFound {
  if (row.length > LONGEST_HEAD || /^[*_]{0,3}[[({]|[,;!?]$/.test(row)) return null;
  // `ELMIRE.` and `MEPHISTOPHELES (leise).`
  const name = row.replace(/^#{3,6} /, '').replace(/(?<=\p{Lu}{2}|\))\.$/u, '');
  // `Yes.` and `Yes, sir. (Rises.)` are what someone says.
  const bracket = name.endsWith(')') ? name.indexOf('(') : -1;
  if (/(?<!\p{Lu}{2})[.!?…]$/u.test((bracket < 0 ? name : name.slice(0, bracket)).trimEnd())) return null;
  return EMPHASIS_FIRST.test(row) && !/[*_]$/.test(row) ? null : markOf('above', name, '');
}

function stoppedMark(row: string): MarkFound {
  const isSetOff = row.endsWith('.') && row.length <= LONGEST_ROLE_NAME && /\p{Ll}/u.test(row) && !/^[[({*_]/.test(row);
  return isSetOff ? markOf('stopped', row.slice(0, -1), '') : null;
}

function markOf(form: MarkForm, head: string, rest: string): MarkFound {
  const read = readHead(head);
  // `[Mara]: Hello.`, `**Mara** – Hello.`, `Mara – (softly) – Hello.`
  const words = rest
    .replace(/^\s{0,4}(?:[:：]|[―–—-]{1,2}(?=\s))/, '')
    .replace(/^(\s{0,4}\([^()]{1,60}\)) {0,4}[–—-]{1,2} /, '$1 ');
  return read && { form, ...read, words: wordsOf(words) };
}
