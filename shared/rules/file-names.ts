// File names for exports, built from a template and valid on Windows, macOS and Linux.
import type { TemplateProblem } from '../model/export-problem.ts';
import { countCharacters } from './characters.ts';
import { cutToBytes, safeNamePart, utf8Length } from './safe-name.ts';

/** Its numbers are those of `lineNumber`, padded so that names sort. */
export const DEFAULT_TEMPLATE = '{chapter}-{line_in_chapter}-{role}-{words}';

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

/** Maximum UTF-8 bytes of a path component with extension. All file systems support this, even encrypted ones. */
export const LONGEST_NAME_BYTES = 200;

/** Maximum length of `{words}` in characters. */
const WORDS_CHARACTERS = 30;
const ID_DIGITS = 6;
const DEEPEST = 6;

export interface FileNameFields {
  readonly project: string;
  /** The chapter number (0 before the first heading), and the highest one in the script. */
  readonly chapter: number;
  readonly chapters: number;
  readonly chapterTitle: string | null;
  /** The 1-based line number in the script, and the highest one. It shifts when earlier lines are added or removed. */
  readonly line: number;
  readonly lines: number;
  /** The 1-based line number in its chapter, and the highest one in any chapter. */
  readonly lineInChapter: number;
  readonly linesInChapter: number;
  /** The line's permanent id. */
  readonly id: number;
  readonly roles: readonly string[];
  readonly text: string;
  /** The take's id, or null for audio without one. */
  readonly take: number | null;
  /** Without the dot. */
  readonly extension: string;
}

/** The range of a template error, 0-based in UTF-16 code units. */
export interface TemplatePlace {
  readonly from: number;
  readonly to: number;
}

export class FileNameTemplateError extends Error {
  override readonly name = 'FileNameTemplateError';
  readonly template: string;
  readonly problem: TemplateProblem;
  readonly place: TemplatePlace;

  constructor(template: string, problem: TemplateProblem, place: TemplatePlace) {
    super(problem.kind);
    this.template = template;
    this.problem = problem;
    this.place = place;
  }
}

/**
 * Validates a template.
 *
 * @throws FileNameTemplateError for the first error, with its position
 */
export function validateTemplate(template: string): void {
  const fail = (problem: TemplateProblem, from: number, length: number): never => {
    throw new FileNameTemplateError(template, problem, { from, to: from + length });
  };
  if (template.trim() === '') fail({ kind: 'empty' }, 0, template.length);
  for (const { 0: whole, 1: field = '', index } of template.matchAll(/\{([^{}]*)\}/g)) {
    if (isField(field)) continue;
    fail({ kind: 'unknown-field', field }, index, whole.length);
  }
  const alone = template.replace(/\{[^{}]*\}/g, (field) => ' '.repeat(field.length)).search(/[{}]/);
  if (alone >= 0) fail({ kind: 'lone-bracket' }, alone, 1);
  const backslash = template.indexOf('\\');
  if (backslash >= 0) fail({ kind: 'backslash' }, backslash, 1);
  const parts = template.split('/');
  let at = 0;
  for (const [depth, part] of parts.entries()) {
    if (depth === DEEPEST) fail({ kind: 'too-deep', most: DEEPEST - 1 }, at, template.length - at);
    // For an empty part, report the slash next to it.
    if (part.trim() === '') {
      const from = Math.max(0, at - 1);
      fail({ kind: 'nameless-part' }, from, Math.max(1, part.length));
    }
    if (/^\.+$/.test(part.trim())) fail({ kind: 'leaves-folder' }, at, part.length);
    at += part.length + 1;
  }
}

function isField(name: string): name is NameField {
  return NAME_FIELDS.some((field) => field === name);
}

/**
 * Returns a file name as a path relative to the export folder, with `/` as separator and including the extension. Text
 * of any language is kept; characters that file systems forbid are removed. Names may repeat; see `uniqueNames`.
 *
 * @throws FileNameTemplateError if the template is invalid
 */
export function formatFileName(template: string, fields: FileNameFields): string {
  validateTemplate(template);
  return fileNamer(template)(fields);
}

/**
 * Returns a formatter for many names that validates the template only once.
 *
 * @throws FileNameTemplateError if the template is invalid
 */
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

/**
 * Returns a check for whether a file or folder name is truncated because of its length.
 *
 * @throws FileNameTemplateError if the template is invalid
 */
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

function padded(number: number, highest: number): string {
  return String(number).padStart(Math.max(2, String(highest).length), '0');
}

/**
 * Returns the first words of a text, up to 30 characters; a longer first word is truncated. Leading and trailing
 * punctuation is removed: `“Well!” thought Alice,` gives `Well!” thought Alice`.
 */
function firstWords(text: string): string {
  let words = '';
  // Reads no further than the first words can reach.
  for (const word of text.slice(0, 400).replace(BEFORE_WORDS, '').trim().split(/\s+/)) {
    const longer = words === '' ? word : `${words} ${word}`;
    if (countCharacters(longer) > WORDS_CHARACTERS) {
      return words === '' ? cutToBytes(word, WORDS_CHARACTERS * 3, WORDS_CHARACTERS) : withoutTail(words);
    }
    words = longer;
  }
  return withoutTail(words);
}

/** Quotation marks, dashes, brackets and spaces. */
const BEFORE_WORDS = /^[\s\p{P}]+/u;

function withoutTail(words: string): string {
  return words.replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '');
}

/**
 * Makes names unique, ignoring case and Unicode composition as file systems may. The first name is kept; later
 * duplicates get ` (2)`, ` (3)` and so on before the extension.
 *
 * @param names paths from `formatFileName`
 * @param isTaken whether another file uses a path, possibly with different case or composition
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
 * Returns the name with the lowest free number.
 *
 * @param highest for each series of names, the number up to which none is free. Long names that only differ at their
 * end are truncated to the same name and share a series.
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

/** Returns the key under which some file system may consider two names equal. */
export function nameKey(name: string): string {
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD');
}

/** Appends a number such as ` (2)` before the extension, truncating the name if it gets too long. */
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
