// Scripts of visual novels as Ren'Py has them: who says what, as Lectern's script text. What the game does is not spoken.
import { NARRATOR } from '../../../shared/model/cast.ts';
import { bracketed } from '../../../shared/rules/brackets.ts';
import { append } from '../../../shared/rules/lists.ts';
import { escapePauses } from '../../../shared/rules/pauses.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { tidyRoleName } from '../../../shared/rules/role-names.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { anyMatch, pattern, withFlags } from './patterns.ts';

const ARGUMENTS = String.raw`(?:\([^()\n]{0,200}\))?[ \t]{0,8}`;
/** `label start(first=True):` */
const LABEL = withFlags(
  'mu',
)`^[ \t]{0,40}label[ \t]{1,8}([\p{L}_][\p{L}\p{N}_.]{0,80})[ \t]{0,8}${ARGUMENTS}(?:hide[ \t]{0,8})?:`;
const VARIABLE = String.raw`(?:(?:define|default|\$)[ \t]{1,8})?([\p{L}_][\p{L}\p{N}_.]{0,60})`;
const CALL = String.raw`(?:Dynamic)?Character\([ \t]{0,8}(?:name[ \t]{0,8}=[ \t]{0,8})?(?:_\([ \t]{0,8})?`;
const ARGUMENT = String.raw`(?:"([^"\n]{0,60})"|'([^'\n]{0,60})'|(None\b|\)))?`;
/** `define e = Character("Eileen", …)`; without a name in quotation marks: `None`, or what a variable holds. */
const CHARACTER = pattern`^[ \t]{0,40}${VARIABLE}[ \t]{0,8}=[ \t]{0,8}${CALL}${ARGUMENT}`;
/** A part of a game may have no label: its characters tell what it is. */
const DEFINES = /^define[ \t]{1,8}[\p{L}_]/u;
/** A name, with attributes of how its bearer looks. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.]{0,60}(?=[ \t]|$)/u;
const ATTRIBUTES = /^(?:[ \t]+[@\p{L}\p{N}_-]{1,40}){0,12}[ \t]*$/u;
/** Statements whose words in quotation marks are no speech. */
const STATEMENT = wordPattern('^', 'renpy-statements', String.raw`\b`, '');
/** What is seen and heard beside the words. */
const STAGED = wordPattern('^', 'renpy-staging', String.raw`\b`, '');
/** Whether a row opens a block without speech, with all rows that are set in under it. */
const opensBlock = anyMatch(
  /^(?:init\b.{0,40}\b)?python\b.{0,400}:\s*(?:#.*)?$/,
  /^(?:screen|style|transform|image|layeredimage|class|def)\b.{0,400}:\s*(?:#.*)?$/,
  /^translate\b.{0,60}\b(?:strings|python|style)\b.{0,400}:\s*(?:#.*)?$/,
);
/** Words in quotation marks may go over this many rows, and those in three of them over more. */
const MOST_ROWS = 12;
const MOST_ROWS_OF_THREE = 400;
/** Tags of how words look: `{i}`, `{/color}`, `{w=0.5}`. */
const TAG = /\{\{|\{[^{}\n]{0,80}\}/g;

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
  const roles = new Map(['narrator', 'nvl', 'centered'].map((variable) => [variable, NARRATOR]));
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

/** Words in quotation marks, and in three of them. Their number of backslashes is bounded, since each takes room on a stack. */
const QUOTATIONS: readonly RegExp[] = [
  /^"(?!"")([^"\\]*(?:\\.[^"\\]*){0,10000})"/s,
  /^'(?!'')([^'\\]*(?:\\.[^'\\]*){0,10000})'/s,
  /^"""([^"\\]*(?:(?:\\.|"(?!""))[^"\\]*){0,10000})"""/s,
  /^'''([^'\\]*(?:(?:\\.|'(?!''))[^'\\]*){0,10000})'''/s,
];

/** Reads the words that begin a row's `text`, and may go on in the next rows. */
function quotedAt(rows: readonly string[], row: number, text: string): Quoted | null {
  if (!/^["']/.test(text)) return null;
  const isLong = /^(?:"""|''')/.test(text);
  const ahead = [text, ...rows.slice(row + 1, row + (isLong ? MOST_ROWS_OF_THREE : MOST_ROWS))].join('\n');
  const [whole, inside = ''] = QUOTATIONS.map((typed) => typed.exec(ahead)).find((match) => match !== null) ?? [];
  if (whole === undefined) return null;
  const words = (isLong ? inside.split(/\n[ \t]*\n/) : [inside]).map(plainWords).filter((each) => each !== '');
  const [rest = ''] = ahead.slice(whole.length).split('\n', 1);
  return { words, row: row + whole.split('\n').length - 1, rest: rest.trim() };
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
  /** The part of the game whose chapter begins with its first words. */
  #label: string | null = null;
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
    // A role may be called as a statement is.
    const isStatement = STATEMENT.test(text) && !this.#roles.has(NAME.exec(text)?.[0] ?? '');
    if (label !== undefined) this.#label = label;
    else if (text.startsWith('#')) this.#direct(text.replace(/^#+/, ''));
    else if (opensBlock(text)) return lastRowOf(rows, at);
    else if (/["']/.test(text) && !isStatement) return this.#say(rows, at, text);
    else if (STAGED.test(text)) this.#direct(text.replace(/:$/, ''));
    return at;
  }

  /** `e happy "Words."`, `"Mara" "Words."`, `"Words."`, or a choice: `"Words." if has_key:` */
  #say(rows: readonly string[], at: number, text: string): number {
    const name = NAME.exec(text)?.[0] ?? '';
    const start = text.search(/["']/);
    if (start > 0 && (name === '' || !ATTRIBUTES.test(text.slice(name.length, start)))) return at;
    const first = quotedAt(rows, at, text.slice(start));
    if (first === null) return at;
    const second = start === 0 ? quotedAt(rows, first.row, first.rest) : null;
    const { words, rest, row } = second ?? first;
    const named = name === '' ? NARRATOR : (this.#roles.get(name) ?? roleOf('', name));
    if ((rest.split('#', 1)[0] ?? '').trimEnd().endsWith(':')) this.#direct(words.join(' '));
    // Words that are added to what was said last.
    else if (name === 'extend' && this.#hasSpeech)
      this.#paragraphs.push([this.#paragraphs.pop() ?? '', ...words.map(spoken)].join(' '));
    else this.#speak(second ? roleOf(first.words.join(' '), '') : name === 'extend' ? NARRATOR : named, words);
    return row;
  }

  #speak(role: string, words: readonly string[]): void {
    this.#writeLabel();
    append(
      this.#paragraphs,
      words.map((each) => `${role}: ${spoken(each)}`),
    );
    this.#speeches += words.length;
    this.#hasSpeech = words.length > 0;
  }

  #direct(words: string): void {
    if (!/\p{L}/u.test(words)) return;
    this.#writeLabel();
    this.#paragraphs.push(bracketed(words.replace(/\s+/g, ' ').trim()));
    this.#hasSpeech = false;
  }

  /** The part of a game that begins there. Directions above the first are in its chapter. */
  #writeLabel(): void {
    if (this.#label === null) return;
    const heading = `## ${this.#label.replace(/[_.\s]+/g, ' ').trim()}`;
    const isFirst = this.#speeches === 0 && !this.#paragraphs[0]?.startsWith('## ');
    this.#paragraphs.splice(isFirst ? 0 : this.#paragraphs.length, 0, heading);
    this.#label = null;
  }
}

/** Words in brackets are thought, and heard like all others. */
const spoken = (words: string): string => escapePauses(words).replaceAll('(', '\\(');

/** The last row of a block, of those that are set in under its first. */
function lastRowOf(rows: readonly string[], first: number): number {
  const indent = indentOf(rows[first] ?? '');
  let next = first + 1;
  while (next < rows.length && (rows[next]?.trim() === '' || indentOf(rows[next] ?? '') > indent)) next += 1;
  return next - 1;
}
