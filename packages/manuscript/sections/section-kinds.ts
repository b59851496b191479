import { type SectionKind, SKIPPED_SECTION_KINDS } from '../../../shared/model/manuscript.ts';
import { withoutTrailing } from '../../../shared/rules/characters.ts';
import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';

const TITLES_BY_KIND: readonly (readonly [SectionKind, ReadonlySet<string>, ...RegExp[]])[] = [
  ['title-page', wordSet('title-page-titles')],
  [
    'copyright',
    wordSet('copyright-titles'),
    /^(?:un)?copyright (?:©|\(c\)|\d{4}).*$/,
    /^transcriber['’]?s?['’]? notes?$/,
    /^the (?:full )?project gutenberg(?:™|\(tm\))? (?:e-?book|e-?text|licen[cs]e)\b/,
  ],
  ['dedication', wordSet('dedication-titles')],
  ['contents', wordSet('contents-section-titles')],
  ['cast-list', wordSet('cast-section-titles')],
  ['foreword', wordSet('foreword-titles'), wordPattern('^', 'foreword-titles', String.raw`\b`, '')],
  ['notes', wordSet('notes-titles')],
  ['bibliography', wordSet('bibliography-titles')],
  ['index', wordSet('index-titles')],
  [
    'about-author',
    wordSet('author-titles'),
    /^about (?:the )?(?:author|publisher|translator|illustrator|editor|narrator)s?(?:(?:\s*[:,–—-]|\s+and\b).*)?$/,
  ],
];

/** These titles count only if the section's text confirms them. */
const LIKELY_TITLES: readonly (readonly [SectionKind, RegExp, (texts: readonly string[]) => boolean])[] = [
  ['copyright', /^(?:un)?copyright\b|^the (?:full )?project gutenberg\b/, (texts) => texts.some(claimsRights)],
  ['dedication', /^dedicated to\b/, (texts) => !isProse(texts)],
  ['about-author', /^also by\b|^other (?:books|titles|works) by\b/, (texts) => !isProse(texts)],
  [
    'about-author',
    /^about (?:the )?(?:author|publisher|translator)s?\b/,
    (texts) => texts.some((text) => BIOGRAPHY.test(text) || WORKS_OF_AUTHOR.test(text)),
  ],
];
const BIOGRAPHY = /\b(?:(?:lives|lived|was born) in|is the author of|has written)\b/i;
const WORKS_OF_AUTHOR = /\b(?:her|his|their) (?:first |latest )?(?:books?|novels?)\b/i;
const RIGHTS_NOTICE = /©|\(c\) ?\d{4}|\bcopyright (?:\d{4}|by\b|holder)|\bISBN\b/i;
const RIGHTS_RESERVED = /\ball rights reserved\b|\bno part of this (?:book|publication|work)\b/i;
const PUBLISHING_WORDS = wordPattern(String.raw`(?<!\p{Script=Latin})`, 'publishing-words', '', 'iu');

export const claimsRights = (text: string): boolean => RIGHTS_NOTICE.test(text) || RIGHTS_RESERVED.test(text);

const TRAILING_PUNCTUATION: ReadonlySet<string> = new Set('.:');

/** Lower-casing the Turkish letter İ adds a combining dot. */
const plainTitle = (title: string): string =>
  withoutTrailing(
    title.toLowerCase().replaceAll('i\u0307', 'i').replace(/\s+/g, ' ').trim(),
    TRAILING_PUNCTUATION,
  ).trim();

export function kindOfTitle(title: string): SectionKind | null {
  const words = plainTitle(title);
  return (
    TITLES_BY_KIND.find(
      ([, titles, ...patterns]) => titles.has(words) || patterns.some((title) => title.test(words)),
    )?.[0] ?? null
  );
}

const KINDS_OF_LISTS: ReadonlySet<SectionKind> = new Set(['title-page', 'contents', 'cast-list', 'index']);

/**
 * Returns null for chapters. A title such as “Contents” needs more evidence, because some books have a chapter with
 * that title.
 */
export function kindOfSection(title: string, texts: readonly string[]): SectionKind | null {
  const words = plainTitle(title);
  const likely = LIKELY_TITLES.find(([, pattern, bearsOut]) => pattern.test(words) && bearsOut(texts));
  const kind = kindOfTitle(title) ?? likely?.[0] ?? null;
  if (kind === null || !SKIPPED_SECTION_KINDS.has(kind)) return kind;
  if (texts.filter((text) => SPEECH_PARAGRAPH.test(text)).length >= MIN_SPEECHES) return null;
  if (kind === 'copyright' && !texts.some((text) => PUBLISHING_WORDS.test(text))) return isProse(texts) ? null : kind;
  return KINDS_OF_LISTS.has(kind) && !isUnmistakable(words) && isProse(texts) ? null : kind;
}

const LIST_OPENING =
  /^(?:dramatis|(?:the )?(?:persons|scenes) (?:of|represented)|(?:list|table|index) of|cast (?:of|list))\b/;
const LIST_ENDING = /title ?page$|(?:general|subject) index$|verzeichnis$/;
const isUnmistakable = (title: string): boolean => LIST_OPENING.test(title) || LIST_ENDING.test(title);

const SPEECH_PARAGRAPH = /^(?:[“„"][^“”„"]{2,}[”“"]|«[^«»]{2,}»|»[^«»]{2,}«|‘[^‘]{2,}[,.!?…—–]’|「[^「」]{2,}」)/u;
const MIN_SPEECHES = 2;
const SEVERAL_SENTENCES = /\p{Ll}{2}[.!?…]["”’»)]*\s+["“‘«(]?\p{Lu}|[。！？].*[。！？]/u;

/** In UTF-16 code units; shorter paragraphs are ignored. */
const MIN_PROSE_LENGTH = 40;
const HAN_SENTENCE = /[。！？]/;

/** Whether most of the text, measured in characters, is in paragraphs with several sentences. */
function isProse(texts: readonly string[]): boolean {
  const length = (some: readonly string[]): number => some.reduce((sum, text) => sum + text.length, 0);
  return texts.length > 0 && length(texts.filter(isProseParagraph)) * 2 > length(texts);
}

const isProseParagraph = (text: string): boolean =>
  SEVERAL_SENTENCES.test(text) && (text.length >= MIN_PROSE_LENGTH || HAN_SENTENCE.test(text));
