// What can be wrong with messages and with the code that says them, found in their text.
import { IntlMessageFormat } from 'intl-messageformat';
import { parseSync } from 'vite';
import type { Catalogue } from '../shared/words/words.ts';

/** The messages of a book by area, then by key: `errors`, `busy.run`. */
export type Messages = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A catalogue's messages by their keys. */
export function messagesOf(catalogue: Catalogue, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([name, entry]) =>
      typeof entry === 'string' ? [[prefix + name, entry] as const] : [...messagesOf(entry, `${prefix}${name}.`)],
    ),
  );
}

/** A key that code asks for; where parts of it are only known later, `*` stands for each. */
export interface AskedKey {
  readonly row: number;
  readonly area: string;
  readonly key: string;
}

/** Words that stand in the code itself. */
export interface Literal {
  readonly row: number;
  readonly text: string;
}

/** What is looked at of a syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nameOf = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '');

/** A file of code that can be asked about. */
export interface Source {
  readonly root: Node;
  readonly rowOf: (node: Node) => number;
}

/** Reads a file. @param name ends with `.ts` or `.tsx` */
export function readSource(name: string, text: string): Source {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name} can't be read: ${errors[0]?.message}`);
  if (!isNode(program)) throw new Error(`${name} has no program`);
  return { root: program, rowOf: ({ start }) => text.slice(0, start).split('\n').length };
}

/** The area of `words('area')`, or of `book.words('area')`; else null. */
function areaOf(node: unknown): string | null {
  if (!isNode(node) || node.type !== 'CallExpression') return null;
  const callee = node['callee'];
  const called = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : callee;
  if (nameOf(called) !== 'words' || !Array.isArray(node['arguments'])) return null;
  const [area] = textsOf(node['arguments'][0]);
  return area ?? null;
}

/** The texts that an expression may come to, with `*` for what is only known later. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return [quasisOf(node).join('*')];
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])];
    default:
      return [];
  }
}

const quasisOf = (template: Node): string[] =>
  (template['quasis'] as readonly { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked);

/**
 * The keys that a file asks for.
 *
 * @param imported areas of functions that are imported, by the function's name
 */
