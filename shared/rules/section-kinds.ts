// What a section of a book is, by its title.
import { type SectionKind, UNREAD_KINDS } from '../model/manuscript.ts';
import { withoutTrailing } from './characters.ts';

const TITLES: readonly (readonly [SectionKind, RegExp])[] = [
  ['title-page', /^(?:half[- ]?)?title ?page$|^cover$|^frontispiece$|^titelseite$|^page de titre$/],
  [
    'copyright',
    /^(?:un)?copyright(?: (?:page|notice|information|statement|details|acknowledge?ments?|and (?:credits|permissions|disclaimer)))?$|^(?:un)?copyright (?:©|\(c\)|\d{4}).*$|^imprint$|^colophon$|^impressum$|^legal notice$|^licen[cs]e$|^credits$|^the (?:full )?project gutenberg(?:™|\(tm\))? (?:e-?book|e-?text|licen[cs]e)\b/,
  ],
  ['dedication', /^dedication$|^epigraph$|^widmung$|^dédicace$/],
  [
    'contents',
    /^(?:table of )?contents$|^inhalt(?:sverzeichnis)?$|^table des matières$|^list of (?:illustrations|figures|tables|maps)$|^landmarks$|^índice general$/,
  ],
  [
    'cast-list',
    /^dramatis person(?:ae|æ)$|^(?:list of )?(?:the )?characters$|^(?:the )?persons (?:represented|of the (?:play|drama))$|^cast(?: of characters| list)?$|^(?:the )?scenes of the play$/,
  ],
  ['foreword', /^(?:foreword|preface|introduction|prologue|vorwort|préface|avant-propos)\b/],
  ['notes', /^(?:foot|end)?notes$|^(?:chapter )?notes and references$|^anmerkungen$|^transcriber[’']s? notes?$/],
  [
    'bibliography',
    /^(?:select(?:ed)? )?bibliography$|^references$|^works cited$|^further reading$|^sources$|^literaturverzeichnis$/,
  ],
  ['index', /^(?:general |subject )?index(?: of names)?$|^register$/],
  [
    'about-author',
    /^about (?:the )?(?:author|publisher|translator|illustrator|editor|narrator)s?(?:(?:\s*[:,–—-]|\s+and\b).*)?$|^(?:über|ueber) (?:den autor|die autorin)$|^acknowledge?ments$|^newsletter$/,
  ],
];

/** Titles that only begin as such sections do: the text has to bear them out. */
const LIKELY_TITLES: readonly (readonly [SectionKind, RegExp, (texts: readonly string[]) => boolean])[] = [
  ['copyright', /^(?:un)?copyright\b|^the (?:full )?project gutenberg\b/, (texts) => texts.some(claimsRights)],
  ['dedication', /^dedicated to\b/, (texts) => !isProse(texts)],
  ['about-author', /^also by\b|^other (?:books|titles|works) by\b/, (texts) => !isProse(texts)],
  [
    'about-author',
    /^about (?:the )?(?:author|publisher|translator)s?\b/,
    (texts) => texts.some((text) => LIFE.test(text)),
  ],
];
const LIFE =
  /\b(?:(?:lives|lived|was born) in|is the author of|has written|(?:her|his|their) (?:first |latest )?(?:books?|novels?))\b/i;
const RIGHTS =
  /©|\(c\) ?\d{4}|\bcopyright (?:\d{4}|by\b|holder)|\ball rights reserved\b|\bISBN\b|\bno part of this (?:book|publication|work)\b/i;
/** Words that a page of rights can hardly do without. */
const OF_PUBLISHING =
  /copyright|\brights\b|\bpublish|\bpermission|\bISBN\b|licen[cs]e|\bprinted\b|\bedition\b|\btypeset|\bcover\b/i;

const claimsRights = (text: string): boolean => RIGHTS.test(text);

const STOPS: ReadonlySet<string> = new Set('.:');

const plainTitle = (title: string): string =>
  withoutTrailing(title.toLowerCase().replace(/\s+/g, ' ').trim(), STOPS).trim();

/** Returns the kind of section that a title stands for by itself, or null. */
export function kindOfTitle(title: string): SectionKind | null {
  const words = plainTitle(title);
  return TITLES.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** Kinds whose text is a list, not sentences. */
const LISTS: ReadonlySet<SectionKind> = new Set(['title-page', 'contents', 'cast-list', 'index']);

/**
 * Returns the kind of a section that nothing but its title and its text tell, or null where it may be a chapter. A title alone
 * doesn't make a section one that isn't read: “Copyright considerations” and “Contents” are chapters of some books.
 *
 * @param texts its paragraphs
 */
export function kindOfSection(title: string, texts: readonly string[]): SectionKind | null {
  const words = plainTitle(title);
  const likely = LIKELY_TITLES.find(([, pattern, bearsOut]) => pattern.test(words) && bearsOut(texts));
  const kind = kindOfTitle(title) ?? likely?.[0] ?? null;
  if (kind === null || !UNREAD_KINDS.has(kind)) return kind;
  if (texts.filter((text) => SPOKEN.test(text)).length >= FEWEST_SPOKEN) return null;
  if (kind === 'copyright' && !texts.some((text) => OF_PUBLISHING.test(text))) return isProse(texts) ? null : kind;
  return LISTS.has(kind) && !UNMISTAKABLE.test(words) && isProse(texts) ? null : kind;
}

/** Titles of lists that no chapter has. */
const UNMISTAKABLE =
  /^dramatis\b|^(?:the )?(?:persons|scenes) (?:of|represented)\b|^(?:list|table) of\b|^cast (?:of|list)\b|title ?page$|^index of\b|(?:general|subject) index$|verzeichnis$/;

/** A paragraph that begins with what somebody says. */
const SPOKEN = /^(?:[“„"][^“”„"]{2,}[”“"]|«[^«»]{2,}»|»[^«»]{2,}«|‘[^‘]{2,}[,.!?…—–]’|「[^「」]{2,}」)/u;
const FEWEST_SPOKEN = 2;
/** Where a sentence ends and the next one begins. */
const SENTENCES = /\p{Ll}{2}[.!?…]["”’»)]*\s+["“‘«(]?\p{Lu}|[。！？].*[。！？]/u;

/** Shorter paragraphs tell nothing, in UTF-16 code units. */
const SHORTEST_PROSE = 40;
const HAN_SENTENCE = /[。！？]/;

/** Whether most of a text, by its characters, is paragraphs of several sentences. */
function isProse(texts: readonly string[]): boolean {
  const length = (some: readonly string[]): number => some.reduce((sum, text) => sum + text.length, 0);
  return texts.length > 0 && length(texts.filter(isProseParagraph)) * 2 > length(texts);
}

const isProseParagraph = (text: string): boolean =>
  SENTENCES.test(text) && (text.length >= SHORTEST_PROSE || HAN_SENTENCE.test(text));
