// Scripts of visual novels as Ren'Py has them: who says what, as Lectern's script text. What the game does is not spoken.
import { NARRATOR } from '../../../shared/model/cast.ts';
import { bracketed } from '../../../shared/rules/brackets.ts';
import { append } from '../../../shared/rules/lists.ts';
import { escapePauses } from '../../../shared/rules/pauses.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { tidyRoleName } from '../../../shared/rules/role-names.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';

const INDENT = String.raw`^[ \t]{0,40}`;
const BLANKS = String.raw`[ \t]{0,8}`;
const ARGUMENTS = String.raw`(?:\([^()\n]{0,200}\))?`;
const LABEL = new RegExp(
  String.raw`${INDENT}label[ \t]{1,8}([\p{L}_][\p{L}\p{N}_.]{0,80})${BLANKS}${ARGUMENTS}${BLANKS}(?:hide${BLANKS})?:`,
  'mu',
);
const VARIABLE = String.raw`(?:(?:define|default|\$)[ \t]{1,8})?([\p{L}_][\p{L}\p{N}_.]{0,60})`;
const CALL = String.raw`(?:Dynamic)?Character\(${BLANKS}(?:name${BLANKS}=${BLANKS})?(?:_\(${BLANKS})?`;
const ARGUMENT = String.raw`(?:"([^"\n]{0,60})"|'([^'\n]{0,60})'|(None\b|\)))?`;
/** `define e = Character("Eileen", …)`; without a name in quotation marks: `None`, or what a variable holds. */
const CHARACTER = new RegExp(`${INDENT}${VARIABLE}${BLANKS}=${BLANKS}${CALL}${ARGUMENT}`, 'u');
/** A part of a game may have no label: its characters tell what it is. */
const DEFINES = /^define[ \t]{1,8}[\p{L}_]/u;
const NAME = /^[\p{L}_][\p{L}\p{N}_.]{0,60}(?=[ \t]|$)/u;
const ATTRIBUTES = /^(?:[ \t]+[@\p{L}\p{N}_-]{1,40}){0,12}[ \t]*$/u;
/** Statements whose words in quotation marks are no speech. */
const STATEMENT = wordPattern('^', 'renpy-statements', String.raw`\b`, '');
/** What is seen and heard beside the words. */
const STAGED = wordPattern('^', 'renpy-staging', String.raw`\b`, '');
/** Blocks without speech, with all rows that are set in under them. */
const BLOCKS: readonly RegExp[] = [
  /^(?:init\b.{0,40}\b)?python\b.{0,400}:\s*(?:#.*)?$/,
  /^(?:screen|style|transform|image|layeredimage|class|def)\b.{0,400}:\s*(?:#.*)?$/,
  /^translate\b.{0,60}\b(?:strings|python|style)\b.{0,400}:\s*(?:#.*)?$/,
];
const opensBlock = (text: string): boolean => BLOCKS.some((block) => block.test(text));
const QUOTED = /^("""|'''|"|')/;
/** Tags of how words look: `{i}`, `{/color}`, `{w=0.5}`. */
const TAG = /\{\{|\{[^{}\n]{0,80}\}/g;
/** Words in quotation marks may go over this many rows, and those in three of them over more. */
const MOST_ROWS = 12;
const MOST_ROWS_OF_THREE = 400;

/** @param text rows end at `\n`. @returns null where it is no script of Ren'Py */
export function renpyScript(text: string): string | null {
  const rows = text.split('\n');
  if (!LABEL.test(text) && !rows.some((row) => DEFINES.test(row) && CHARACTER.test(row))) return null;
  const writer = new GameWriter(charactersOf(rows));
  for (let at = 0; at < rows.length; at += 1) at = writer.read(rows, at);
  return writer.finish();
}

/** What the variables of a script's roles stand for. */
function charactersOf(rows: readonly string[]): ReadonlyMap<string, string> {
  const roles = new Map([
    ['narrator', NARRATOR],
    ['nvl', NARRATOR],
    ['centered', NARRATOR],
  ]);
  for (const row of rows) {
    const [, variable, double, single, none] = CHARACTER.exec(row) ?? [];
    if (variable === undefined) continue;
    roles.set(variable, none === undefined ? roleOf(double ?? single ?? '', variable) : NARRATOR);
  }
  return roles;
}

/** A name that reads as a mark: that of the role, else that of its variable. */
function roleOf(name: string, variable: string): string {
  const names = [name.replace(TAG, ''), variable.replace(/[_.]+/g, ' ')].map((each) =>
    tidyRoleName(each).toUpperCase(),
  );
  return names.find((each) => readCapitals(`${each}: Words`)?.role === each || isUncased(each)) ?? NARRATOR;
}

/** A name in letters without capitals, which is confirmed later. */
const isUncased = (name: string): boolean => /^[\p{Lo}\p{Lm}・ー ]{1,40}$/u.test(name);

/** Words in quotation marks, and where they end. */
interface Quoted {
  readonly words: readonly string[];
  /** Of its last row, and what stands behind it there. */
  readonly row: number;
  readonly rest: string;
}

/** Reads the words that begin a row's `text`, and may go on in the next rows. */
function quotedAt(rows: readonly string[], row: number, text: string): Quoted | null {
  const sign = QUOTED.exec(text)?.[0];
  if (sign === undefined) return null;
  let inside = text.slice(sign.length);
  let looked = 0;
  const most = row + (sign.length > 1 ? MOST_ROWS_OF_THREE : MOST_ROWS);
  for (let last = row; last < Math.min(rows.length, most); last += 1) {
    const { isEnd, at } = endOf(inside, sign, looked);
    if (isEnd) {
      const paragraphs = sign.length > 1 ? inside.slice(0, at).split(/\n[ \t]*\n/) : [inside.slice(0, at)];
      const words = paragraphs.map(plainWords).filter((each) => each !== '');
      return { words, row: last, rest: inside.slice(at + sign.length).trim() };
    }
    looked = at;
    inside += `\n${rows[last + 1] ?? ''}`;
  }
  return null;
}

/** Where a sign ends words that it began, from a place on; else how far they were looked at. */
function endOf(inside: string, sign: string, from: number): { readonly isEnd: boolean; readonly at: number } {
  let at = from;
  for (; at < inside.length; at += 1) {
    if (inside[at] === '\\') at += 1;
    else if (inside.startsWith(sign, at)) return { isEnd: true, at };
  }
  return { isEnd: false, at };
}

const plainWords = (inside: string): string =>
  inside
    .replace(/\\\n/g, '\n')
    .replace(/\\n/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(TAG, (tag) => (tag === '{{' ? '{' : ''))
    .replaceAll('[[', '[')
    .replaceAll('%%', '%')
    .replace(/\s+/g, ' ')
    .trim();

const indentOf = (row: string): number => row.replaceAll('\t', '    ').search(/\S|$/);

class GameWriter {
  readonly #roles: ReadonlyMap<string, string>;
  readonly #paragraphs: string[] = [];
  #label: string | null = null;
  /** Directions above the first label, which stand in its chapter. */
  #heads: string[] | null = [];
  #speeches = 0;
  /** Whether what came last is a speech. */
  #hasSpeech = false;

  constructor(roles: ReadonlyMap<string, string>) {
    this.#roles = roles;
  }

  /** Null where nothing is said. */
  finish(): string | null {
    return this.#speeches === 0 ? null : `${this.#paragraphs.join('\n\n')}\n`;
  }

  /** @returns the last row that was read with it */
  read(rows: readonly string[], at: number): number {
    const row = rows[at] ?? '';
    const text = row.trim();
    const label = LABEL.exec(row)?.[1];
    if (label !== undefined) this.#label = label;
    else if (text.startsWith('#')) this.#direct(text.replace(/^#+/, ''));
    else if (opensBlock(text)) return lastRowOf(rows, at);
    else if (!/["']/.test(text) || this.#isStatement(text)) {
      if (STAGED.test(text)) this.#direct(text.replace(/:$/, ''));
    } else return this.#say(rows, at, text);
    return at;
  }

  /** A role may be called as a statement is. */
  #isStatement(text: string): boolean {
    return STATEMENT.test(text) && !this.#roles.has(NAME.exec(text)?.[0] ?? '');
  }

  /** `e happy "Words."`, `"Mara" "Words."`, `"Words."`, or a choice: `"Words." if has_key:` */
  #say(rows: readonly string[], at: number, text: string): number {
    const name = NAME.exec(text)?.[0] ?? '';
    const start = text.search(/["']/);
    if (start > 0 && (name === '' || !ATTRIBUTES.test(text.slice(name.length, start)))) return at;
    const first = quotedAt(rows, at, text.slice(start));
    if (first === null) return at;
    const second = start === 0 && /^["']/.test(first.rest) ? quotedAt(rows, first.row, first.rest) : null;
    const { words, rest, row } = second ?? first;
    if ((rest.split('#', 1)[0] ?? '').trimEnd().endsWith(':')) this.#direct(words.join(' '));
    else if (name === 'extend') this.#goOn(words);
    else if (second !== null) this.#speak(roleOf(first.words.join(' '), ''), words);
    else this.#speak(name === '' ? NARRATOR : (this.#roles.get(name) ?? roleOf('', name)), words);
    return row;
  }

  #speak(role: string, words: readonly string[]): void {
    this.#writeLabel();
    this.#writeHeads();
    for (const each of words) this.#paragraphs.push(`${role}: ${spoken(each)}`);
    this.#speeches += words.length;
    this.#hasSpeech = words.length > 0;
  }

  /** Words that are added to what was said last. */
  #goOn(words: readonly string[]): void {
    if (!this.#hasSpeech) {
      this.#speak(NARRATOR, words);
      return;
    }
    const last = this.#paragraphs.pop() ?? '';
    this.#paragraphs.push([last, ...words.map(spoken)].join(' '));
  }

  #direct(words: string): void {
    if (!/\p{L}/u.test(words)) return;
    this.#writeLabel();
    (this.#heads ?? this.#paragraphs).push(bracketed(words.replace(/\s+/g, ' ').trim()));
    this.#hasSpeech = false;
  }

  /** The part of a game that begins there. */
  #writeLabel(): void {
    if (this.#label === null) return;
    this.#paragraphs.push(`## ${this.#label.replace(/[_.\s]+/g, ' ').trim()}`);
    this.#label = null;
    this.#writeHeads();
  }

  #writeHeads(): void {
    append(this.#paragraphs, this.#heads ?? []);
    this.#heads = null;
  }
}

/** Words in brackets are thought, and heard like all others. */
const spoken = (words: string): string => escapePauses(words).replaceAll('(', '\\(');

/** The last row of a block: those that are set in under its first. */
function lastRowOf(rows: readonly string[], first: number): number {
  const indent = indentOf(rows[first] ?? '');
  let last = first;
  for (let at = first + 1; at < rows.length; at += 1) {
    const row = rows[at] ?? '';
    if (row.trim() === '') continue;
    if (indentOf(row) <= indent) break;
    last = at;
  }
  return last;
}