export function keysAskedFor({ root, rowOf }: Source, imported: Readonly<Record<string, string>> = {}): AskedKey[] {
  const areas = new Map(Object.entries(imported));
  const found: AskedKey[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator') {
      const area = areaOf(node['init']);
      if (area !== null) areas.set(nameOf(node['id']), area);
    }
    if (node.type === 'CallExpression') {
      const callee = node['callee'];
      const isOfParts = isNode(callee) && callee.type === 'MemberExpression' && nameOf(callee['property']) === 'parts';
      const area = areas.get(nameOf(isOfParts ? callee['object'] : callee));
      if (area !== undefined && Array.isArray(node['arguments'])) {
        const keys = textsOf(node['arguments'][0]);
        for (const key of keys.length > 0 ? keys : ['?']) found.push({ row: rowOf(node), area, key });
      }
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return found;
}

/** Attributes that a person reads or hears. */
const READ_ATTRIBUTES =
  /^(label|title|placeholder|description|alt|error|aria-(label|description|roledescription|valuetext)|\w+Label)$/;
const OF_STYLES = /^(className|style|styles)$/;
/** Two words in a row: not a name of code, a class or a path. */
const PROSE = /(?<![\p{L}\p{N}])\p{L}{2,}[,;:.!?]? (?:\p{L}{2,}|\p{L}\b)/u;
/** What stands for itself in every language: options and commands of the command line. */
const OF_THE_COMMAND_LINE = /^(--|lectern )/;
/** Colours and conditions of style sheets, and rows of class names: every one of several has a hyphen. */
const OF_STYLE_SHEETS = /^color-mix\(|^\(prefers-|^(?=.*-)(?:[\w…]*-[\w…-]*|…)(?: (?:[\w…]*-[\w…-]*|…))+$/;
/** Values of headers of HTTP. */
const OF_HTTP = /^(GET, HEAD|bytes |text\/|trusted-types )/;
/** Errors of the code itself go to the log. */
const ERRORS = /^(Error|TypeError|RangeError)$/;

/** Whether a call writes a row of the log, which is in English for those who mend: `log(…)`, `options.log(…)`, `log.defect(…)`. */
function isOfTheLog(node: Node): boolean {
  const callee = node['callee'];
  if (node.type !== 'CallExpression' || !isNode(callee)) return false;
  const names = callee.type === 'MemberExpression' ? [callee['object'], callee['property']] : [callee];
  return names.some((name) => nameOf(name) === 'log');
}

/** The words that stand in a file's code. They belong into a catalogue. */
export function literalsIn({ root, rowOf }: Source): Literal[] {
  const found: Literal[] = [];
  const check = (node: Node, text: string, pattern: RegExp) => {
    if (OF_THE_COMMAND_LINE.test(text) || OF_STYLE_SHEETS.test(text) || OF_HTTP.test(text)) return;
    if (pattern.test(text)) found.push({ row: rowOf(node), text: text.trim() });
  };
  const visit = (node: Node, isRead: boolean): void => {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
    if (/^(Import|Export(All|Named))Declaration$/.test(node.type) && node['source']) return;
    if (node.type === 'NewExpression' && ERRORS.test(nameOf(node['callee']))) return;
    if (isOfTheLog(node)) return;
    if (node.type === 'JSXText') check(node, String(node['value']), /\p{L}/u);
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      check(node, node['value'], isRead ? /\p{L}/u : PROSE);
    }
    if (node.type === 'TemplateLiteral') {
      // What is filled in stands for a word: `${count} lines` is a sentence in pieces too.
      check(node, quasisOf(node).join('…'), isRead ? /\p{L}/u : /\p{L}{2,} \p{L}{2,}|… \p{L}{3,}|\p{L}{3,} …/u);
    }
    for (const child of childrenOf(node)) {
      if (node.type === 'JSXAttribute') {
        const name = nameOf(node['name']);
        if (OF_STYLES.test(name)) continue;
        if (READ_ATTRIBUTES.test(name)) visit(child, true);
        else if (isNode(child) && child.type !== 'Literal') visit(child, false);
      } else if (/^(Call|Member|Object)Expression$/.test(node.type)) visit(child, false);
      else visit(child, isRead || (node.type === 'JSXExpressionContainer' && child.type === 'Literal'));
    }
  };
  visit(root, false);
  return found;
}

/** Three words in a row, the start and the end of what is filled in being words too. */
const THREE_WORDS = /(?<![\p{L}\p{N}])\p{L}[\p{L}’']*[,;:]? \p{L}[\p{L}’']*[,;:]? \p{L}{2,}/u;
/** SQL, whose words are capitals, and the names of its columns. */
const SQL =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|FROM|WHERE|JOIN|VALUES|BY|UNION|CASE|THEN|AND|OR|NOT|EXISTS|ROLLBACK|SAVEPOINT|VACUUM|[a-z]+_[a-z]+)\b/;
/** Errors of the code itself, which end as `internal` and go to the log. */
const OF_THE_CODE = /^(Error|TypeError|RangeError|SyntaxError)$/;

/**
 * The sentences that code makes: literals and templates of three words or more. Not SQL, rows of the log, and errors of
 * the code itself.
 */
export function sentencesIn({ root, rowOf }: Source): Literal[] {
  const found: Literal[] = [];
  const check = (node: Node, text: string) => {
    if (THREE_WORDS.test(text) && !SQL.test(text)) found.push({ row: rowOf(node), text: text.trim() });
  };
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
    if (/^(Import|Export(All|Named))Declaration$/.test(node.type) && node['source']) return;
    if (node.type === 'NewExpression' && OF_THE_CODE.test(nameOf(node['callee']))) return;
    if (isOfTheLog(node)) return;
    if (node.type === 'Literal' && typeof node['value'] === 'string') check(node, node['value']);
    // What is filled in stands for a word: `${count} lines were sent`.
    if (node.type === 'TemplateLiteral') check(node, quasisOf(node).join('one'));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return found;
}

/** The parameters and tags of a message, as far as a translation has to have them too: `count: plural`, `<b>`. */
export function slotsOf(message: string): ReadonlySet<string> {
  const slots = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) visit(one);
    else if (typeof part === 'object' && part !== null) {
      const { type, value } = part as Readonly<Record<string, unknown>>;
      // The kinds of parts of `@formatjs/icu-messageformat-parser`: 0 is text, 7 is `#`.
      if (typeof type === 'number' && type !== 0 && type !== 7) slots.add(type === 8 ? `<${value}>` : String(value));
      for (const inside of Object.values(part)) visit(inside);
    }
  };
  visit(new IntlMessageFormat(message, 'en').getAst());
  return slots;
}

