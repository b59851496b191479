// Checks for message catalogues and the code that uses them.
import { IntlMessageFormat } from 'intl-messageformat';
import { parseSync } from 'vite';
import type { Catalogue } from '../shared/words/words.ts';

/** Messages by area, then by key: `errors`, `busy.run`. */
export type Messages = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function messagesOf(catalogue: Catalogue, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([name, entry]) =>
      typeof entry === 'string' ? [[prefix + name, entry] as const] : [...messagesOf(entry, `${prefix}${name}.`)],
    ),
  );
}

/** A message key in code. `*` stands for each dynamic part. */
export interface UsedKey {
  readonly row: number;
  readonly area: string;
  readonly key: string;
}

export interface Literal {
  readonly row: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nameOf = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '');

export interface Source {
  readonly root: Node;
  readonly rowOf: (node: Node) => number;
}

/**
 * Parses a source file.
 *
 * @param name file name that ends with `.ts` or `.tsx`
 */
export function readSource(name: string, text: string): Source {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name} can't be read: ${errors[0]?.message}`);
  if (!isNode(program)) throw new Error(`${name} has no program`);
  return { root: program, rowOf: ({ start }) => text.slice(0, start).split('\n').length };
}

/** Returns the area of `words('area')` or `book.words('area')`, or null for other expressions. */
function areaOf(node: unknown): string | null {
  if (!isNode(node) || node.type !== 'CallExpression') return null;
  const callee = node['callee'];
  const called = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : callee;
  if (nameOf(called) !== 'words' || !Array.isArray(node['arguments'])) return null;
  const [area] = textsOf(node['arguments'][0]);
  return area ?? null;
}

/** Returns the possible string values of an expression, with `*` for dynamic parts. */
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
 * Returns the message keys that a file uses.
 *
 * @param imported the areas of imported message functions, by function name
 */
export function usedKeys({ root, rowOf }: Source, imported: Readonly<Record<string, string>> = {}): UsedKey[] {
  const areas = new Map(Object.entries(imported));
  const found: UsedKey[] = [];
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

/** Attributes whose text is displayed or read out. */
const TEXT_ATTRIBUTES =
  /^(label|title|placeholder|description|alt|error|aria-(label|description|roledescription|valuetext)|\w+Label)$/;
const STYLE_ATTRIBUTES = /^(className|style|styles)$/;
/** Matches two consecutive words, but not identifiers, classes or paths. */
const TWO_WORDS = /(?<![\p{L}\p{N}])\p{L}{2,}[,;:.!?]? (?:\p{L}{2,}|\p{L}\b)/u;
/** Matches command-line options and commands, which are the same in every language. */
const COMMAND_LINE_TEXT = /^(--|lectern )/;
/** Matches CSS colours, media queries and lists of class names that all contain a hyphen. */
const STYLE_SHEET_TEXT = /^color-mix\(|^\(prefers-|^(?=.*-)(?:[\w…]*-[\w…-]*|…)(?: (?:[\w…]*-[\w…-]*|…))+$/;
/** HTTP header values. */
const HTTP_TEXT = /^(GET, HEAD|bytes |text\/|trusted-types )/;
/** Constructors of errors that report bugs and only go to the log. */
const ERROR_CLASSES = /^(Error|TypeError|RangeError)$/;

/**
 * Returns whether a call writes to the log, which is always in English: `log(…)`, `options.log(…)`, `log.defect(…)`.
 */
function isLogCall(node: Node): boolean {
  const callee = node['callee'];
  if (node.type !== 'CallExpression' || !isNode(callee)) return false;
  const names = callee.type === 'MemberExpression' ? [callee['object'], callee['property']] : [callee];
  return names.some((name) => nameOf(name) === 'log');
}

/** Returns hard-coded texts that belong in a catalogue. */
export function literalsIn({ root, rowOf }: Source): Literal[] {
  const found: Literal[] = [];
  const check = (node: Node, text: string, pattern: RegExp) => {
    if (COMMAND_LINE_TEXT.test(text) || STYLE_SHEET_TEXT.test(text) || HTTP_TEXT.test(text)) return;
    if (pattern.test(text)) found.push({ row: rowOf(node), text: text.trim() });
  };
  const visit = (node: Node, isRead: boolean): void => {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
    if (/^(Import|Export(All|Named))Declaration$/.test(node.type) && node['source']) return;
    if (node.type === 'NewExpression' && ERROR_CLASSES.test(nameOf(node['callee']))) return;
    if (isLogCall(node)) return;
    if (node.type === 'JSXText') check(node, String(node['value']), /\p{L}/u);
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      check(node, node['value'], isRead ? /\p{L}/u : TWO_WORDS);
    }
    if (node.type === 'TemplateLiteral') {
      // A placeholder counts as a word: `${count} lines` is part of a sentence.
      check(node, quasisOf(node).join('…'), isRead ? /\p{L}/u : /\p{L}{2,} \p{L}{2,}|… \p{L}{3,}|\p{L}{3,} …/u);
    }
    for (const child of childrenOf(node)) {
      if (node.type === 'JSXAttribute') {
        const name = nameOf(node['name']);
        if (STYLE_ATTRIBUTES.test(name)) continue;
        if (TEXT_ATTRIBUTES.test(name)) visit(child, true);
        else if (isNode(child) && child.type !== 'Literal') visit(child, false);
      } else if (/^(Call|Member|Object)Expression$/.test(node.type)) visit(child, false);
      else visit(child, isRead || (node.type === 'JSXExpressionContainer' && child.type === 'Literal'));
    }
  };
  visit(root, false);
  return found;
}

/** Matches three consecutive words. The first and the last may be placeholders. */
const THREE_WORDS = /(?<![\p{L}\p{N}])\p{L}[\p{L}’']*[,;:]? \p{L}[\p{L}’']*[,;:]? \p{L}{2,}/u;
/** Matches SQL keywords in capitals and column names. */
const SQL =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|FROM|WHERE|JOIN|VALUES|BY|UNION|CASE|THEN|AND|OR|NOT|EXISTS|ROLLBACK|SAVEPOINT|VACUUM|[a-z]+_[a-z]+)\b/;
/** Constructors of errors that become `internal` and go to the log. */
const INTERNAL_ERROR_CLASSES = /^(Error|TypeError|RangeError|SyntaxError)$/;

/**
 * Returns sentences in code: literals and templates of at least three words, except SQL, log messages and messages of
 * internal errors.
 */
export function sentencesIn({ root, rowOf }: Source): Literal[] {
  const found: Literal[] = [];
  const check = (node: Node, text: string) => {
    if (THREE_WORDS.test(text) && !SQL.test(text)) found.push({ row: rowOf(node), text: text.trim() });
  };
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
    if (/^(Import|Export(All|Named))Declaration$/.test(node.type) && node['source']) return;
    if (node.type === 'NewExpression' && INTERNAL_ERROR_CLASSES.test(nameOf(node['callee']))) return;
    if (isLogCall(node)) return;
    if (node.type === 'Literal' && typeof node['value'] === 'string') check(node, node['value']);
    // A placeholder counts as a word: `${count} lines were sent`.
    if (node.type === 'TemplateLiteral') check(node, quasisOf(node).join('one'));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return found;
}

/** Returns the parameters and tags that every translation of a message must have: `count: plural`, `<b>`. */
export function placeholdersOf(message: string): ReadonlySet<string> {
  const slots = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) visit(one);
    else if (typeof part === 'object' && part !== null) {
      const { type, value } = part as Readonly<Record<string, unknown>>;
      // Element types of `@formatjs/icu-messageformat-parser`: 0 is text, 7 is `#`.
      if (typeof type === 'number' && type !== 0 && type !== 7) slots.add(type === 8 ? `<${value}>` : String(value));
      for (const inside of Object.values(part)) visit(inside);
    }
  };
  visit(new IntlMessageFormat(message, 'en').getAst());
  return slots;
}

