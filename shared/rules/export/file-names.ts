import type { TemplateProblem } from '../../model/export/export-problem.ts';
import { countCharacters } from '../characters.ts';
import { safeNamePart, truncateToBytes, utf8Length } from './safe-name.ts';

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

/**
 * Maximum number of UTF-8 bytes in a path component, including its extension. All file systems support this length,
 * even encrypted ones.
 */
export const MAX_NAME_BYTES = 200;

const MAX_WORDS_LENGTH = 30;
const ID_DIGITS = 6;
const MAX_DEPTH = 6;

export interface FileNameFields {
  readonly project: string;
  /** 0 before the first heading. */
  readonly chapter: number;
  readonly chapters: number;
  readonly chapterTitle: string | null;
  /**
   * The 1-based line number in the script, and the highest line number. Both change when earlier lines are added or
   * removed.
   */
  readonly line: number;
  readonly lines: number;
  readonly lineInChapter: number;
  readonly linesInChapter: number;
  readonly id: number;
  readonly roles: readonly string[];
  readonly text: string;
  readonly take: number | null;
  readonly extension: string;
}

/** 0-based, in UTF-16 code units. */
export interface TemplatePosition {
  readonly from: number;
  readonly to: number;
}

export class FileNameTemplateError extends Error {
  override readonly name = 'FileNameTemplateError';
  readonly template: string;
  readonly problem: TemplateProblem;
  readonly place: TemplatePosition;

  constructor(template: string, problem: TemplateProblem, place: TemplatePosition) {
    super(problem.kind);
    this.template = template;
    this.problem = problem;
    this.place = place;
  }
}

/** Throws a `FileNameTemplateError` with the position of the first error. */
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
    if (depth === MAX_DEPTH) fail({ kind: 'too-deep', most: MAX_DEPTH - 1 }, at, template.length - at);
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
 * Returns a relative path with `/` as the separator, without characters that file systems forbid. Several lines may
 * get the same name.
 */
export function formatFileName(template: string, fields: FileNameFields): string {
  validateTemplate(template);
  return createFileNamer(template)(fields);
}

export function createFileNamer(template: string): (fields: FileNameFields) => string {
  validateTemplate(template);
  const parts = template.split('/');
  return (fields) => {
    const names = parts.map((part, index) => {
      const filled = fillPart(part, fields);
      const ending = index === parts.length - 1 ? `.${fields.extension}` : '';
      return safeNamePart(filled, MAX_NAME_BYTES - utf8Length(ending)) + ending;
    });
    return names.join('/');
  };
}

export function createTruncationCheck(template: string): (fields: FileNameFields) => boolean {
  validateTemplate(template);
  const parts = template.split('/');
  return (fields) =>
    parts.some((part, index) => {
      const filled = fillPart(part, fields);
      const bytes = MAX_NAME_BYTES - (index === parts.length - 1 ? utf8Length(`.${fields.extension}`) : 0);
      if (utf8Length(filled) < bytes) return false;
      return safeNamePart(filled, bytes) !== safeNamePart(filled, Number.MAX_SAFE_INTEGER);
    });
}

const fillPart = (part: string, fields: FileNameFields): string =>
  part.replace(/\{([^{}]*)\}/g, (_, field: string) => (isField(field) ? fieldText(field, fields) : ''));

function fieldText(field: NameField, fields: FileNameFields): string {
  switch (field) {
    case 'chapter':
      return zeroPadded(fields.chapter, fields.chapters);
    case 'chapter_title':
      return fields.chapterTitle ?? '';
    case 'line':
      return zeroPadded(fields.line, fields.lines);
    case 'line_in_chapter':
      return zeroPadded(fields.lineInChapter, fields.linesInChapter);
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

function zeroPadded(number: number, highest: number): string {
  return String(number).padStart(Math.max(2, String(highest).length), '0');
}

/**
 * Returns the first whole words, up to 30 characters, without punctuation around them. If the first word is longer,
 * truncates it.
 */
function firstWords(text: string): string {
  let words = '';
  for (const word of text.slice(0, 400).replace(LEADING_PUNCTUATION, '').trim().split(/\s+/)) {
    const longer = words === '' ? word : `${words} ${word}`;
    if (countCharacters(longer) > MAX_WORDS_LENGTH) {
      return words === ''
        ? truncateToBytes(word, MAX_WORDS_LENGTH * 3, MAX_WORDS_LENGTH)
        : trimTrailingPunctuation(words);
    }
    words = longer;
  }
  return trimTrailingPunctuation(words);
}

const LEADING_PUNCTUATION = /^[\s\p{P}]+/u;

function trimTrailingPunctuation(words: string): string {
  return words.replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '');
}

/** Appends ` (2)`, ` (3)` and so on to duplicates. Ignores case and Unicode composition, as file systems may. */
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

/** `highest` contains the last number used for each name. Truncated long names may share an entry. */
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

/** Returns a key that is the same for two names if a file system may consider them equal. */
export function nameKey(name: string): string {
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD');
}

/** Appends a number such as ` (2)` before the extension, truncating the name if necessary. */
export function numberedName(name: string, number: number): string {
  const slash = name.lastIndexOf('/') + 1;
  const dot = name.lastIndexOf('.');
  const end = dot > slash ? dot : name.length;
  const ending = ` (${number})${name.slice(end)}`;
  return (
    name.slice(0, slash) +
    truncateToBytes(name.slice(slash, end), MAX_NAME_BYTES - utf8Length(ending)).trimEnd() +
    ending
  );
}