/** The cases of each plural of a message, by its parameter: `one`, `other`, `=0`. */
function pluralsOf(message: string): ReadonlyMap<string, ReadonlySet<string>> {
  const plurals = new Map<string, Set<string>>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) visit(one);
    else if (typeof part === 'object' && part !== null) {
      const { type, value, options } = part as Readonly<Record<string, unknown>>;
      // The kind of a plural, see `slotsOf`.
      if (type === 6 && typeof options === 'object' && options !== null) {
        const cases = plurals.get(String(value)) ?? new Set<string>();
        plurals.set(String(value), cases.union(new Set(Object.keys(options))));
      }
      for (const inside of Object.values(part)) visit(inside);
    }
  };
  visit(new IntlMessageFormat(message, 'en').getAst());
  return plurals;
}

/** What the plurals of a translation lack, or have and the language has not. */
function pluralFaults(english: string, message: string, language: string): string[] {
  const categories = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
  const own = pluralsOf(english);
  return [...pluralsOf(message)].flatMap(([name, cases]) => {
    const odd = [...cases].filter((one) => !one.startsWith('=') && !categories.has(one));
    // Where English tells one from many, the language tells all it can.
    const lacking = own.get(name)?.has('one')
      ? [...categories].filter((one) => !cases.has(one) && !(one === 'one' && cases.has('=1')))
      : [];
    return [
      ...odd.map((one) => `the plural of ${name} has “${one}”, which ${language} has not`),
      ...lacking.map((one) => `the plural of ${name} lacks “${one}”`),
    ];
  });
}

/** What is wrong with an English message by itself; null for nothing. */
export function faultOf(message: string): string | null {
  // A single apostrophe before a brace would make the brace a plain letter.
  if (/(?<!')'(?:'')*(?!')/.test(message)) return "a straight apostrophe is written twice ('')";
  try {
    slotsOf(message);
    return null;
  } catch (error) {
    return `can't be read (${error instanceof Error ? error.message : error})`;
  }
}

/** What differs between the English messages and those of another language. */
export function differencesOf(
  english: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
  language: string,
): string[] {
  const missing = [...english.keys()].filter((key) => !other.has(key)).map((key) => `${key} is missing`);
  const extra = [...other.keys()].filter((key) => !english.has(key)).map((key) => `${key} is not in English`);
  const shared = [...other].flatMap(([key, message]) => {
    const original = english.get(key);
    if (original === undefined) return [];
    const fault = faultOf(message);
    if (fault) return [`${key}: ${fault}`];
    const [own, its] = [slotsOf(original), slotsOf(message)];
    return [
      ...[...own.difference(its)].map((slot) => `${key} lacks ${slot}`),
      ...[...its.difference(own)].map((slot) => `${key} has ${slot}, which English has not`),
      ...pluralFaults(original, message, language).map((what) => `${key}: ${what}`),
    ];
  });
  return [...missing, ...extra, ...shared];
}
