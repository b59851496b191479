// Converts scripts for Ren'Py, a visual novel engine, to Lectern's script text.
import { NARRATOR } from '../../../shared/model/cast.ts';
import { encloseInBrackets } from '../../../shared/rules/brackets.ts';
import { append } from '../../../shared/rules/lists.ts';
import { escapePauses } from '../../../shared/rules/pauses.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { normaliseRoleName } from '../../../shared/rules/role-names.ts';
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
/** `define e = Character("Eileen", …)`. The name may also be `None` or a variable. */
const CHARACTER = pattern`^[ \t]{0,40}${VARIABLE}[ \t]{0,8}=[ \t]{0,8}${CALL}${ARGUMENT}`;
/** Used to recognise scripts without labels. */
const DEFINITION = /^define[ \t]{1,8}[\p{L}_]/u;
/** The name may be followed by image attributes. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.]{0,60}(?=[ \t]|$)/u;
const ATTRIBUTES = /^(?:[ \t]+[@\p{L}\p{N}_-]{1,40}){0,12}[ \t]*$/u;
/** Statements that contain quotations other than speeches. */
const STATEMENT = wordPattern('^', 'renpy-statements', String.raw`\b`, '');
const STAGING_STATEMENT = wordPattern('^', 'renpy-staging', String.raw`\b`, '');
/** Blocks without speeches. */
const opensBlock = anyMatch(
  /^(?:init\b.{0,40}\b)?python\b.{0,400}:\s*(?:#.*)?$/,
  /^(?:screen|style|transform|image|layeredimage|class|def)\b.{0,400}:\s*(?:#.*)?$/,
  /^translate\b.{0,60}\b(?:strings|python|style)\b.{0,400}:\s*(?:#.*)?$/,
);
const MAX_ROWS = 12;
const MAX_ROWS_OF_THREE = 400;
/** Text tags: `{i}`, `{/color}`, `{w=0.5}`. */
const TAG = /\{\{|\{[^{}\n]{0,80}\}/g;

/** Returns null if the text isn't a Ren'Py script. @param text lines end at `\n` */
export function convertRenpyScript(text: string): string | null {
  const rows = text.split('\n');
  if (!LABEL.test(text) && !rows.some((row) => DEFINITION.test(row) && CHARACTER.test(row))) return null;
  const writer = new RenpyWriter(findCharacters(rows));
  for (let at = 0; at < rows.length; at += 1) at = writer.read(rows, at);
  return writer.finish();
}

function findCharacters(rows: readonly string[]): ReadonlyMap<string, string> {
  const roles = new Map(['narrator', 'nvl', 'centered'].map((variable) => [variable, NARRATOR]));
  for (const row of rows) {
    const [, variable, double, single, none] = CHARACTER.exec(row) ?? [];
    if (variable === undefined) continue;
    roles.set(variable, none === undefined ? roleOf(double ?? single ?? '', variable) : NARRATOR);
  }
  return roles;
}

/** Returns the character's name, or the variable if the name can't be a role mark. */
function roleOf(name: string, variable: string): string {
  const names = [name.replace(TAG, ''), variable.replace(/[_.]+/g, ' ')].map((each) =>
    normaliseRoleName(each).toUpperCase(),
  );
  return names.find((each) => readCapitals(`${each}: Words`)?.role === each || isCaselessName(each)) ?? NARRATOR;
}

/** Names in scripts without capitals are confirmed later. */
const isCaselessName = (name: string): boolean => /^[\p{Lo}\p{Lm}・ー ]{1,40}$/u.test(name);

interface QuotedText {
  readonly words: readonly string[];
  /** Index of the last line. */
  readonly row: number;
  readonly rest: string;
}

/** The pattern limits the number of backslash escapes, because each escape takes stack space in the regex engine. */
const QUOTATIONS: readonly RegExp[] = [
  /^"(?!"")([^"\\]*(?:\\.[^"\\]*){0,10000})"/s,
  /^'(?!'')([^'\\]*(?:\\.[^'\\]*){0,10000})'/s,
  /^"""([^"\\]*(?:(?:\\.|"(?!""))[^"\\]*){0,10000})"""/s,
  /^'''([^'\\]*(?:(?:\\.|'(?!''))[^'\\]*){0,10000})'''/s,
];

function readQuotation(rows: readonly string[], row: number, text: string): QuotedText | null {
  if (!/^["']/.test(text)) return null;
  const isLong = /^(?:"""|''')/.test(text);
  const ahead = [text, ...rows.slice(row + 1, row + (isLong ? MAX_ROWS_OF_THREE : MAX_ROWS))].join('\n');
  const [whole, inside = ''] = QUOTATIONS.map((typed) => typed.exec(ahead)).find((match) => match !== null) ?? [];
  if (whole === undefined) return null;
  const words = (isLong ? inside.split(/\n[ \t]*\n/) : [inside]).map(plainWords).filter((each) => each !== '');
  const [rest = ''] = ahead.slice(whole.length).split('\n', 1);
  return { words, row: row + whole.split('\n').length - 1, rest: rest.trim() };
}

const plainWords = (inside: string): string =>
  inside
    .replace(/\\(.)/gs, (_, escaped: string) => (/[n\n]/.test(escaped) ? ' ' : escaped))
    .replace(TAG, (tag) => (tag === '{{' ? '{' : ''))
    .replace(/([[%])\1/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

const indentOf = (row: string): number => row.replaceAll('\t', '    ').search(/\S|$/);

class RenpyWriter {
  readonly #roles: ReadonlyMap<string, string>;
  readonly #paragraphs: string[] = [];
  #label: string | null = null;
  #speeches = 0;
  #hasSpeech = false;

  constructor(roles: ReadonlyMap<string, string>) {
    this.#roles = roles;
  }

  finish(): string | null {
    return this.#speeches === 0 ? null : `${this.#paragraphs.join('\n\n')}\n`;
  }

  /** @returns the index of the last line it consumed */
  read(rows: readonly string[], at: number): number {
    const row = rows[at] ?? '';
    const text = row.trim();
    const label = LABEL.exec(row)?.[1];
    // A role may have the same name as a Ren'Py statement.
    const isStatement = STATEMENT.test(text) && !this.#roles.has(NAME.exec(text)?.[0] ?? '');
    if (label !== undefined) this.#label = label;
    else if (text.startsWith('#')) this.#writeDirection(text.replace(/^#+/, ''));
    else if (opensBlock(text)) return lastRowOf(rows, at);
    else if (/["']/.test(text) && !isStatement) return this.#readSpeech(rows, at, text);
    else if (STAGING_STATEMENT.test(text)) this.#writeDirection(text.replace(/:$/, ''));
    return at;
  }

  /** `e happy "Words."`, `"Mara" "Words."`, `"Words."`, `"Choice." if has_key:` */
  #readSpeech(rows: readonly string[], at: number, text: string): number {
    const name = NAME.exec(text)?.[0] ?? '';
    const start = text.search(/["']/);
    if (start > 0 && (name === '' || !ATTRIBUTES.test(text.slice(name.length, start)))) return at;
    const first = readQuotation(rows, at, text.slice(start));
    if (first === null) return at;
    const second = start === 0 ? readQuotation(rows, first.row, first.rest) : null;
    const { words, rest, row } = second ?? first;
    const named = name === '' ? NARRATOR : (this.#roles.get(name) ?? roleOf('', name));
    if ((rest.split('#', 1)[0] ?? '').trimEnd().endsWith(':')) this.#writeDirection(words.join(' '));
    else if (name === 'extend' && this.#hasSpeech)
      this.#paragraphs.push([this.#paragraphs.pop() ?? '', ...words.map(escapeSpeech)].join(' '));
    else this.#writeSpeech(second ? roleOf(first.words.join(' '), '') : name === 'extend' ? NARRATOR : named, words);
    return row;
  }

  #writeSpeech(role: string, words: readonly string[]): void {
    this.#writeLabel();
    append(
      this.#paragraphs,
      words.map((each) => `${role}: ${escapeSpeech(each)}`),
    );
    this.#speeches += words.length;
    this.#hasSpeech = words.length > 0;
  }

  #writeDirection(words: string): void {
    if (!/\p{L}/u.test(words)) return;
    this.#writeLabel();
    this.#paragraphs.push(encloseInBrackets(words.replace(/\s+/g, ' ').trim()));
    this.#hasSpeech = false;
  }

  /** Moves the first label above the directions that precede it. */
  #writeLabel(): void {
    if (this.#label === null) return;
    const heading = `## ${this.#label.replace(/[_.\s]+/g, ' ').trim()}`;
    const isFirst = this.#speeches === 0 && !this.#paragraphs[0]?.startsWith('## ');
    this.#paragraphs.splice(isFirst ? 0 : this.#paragraphs.length, 0, heading);
    this.#label = null;
  }
}

/** Escapes round brackets, which enclose spoken thoughts in Ren'Py. */
const escapeSpeech = (words: string): string => escapePauses(words).replaceAll('(', '\\(');

function lastRowOf(rows: readonly string[], first: number): number {
  const indent = indentOf(rows[first] ?? '');
  let next = first + 1;
  while (next < rows.length && (rows[next]?.trim() === '' || indentOf(rows[next] ?? '') > indent)) next += 1;
  return next - 1;
}