/** Returns the cases of each plural by parameter: `one`, `other`, `=0`. */
function pluralsOf(message: string): ReadonlyMap<string, ReadonlySet<string>> {
  const plurals = new Map<string, Set<string>>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) visit(one);
    else if (typeof part === 'object' && part !== null) {
      const { type, value, options } = part as Readonly<Record<string, unknown>>;
      // The element type of a plural (see `placeholdersOf`).
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

/** Returns plural cases that a translation is missing, or that its language doesn't have. */
function pluralProblems(english: string, message: string, language: string): string[] {
  const categories = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
  const own = pluralsOf(english);
  return [...pluralsOf(message)].flatMap(([name, cases]) => {
    const odd = [...cases].filter((one) => !one.startsWith('=') && !categories.has(one));
    // If English distinguishes one from many, the translation must have all cases of its language.
    const lacking = own.get(name)?.has('one')
      ? [...categories].filter((one) => !cases.has(one) && !(one === 'one' && cases.has('=1')))
      : [];
    return [
      ...odd.map((one) => `the plural of ${name} has “${one}”, which ${language} has not`),
      ...lacking.map((one) => `the plural of ${name} lacks “${one}”`),
    ];
  });
}

/** Returns what is wrong with an English message, or null. */
export function messageFault(message: string): string | null {
  // A single apostrophe before a brace escapes the brace.
  if (/(?<!')'(?:'')*(?!')/.test(message)) return "a straight apostrophe is written twice ('')";
  try {
    placeholdersOf(message);
    return null;
  } catch (error) {
    return `can't be read (${error instanceof Error ? error.message : error})`;
  }
}

/** Returns the differences between English and another language. */
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
    const fault = messageFault(message);
    if (fault) return [`${key}: ${fault}`];
    const [own, its] = [placeholdersOf(original), placeholdersOf(message)];
    return [
      ...[...own.difference(its)].map((slot) => `${key} lacks ${slot}`),
      ...[...its.difference(own)].map((slot) => `${key} has ${slot}, which English has not`),
      ...pluralProblems(original, message, language).map((what) => `${key}: ${what}`),
    ];
  });
  return [...missing, ...extra, ...shared];
}
