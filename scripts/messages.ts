// Checks message catalogues and the code that uses them.
import { IntlMessageFormat } from 'intl-messageformat';
import { parseSync } from 'vite';
import type { Catalogue } from '../shared/words/words.ts';

/** Messages by area and then by key, such as `errors` and `busy.run`. */
export type Messages = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function messagesOf(catalogue: Catalogue, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([name, entry]) =>
      typeof entry === 'string' ? [[prefix + name, entry] as const] : [...messagesOf(entry, `${prefix}${name}.`)],
    ),
  );
}

/** A message key in code. `*` stands for a dynamic part. */
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

/** Parses a source file. @param name file name that ends in `.ts` or `.tsx` */
export function readSource(name: string, text: string): Source {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name} can't be read: ${errors[0]?.message}`);
  if (!isNode(program)) throw new Error(`${name} has no program`);
  return { root: program, rowOf: ({ start }) => text.slice(0, start).split('\n').length };
}

/**
 * For an expression such as `words('area')` or `book.words('area')`, returns the area. Returns null for other
 * expressions.
 */
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

/** Attributes whose text is displayed, or read out by screen readers. */
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
/** Constructors for errors that report bugs and are only logged. */
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

/** Returns hard-coded text that should be in a catalogue. */
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
      // A placeholder counts as a word, because `${count} lines` is part of a sentence.
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

/** Matches three consecutive words. The first and the last word can be placeholders. */
const THREE_WORDS = /(?<![\p{L}\p{N}])\p{L}[\p{L}’']*[,;:]? \p{L}[\p{L}’']*[,;:]? \p{L}{2,}/u;
/** Matches SQL keywords in capital letters, and column names. */
const SQL =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|FROM|WHERE|JOIN|VALUES|BY|UNION|CASE|THEN|AND|OR|NOT|EXISTS|ROLLBACK|SAVEPOINT|VACUUM|[a-z]+_[a-z]+)\b/;
/** Constructors for errors that are converted to `internal` errors and logged. */
const INTERNAL_ERROR_CLASSES = /^(Error|TypeError|RangeError|SyntaxError)$/;

/**
 * Returns the sentences in code: literals and templates that contain at least three words. Ignores SQL, log messages
 * and the messages of internal errors.
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
    // A placeholder counts as a word, because `${count} lines were sent` is a sentence.
    if (node.type === 'TemplateLiteral') check(node, quasisOf(node).join('one'));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return found;
}

/** How messages use a parameter or a tag. */
export interface Slot {
  /**
   * The ways in which it is used: as text, as a number (or in a plural), as a date, to select one of several texts, or
   * as a tag.
   */
  readonly uses: ReadonlySet<'text' | 'number' | 'date' | 'select' | 'tag'>;
  /** The plural cases, such as `one`, `other`, `=0`. */
  readonly plural: ReadonlySet<string>;
  /** The cases for ordinal plurals, as in `1st` and `2nd`. */
  readonly ordinal: ReadonlySet<string>;
  /** The cases of a selection, except for `other`. */
  readonly choices: ReadonlySet<string>;
}

/** Uses, keyed by element type in `@formatjs/icu-messageformat-parser`. Type 0 is text and type 7 is `#`. */
const USES = { 1: 'text', 2: 'number', 3: 'date', 4: 'date', 5: 'select', 6: 'number', 8: 'tag' } as const;
const isUse = (type: unknown): type is keyof typeof USES => typeof type === 'number' && Object.hasOwn(USES, type);

/**
 * Returns the parameters and tags in a message: `count`, `<b>`.
 * @throws SyntaxError if the message isn't in ICU MessageFormat
 */
export function placeholdersOf(message: string): ReadonlyMap<string, Slot> {
  const slots = new Map<string, { [K in keyof Slot]: Set<Slot[K] extends ReadonlySet<infer Item> ? Item : never> }>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) visit(one);
    else if (typeof part === 'object' && part !== null) {
      const { type, value, options, pluralType } = part as Readonly<Record<string, unknown>>;
      if (isUse(type)) {
        const name = USES[type] === 'tag' ? `<${value}>` : String(value);
        const slot = slots.get(name) ?? { uses: new Set(), plural: new Set(), ordinal: new Set(), choices: new Set() };
        slots.set(name, slot);
        slot.uses.add(USES[type]);
        const cases = USES[type] === 'select' ? slot.choices : pluralType === 'ordinal' ? slot.ordinal : slot.plural;
        for (const one of Object.keys(options ?? {})) if (cases !== slot.choices || one !== 'other') cases.add(one);
      }
      for (const inside of Object.values(part)) visit(inside);
    }
  };
  visit(new IntlMessageFormat(message, 'en').getAst());
  return slots;
}

/** Checks a message regardless of how it is used. Returns the problem, or null if there is none. */
export function messageProblem(message: string): string | null {
  // An apostrophe before a brace would escape the brace, unless the apostrophe is doubled.
  if (/(?<!')'(?:'')*(?!')/.test(message)) return "write a straight apostrophe twice (''), or use ’";
  try {
    placeholdersOf(message);
    return null;
  } catch (error) {
    return `can't be read (${error instanceof Error ? error.message : error})`;
  }
}
