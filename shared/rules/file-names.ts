// Names of exported files: made by a template, safe on Windows, macOS and Linux.
import { countCharacters } from './characters.ts';
import { cutToBytes, safeNamePart, utf8Length } from './safe-name.ts';

/** The template that is used unless another is given: its numbers are those of `lineNumber`, padded so that they sort. */
export const DEFAULT_TEMPLATE = '{chapter}-{line_in_chapter}-{role}-{words}';

/** The fields that a template may name. */
export const NAME_FIELDS = [
  'chapter',
  'chapter_title',
  'line',
  'line_in_chapter',
  'id',
  'role',
  'words',
  'take',
  'project',
] as const;
export type NameField = (typeof NAME_FIELDS)[number];

/** The longest part of a path, in bytes of UTF-8, extension included: every file system takes it, encrypted ones too. */
export const LONGEST_NAME_BYTES = 200;

/** What `{words}` has at most, in characters. */
const WORDS_CHARACTERS = 30;
const ID_DIGITS = 6;
const DEEPEST = 6;

/** What a line's file is named after. */
export interface FileNameFields {
  readonly project: string;
  /** The chapter's number, 0 for what stands before the first heading, and the highest number in the script. */
  readonly chapter: number;
  readonly chapters: number;
  readonly chapterTitle: string | null;
  /** The line's number in the script, from 1, and the highest number; it changes when lines come or go before it. */
  readonly line: number;
  readonly lines: number;
  /** The line's number in its chapter, from 1, and the highest number in any chapter. */
  readonly lineInChapter: number;
  readonly linesInChapter: number;
  /** The line's identity: it never changes. */
  readonly id: number;
  /** The roles that speak, one or two. */
  readonly roles: readonly string[];
  /** The words that are spoken. */
  readonly text: string;
  /** The take's identity, or null for an audio file without one. */
  readonly take: number | null;
  /** Of the audio format, without the dot. */
  readonly extension: string;
}

/** Where in a template something is wrong: from a character on, up to another one, 0-based, in UTF-16 units. */
export interface TemplatePlace {
  readonly from: number;
  readonly to: number;
}

/** A template that can't be used. The message names what is wrong in one sentence. */
export class FileNameTemplateError extends Error {
  override readonly name = 'FileNameTemplateError';
  readonly place: TemplatePlace;

  constructor(message: string, place: TemplatePlace) {
    super(message);
    this.place = place;
  }
}

/** Checks a template. @throws FileNameTemplateError for the first thing that is wrong, which says where it is */
export function validateTemplate(template: string): void {
  const fail = (what: string, from: number, length: number): never => {
    throw new FileNameTemplateError(`The name template “${template}” ${what}.`, { from, to: from + length });
  };
  if (template.trim() === '') fail('is empty: name at least one field, as in {line}', 0, template.length);
  for (const { 0: whole, 1: field = '', index } of template.matchAll(/\{([^{}]*)\}/g)) {
    if (isField(field)) continue;
    const known = NAME_FIELDS.map((name) => `{${name}}`).join(', ');
    fail(`names an unknown field {${field}}: the fields are ${known}`, index, whole.length);
  }
  const alone = template.replace(/\{[^{}]*\}/g, (field) => ' '.repeat(field.length)).search(/[{}]/);
  if (alone >= 0) fail('has a curly bracket without its partner', alone, 1);
  const backslash = template.indexOf('\\');
  if (backslash >= 0) fail('has a backslash: use / to make folders', backslash, 1);
  const parts = template.split('/');
  let at = 0;
  for (const [depth, part] of parts.entries()) {
    if (depth === DEEPEST) fail(`makes more than ${DEEPEST - 1} folders in each other`, at, template.length - at);
    // Where nothing stands, the / beside it is what is wrong.
    if (part.trim() === '') {
      const from = Math.max(0, at - 1);
      fail('has a folder or file without a name: / stands only between names', from, Math.max(1, part.length));
    }
    if (/^\.+$/.test(part.trim())) fail('may not leave the export folder: . and .. are no names', at, part.length);
    at += part.length + 1;
  }
}

function isField(name: string): name is NameField {
  return NAME_FIELDS.some((field) => field === name);
}

/**
 * The name of a line's file by a template: a path within the export folder, `/` between folders, extension included.
 * Text of any language stays; what a file system forbids goes. It may equal another line's: see `uniqueNames`.
 *
 * @throws FileNameTemplateError where `validateTemplate` does
 */
export function formatFileName(template: string, fields: FileNameFields): string {
  validateTemplate(template);
  return fileNamer(template)(fields);
}

/** `formatFileName` for many lines: the template is checked once. @throws FileNameTemplateError */
export function fileNamer(template: string): (fields: FileNameFields) => string {
  validateTemplate(template);
  const parts = template.split('/');
  return (fields) => {
    const names = parts.map((part, index) => {
      const filled = fillPart(part, fields);
      const ending = index === parts.length - 1 ? `.${fields.extension}` : '';
      return safeNamePart(filled, LONGEST_NAME_BYTES - utf8Length(ending)) + ending;
    });
    return names.join('/');
  };
}

