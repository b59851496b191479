// Finds structure that a word processor document expresses only by layout: tabbed speeches, and headings in larger
// type.
import { readHeading } from '../../sections/prose-headings.ts';
import { withoutTags } from './page-markup.ts';

export interface ParagraphFormat {
  /** Smallest font size in half-points; 0 if unspecified. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isCentred: boolean;
  readonly startsPage: boolean;
}

export const paragraphTag = ({ size, isBold, isCentred, startsPage }: ParagraphFormat): string => {
  const look = `${size > 0 ? size : ''}${isBold ? 'b' : ''}${isCentred ? 'c' : ''}`;
  return `<p${look === '' ? '' : ` data-look="${look}"`}${startsPage ? ' data-page' : ''}>`;
};

interface LayoutParagraph {
  readonly start: number;
  readonly end: number;
  readonly html: string;
  readonly words: string;
  readonly look: string;
  readonly startsPage: boolean;
}

const OPENING_TAG = /<(\/?)table>|<p(?: data-look="(\w{0,9})")?( data-page)?>/g;
const CLOSING_TAG = '</p>';

function findParagraphs(html: string): LayoutParagraph[] {
  const paragraphs: LayoutParagraph[] = [];
  let tables = 0;
  for (const { index: start, 0: tag, 1: closing, 2: look = '', 3: page } of html.matchAll(OPENING_TAG)) {
    if (closing !== undefined) tables += closing === '/' ? -1 : 1;
    else if (tables === 0) {
      const end = html.indexOf(CLOSING_TAG, start);
      const inside = html.slice(start + tag.length, end);
      const words = withoutTags(inside);
      paragraphs.push({
        start,
        end: end + CLOSING_TAG.length,
        html: inside,
        words,
        look,
        startsPage: page !== undefined,
      });
    }
  }
  return paragraphs;
}

function rewriteParagraphs(html: string, replacements: ReadonlyMap<LayoutParagraph, string>): string {
  const pieces: string[] = [];
  let end = 0;
  for (const [paragraph, text] of replacements) {
    pieces.push(html.slice(end, paragraph.start), text);
    end = paragraph.end;
  }
  return [...pieces, html.slice(end)].join('');
}

/** Marks up headings that are recognisable only by layout, and turns tabbed speeches into tables. */
export const withTypedLayout = (html: string): string => tabulateSpeeches(markUpHeadings(html));

// Tabbed speeches: `ADA⇥Who is there?`

const NAME = /^[\p{Lu}\p{Lo}][^\t\n:.]{0,39}$/u;
const MIN_NAMES = 3;
const MIN_SPEECHES = 1 / 3;

function tabulateSpeeches(html: string): string {
  if (!html.includes('\t')) return html;
  const all = findParagraphs(html).filter(({ words }) => words.trim() !== '');
  const named = all.filter((one) => readName(one) !== null);
  const names = new Set(named.map(readName));
  const areNames = named.length >= MIN_NAMES && names.size * 2 <= named.length;
  if (!areNames || named.length < all.length * MIN_SPEECHES) return html;
  const replacements = new Map<LayoutParagraph, string>();
  let isSpeech = false;
  for (const paragraph of all) {
    const isNamed = readName(paragraph) !== null;
    // A row without a name continues the previous speech.
    isSpeech = isNamed || (isSpeech && paragraph.html.startsWith('\t'));
    if (!isSpeech) continue;
    const tab = paragraph.html.indexOf('\t');
    const [name, words] = [paragraph.html.slice(0, tab), paragraph.html.slice(tab + 1)];
    replacements.set(paragraph, `<table><tr><td class="persona">${name}</td><td>${words}</td></tr></table>`);
  }
  return rewriteParagraphs(html, replacements).replaceAll('</table><table>', '');
}

function readName({ html, words }: LayoutParagraph): string | null {
  const [before = '', ...others] = words.split('\t');
  const typed = html.slice(0, html.indexOf('\t'));
  const isWhole = typed.split('<em>').length === typed.split('</em>').length;
  return isWhole && NAME.test(before.trim()) && /\p{L}/u.test(others.join('')) ? before.trim() : null;
}

const MAX_HEADING_LENGTH = 80;
const MIN_HEADINGS = 2;
const MIN_SPEECH_SHARE = 0.8;
/** Default font size in half-points. */
const DEFAULT_SIZE = 24;
const MIN_HEADING_SIZE_RATIO = 1.15;
/** Minimum amount of text per heading if headings are merely bold, in UTF-16 code units. */
const MIN_CHAPTER_LENGTH = 600;

/** Number of paragraphs that share this heading's formatting. */
export const LOOK_TIMES = 'data-look-times';

function markUpHeadings(html: string): string {
  if ((html.match(/<h[1-6]>/g) ?? []).length >= MIN_HEADINGS) return html;
  const all = findParagraphs(html).filter(({ words }) => /[\p{L}\p{N}]/u.test(words));
  const lengths = new Map<string, number>();
  for (const { look, words } of all) lengths.set(look, (lengths.get(look) ?? 0) + words.length);
  const [body = '', ...others] = [...lengths].sort(([, one], [, other]) => other - one).map(([look]) => look);
  const looks = others
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .map((look) => findHeadings(all, look, body))
    .filter((headings) => headings.length > 0)
    .slice(0, 2);
  const replacements = looks.flatMap((headings, at) =>
    headings.map((one) => [one, `<h${at + 1} ${LOOK_TIMES}="${headings.length}">${one.html}</h${at + 1}>`] as const),
  );
  // If headings are recognisable by wording at least as often as by layout, rely on the wording.
  const read = all.filter(({ words }) => readHeading({ rows: [words.trim()] }) !== null).length;
  if (replacements.length <= read) return html;
  return rewriteParagraphs(html, new Map(replacements.sort(([one], [other]) => one.start - other.start)));
}

const sizeOf = (look: string): number => Number.parseInt(look, 10) || DEFAULT_SIZE;

function findHeadings(all: readonly LayoutParagraph[], look: string, body: string): readonly LayoutParagraph[] {
  const own = all.flatMap((paragraph, at) => (paragraph.look === look ? [{ paragraph, at, next: all[at + 1] }] : []));
  const most = (isOne: (one: (typeof own)[number]) => boolean): boolean =>
    own.filter(isOne).length >= own.length * MIN_SPEECH_SHARE;
  const texts = own.map(({ paragraph }) => paragraph.words.trim());
  // A number may be followed by a name in the same style.
  const pairs = own.filter(({ next }) => next?.look === look).length;
  const areHeadings =
    own.length >= MIN_HEADINGS &&
    new Set(texts).size === own.length &&
    texts.every((text) => text.length <= MAX_HEADING_LENGTH && !/[.,;:]$/.test(text)) &&
    pairs * 2 <= own.length &&
    own.at(-1)?.next !== undefined;
  const length = all.reduce((sum, { words }) => sum + words.length, 0);
  const standOut =
    sizeOf(look) >= sizeOf(body) * MIN_HEADING_SIZE_RATIO ||
    most(({ paragraph, at }) => paragraph.startsPage || at === 0) ||
    (look.includes('b') && !body.includes('b') && length >= own.length * MIN_CHAPTER_LENGTH);
  return areHeadings && standOut ? own.map(({ paragraph }) => paragraph) : [];
}
