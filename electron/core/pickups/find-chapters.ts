// Finds the chapters that a row of a list names by number, title or file.
import { romanValue } from '../../../shared/rules/roman-numerals.ts';
import { wordAlternation } from '../../../shared/rules/words/word-lists.ts';
import { comparableWords } from '../rules/comparable-words.ts';

export interface NamedChapter {
  /** Null for the text before the first heading. */
  readonly id: number | null;
  /** 1-based; 0 before the first heading. */
  readonly number: number;
  readonly title: string;
  /** The chapter's exported audio file, relative to the folder; null if it isn't exported. */
  readonly file: string | null;
}

const EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;
const MARKED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${wordAlternation('pickup-chapter-marks')}[.\s_#:-]{0,3}(\d{1,4}|[\p{L}-]{1,12})`,
  'iu',
);
const MARKS = new RegExp(`^${wordAlternation('pickup-chapter-marks')}$`, 'iu');

/**
 * Returns the ids of the matching chapters, or null if the row doesn't name a chapter. An empty set means that no chapter
 * matches the name.
 */
export function findChapters(
  { chapter, file }: { readonly chapter: string; readonly file: string },
  chapters: readonly NamedChapter[],
): ReadonlySet<number | null> | null {
  const names = [chapter, file].filter((name) => name.trim() !== '');
  if (names.length === 0) return null;
  for (const find of [byFile, byTitle, byNumber]) {
    for (const name of names) {
      const found = find(name, chapters);
      if (found.length > 0) return new Set(found.map(({ id }) => id));
    }
  }
  // Words such as “Please fix” before a time aren't the name of a chapter.
  return file !== '' || numbersIn(chapter).length > 0 ? new Set() : null;
}

const plain = (name: string): string =>
  comparableWords(name.replace(EXTENSION, '').replaceAll('_', ' '))
    .map(({ word }) => word)
    .join(' ');

function byFile(name: string, chapters: readonly NamedChapter[]): readonly NamedChapter[] {
  const wanted = plain(name.split(/[\\/]/).at(-1) ?? name);
  return chapters.filter(({ file }) => file !== null && plain(file.split('/').at(-1) ?? file) === wanted);
}

/** Compares titles with and without their numbers: `A Mad Tea-Party` is `CHAPTER VII. A Mad Tea-Party`. */
function byTitle(name: string, chapters: readonly NamedChapter[]): readonly NamedChapter[] {
  const wanted = [plain(name), titleWords(name)].filter((words) => /\p{L}/u.test(words));
  return chapters.filter(({ title }) => {
    const own = [plain(title), titleWords(title)].filter((words) => words !== '');
    return own.some((words) => wanted.includes(words));
  });
}

/** Removes a prefix such as `Chapter` with its number, and leading numbers. */
function titleWords(title: string): string {
  const bare = title.replace(EXTENSION, '').replaceAll('_', ' ').replace(MARKED, ' ');
  return plain(bare.replace(/^[\s\d.:–—-]+/u, ''));
}

/** The number in the title counts more than the position, because parts and prefaces are also chapters. */
function byNumber(name: string, chapters: readonly NamedChapter[]): readonly NamedChapter[] {
  for (const number of numbersIn(name)) {
    const titled = chapters.filter(({ title }) => numberOfTitle(title) === number);
    if (titled.length > 0) return titled;
    const counted = chapters.filter((one) => one.number === number);
    if (counted.length > 0) return counted;
  }
  return [];
}

const numberOfTitle = (title: string): number | null =>
  markedNumber(title) ?? numberOf(/^[\s#]*([\dIVXLC]+)\b/u.exec(title)?.[1]);

function markedNumber(name: string): number | null {
  return numberOf(MARKED.exec(name.replaceAll('_', ' '))?.[1]);
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const roman = romanValue(text.toUpperCase());
  if (roman !== null && text !== '') return roman;
  const values = comparableWords(text).map(({ word }) => Number(word.replace(/\.$/, '')));
  return values.length > 0 && values.every((value) => value > 0) ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** Prefers the number after a word such as `Chapter`, then the last number: `03_Chapter_2.mp3` is chapter 2. */
function numbersIn(name: string): readonly number[] {
  const marked = markedNumber(name);
  if (marked !== null) return [marked];
  const words = name
    .replace(EXTENSION, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !MARKS.test(word));
  const digits = words.flatMap((word) => /(\d{1,4})$/.exec(word)?.[1] ?? /^(\d{1,4})/.exec(word)?.[1] ?? []);
  if (digits.length > 0) return digits.map(Number).toReversed();
  const whole = words.length <= 2 ? numberOf(words.join('-')) : null;
  return whole === null ? [] : [whole];
}