/** Whether a line's name, or that of a folder above it, is cut because it would be too long. @throws FileNameTemplateError */
export function nameIsCut(template: string): (fields: FileNameFields) => boolean {
  validateTemplate(template);
  const parts = template.split('/');
  return (fields) =>
    parts.some((part, index) => {
      const filled = fillPart(part, fields);
      const bytes = LONGEST_NAME_BYTES - (index === parts.length - 1 ? utf8Length(`.${fields.extension}`) : 0);
      if (utf8Length(filled) < bytes) return false;
      return safeNamePart(filled, bytes) !== safeNamePart(filled, Number.MAX_SAFE_INTEGER);
    });
}

const fillPart = (part: string, fields: FileNameFields): string =>
  part.replace(/\{([^{}]*)\}/g, (_, field: string) => (isField(field) ? fieldText(field, fields) : ''));

function fieldText(field: NameField, fields: FileNameFields): string {
  switch (field) {
    case 'chapter':
      return padded(fields.chapter, fields.chapters);
    case 'chapter_title':
      return fields.chapterTitle ?? '';
    case 'line':
      return padded(fields.line, fields.lines);
    case 'line_in_chapter':
      return padded(fields.lineInChapter, fields.linesInChapter);
    case 'id':
      return String(fields.id).padStart(ID_DIGITS, '0');
    case 'role':
      return fields.roles.join('+');
    case 'words':
      return firstWords(fields.text);
    case 'take':
      return fields.take === null ? '' : String(fields.take);
    case 'project':
      return fields.project;
  }
}

/** A number with as many digits as the highest one has, two at the least. */
function padded(number: number, highest: number): string {
  return String(number).padStart(Math.max(2, String(highest).length), '0');
}

/**
 * The first words of a text, 30 characters at most; a first word that is longer is cut. They begin with a word, and no
 * punctuation stands at their end: `“Well!” thought Alice,` gives `Well!” thought Alice`.
 */
function firstWords(text: string): string {
  let words = '';
  // A text is never read further than its first words can reach.
  for (const word of text.slice(0, 400).replace(BEFORE_WORDS, '').trim().split(/\s+/)) {
    const longer = words === '' ? word : `${words} ${word}`;
    if (countCharacters(longer) > WORDS_CHARACTERS) {
      return words === '' ? cutToBytes(word, WORDS_CHARACTERS * 3, WORDS_CHARACTERS) : withoutTail(words);
    }
    words = longer;
  }
  return withoutTail(words);
}

/** Quotation marks, dashes, brackets and blanks. */
const BEFORE_WORDS = /^[\s\p{P}]+/u;

function withoutTail(words: string): string {
  return words.replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '');
}

/**
 * Makes names unique, as file systems compare them: capital or small, composed or not. The first of several equal ones
 * keeps its name, the next gets ` (2)` before its extension, and so on, in the order given.
 *
 * @param names paths as `formatFileName` gives them
 * @param isTaken whether a path is taken by another file, whose case and composition may differ
 */
export function uniqueNames(names: readonly string[], isTaken: (name: string) => boolean = () => false): string[] {
  const used = new Set<string>();
  const highest = new Map<string, number>();
  const isFree = (name: string): boolean => !used.has(nameKey(name)) && !isTaken(name);
  return names.map((name) => {
    const unique = isFree(name) ? name : firstFreeNumbered(name, isFree, highest);
    used.add(nameKey(unique));
    return unique;
  });
}

/**
 * The name with the lowest number that is free.
 *
 * @param highest numbers up to which nothing is free, by what names with as many digits have in common. Long names that
 * differ at their ends only are cut to the same, so that they share their numbers.
 */
function firstFreeNumbered(name: string, isFree: (name: string) => boolean, highest: Map<string, number>): string {
  for (let power = 1; ; power *= 10) {
    const series = nameKey(numberedName(name, power));
    const tried = Math.max(highest.get(series) ?? 0, power - 1, 1);
    for (let number = tried + 1; number < power * 10; number += 1) {
      highest.set(series, number);
      const numbered = numberedName(name, number);
      if (isFree(numbered)) return numbered;
    }
  }
}

/** What names that some file system takes for the same have in common. */
export function nameKey(name: string): string {
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD');
}

/** A name with a number behind it, ` (2)`, before its extension; cut where it would grow too long. */
export function numberedName(name: string, number: number): string {
  const slash = name.lastIndexOf('/') + 1;
  const dot = name.lastIndexOf('.');
  const end = dot > slash ? dot : name.length;
  const ending = ` (${number})${name.slice(end)}`;
  return (
    name.slice(0, slash) +
    cutToBytes(name.slice(slash, end), LONGEST_NAME_BYTES - utf8Length(ending)).trimEnd() +
    ending
  );
}
