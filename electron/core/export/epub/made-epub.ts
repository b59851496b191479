// Makes an EPUB 3 with media overlays from a script: a title page, a table of contents, and a page for each chapter.
import { createHash } from 'node:crypto';
import type { TextUnit } from '../../../../shared/model/export/export-target.ts';
import { at } from '../../../../shared/rules/at.ts';
import { UNSPACED } from '../../../../shared/rules/word-edges.ts';
import type { TimedTurn } from '../formats/timed-words.ts';
import type { PackedFile } from '../plan/export-plan.ts';
import {
  ACTIVE_CLASS,
  mediaOverlays,
  overlayMetadata,
  relativeUrl,
  type SpokenRange,
  smilDocument,
} from './media-overlay.ts';
import { navigationPage } from './upgrade-package.ts';
import { escapeXml } from './xml-source.ts';

/** A paragraph of the script. Those without turns aren't spoken. */
export interface MadeParagraph {
  readonly kind: 'heading' | 'speech' | 'direction' | 'scene';
  /** For paragraphs that aren't spoken. */
  readonly text: string;
  /** The turns of all lines, in order. */
  readonly turns: readonly TimedTurn[];
}

export interface MadeTrack {
  readonly title: string;
  /** File name with extension. */
  readonly name: string;
  readonly mediaType: string;
  readonly durationSeconds: number;
  readonly paragraphs: readonly MadeParagraph[];
}

export interface MadeBook {
  readonly title: string;
  readonly subtitle: string | null;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly publisher: string | null;
  readonly description: string | null;
  readonly copyright: string | null;
  readonly year: number | null;
  /** BCP 47 tag. */
  readonly language: string;
  /** A URN. */
  readonly identifier: string;
  readonly cover: { readonly bytes: Uint8Array; readonly mediaType: 'image/jpeg' | 'image/png' } | null;
  /** Whether speaker names are shown, as in plays. The narrator's name never is. */
  readonly showsSpeakers: boolean;
}

interface MadeEpub {
  readonly filesOf: (madeAt: Date) => readonly PackedFile[];
  readonly audioPaths: readonly string[];
}

const FOLDER = 'EPUB';
const STYLE = `${FOLDER}/style.css`;
const NAV = `${FOLDER}/nav.xhtml`;
const TITLE_PAGE = `${FOLDER}/text/title-page.xhtml`;
const COVER_PAGE = `${FOLDER}/text/cover.xhtml`;
const PACKAGE = `${FOLDER}/package.opf`;

const CSS = `body { margin: 1em; line-height: 1.5; }
h1 { margin: 2em 0 1em; line-height: 1.2; }
p { margin: 0 0 0.75em; }
.speaker { font-variant: small-caps; letter-spacing: 0.05em; }
.direction { font-style: italic; }
.title-page { text-align: center; }
.cover { text-align: center; }
.cover img { max-width: 100%; max-height: 100vh; }
.${ACTIVE_CLASS} { background-color: #ffe28a; color: #000; }
`;

/** @param unit what is highlighted at a time: a word, or a turn of a line */
export function madeEpub(book: MadeBook, tracks: readonly MadeTrack[], unit: TextUnit, narrator: string): MadeEpub {
  const audioPaths = tracks.map(({ name }) => `${FOLDER}/audio/${name}`);
  const pages = tracks.map((track, index) => chapterPage(book, track, { path: chapterPath(index), unit, narrator }));
  const overlays = mediaOverlays(
    tracks.map(({ durationSeconds }, index) => ({
      path: at(audioPaths, index),
      durationSeconds,
      ranges: at(pages, index).ranges,
    })),
  ).map((overlay, index) => ({
    ...overlay,
    itemId: `overlay-${index + 1}`,
    path: `${FOLDER}/overlays/${index + 1}.smil`,
  }));
  const overlayOf = new Map(overlays.map(({ page, itemId }) => [page, itemId]));
  const cover = book.cover && `${FOLDER}/cover.${book.cover.mediaType === 'image/png' ? 'png' : 'jpg'}`;
  const entries = tracks.map(({ title }, index) => ({ title, href: relativeUrl(NAV, chapterPath(index)), inside: [] }));
  const item = (id: string, path: string, type: string, more = ''): string =>
    `<item id="${id}" href="${escapeXml(relativeUrl(PACKAGE, path))}" media-type="${type}"${more}/>`;
  const manifest = [
    item('nav', NAV, XHTML, ' properties="nav"'),
    item('style', STYLE, 'text/css'),
    ...(cover ? [item('cover', cover, book.cover?.mediaType ?? '', ' properties="cover-image"')] : []),
    ...(cover ? [item('cover-page', COVER_PAGE, XHTML)] : []),
    item('title-page', TITLE_PAGE, XHTML),
    ...tracks.map((_, index) => {
      const overlay = overlayOf.get(chapterPath(index));
      return item(`chapter-${index + 1}`, chapterPath(index), XHTML, overlay ? ` media-overlay="${overlay}"` : '');
    }),
    ...overlays.map(({ itemId, path }) => item(itemId, path, 'application/smil+xml')),
    ...tracks.map(({ mediaType }, index) => item(`audio-${index + 1}`, at(audioPaths, index), mediaType)),
  ];
  const spine = [...(cover ? ['cover-page'] : []), 'title-page', ...tracks.map((_, index) => `chapter-${index + 1}`)];
  const texts = [
    ['META-INF/container.xml', CONTAINER],
    [NAV, navigationPage(book.title, book.language, { entries })],
    [STYLE, CSS],
    ...(cover ? [[COVER_PAGE, coverPage(book, relativeUrl(COVER_PAGE, cover))] as const] : []),
    [TITLE_PAGE, titlePage(book)],
    ...pages.map(({ source }, index) => [chapterPath(index), source] as const),
    ...overlays.map((overlay) => [overlay.path, smilDocument(overlay.path, overlay)] as const),
  ] as const;
  const packageOf = (madeAt: Date): string =>
    packageDocument(book, { metadata: overlayMetadata(overlays, book.narrators), manifest, spine, madeAt });
  return {
    audioPaths,
    filesOf: (madeAt) => [
      { path: 'mimetype', read: () => Buffer.from('application/epub+zip'), isStored: true, key: '' },
      ...texts.map(([path, text]) => textFile(path, text)),
      textFile(PACKAGE, packageOf(madeAt)),
      ...(cover && book.cover ? [binaryFile(cover, book.cover.bytes)] : []),
    ],
  };
}

const XHTML = 'application/xhtml+xml';
const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="${PACKAGE}" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const chapterPath = (index: number): string => `${FOLDER}/text/chapter-${String(index + 1).padStart(3, '0')}.xhtml`;

export const textFile = (path: string, text: string): PackedFile => ({
  ...binaryFile(path, Buffer.from(text)),
  isStored: false,
});

const binaryFile = (path: string, bytes: Uint8Array): PackedFile => ({
  path,
  read: () => bytes,
  isStored: true,
  key: createHash('sha256').update(bytes).digest('hex'),
});

function pageDocument({ language }: MadeBook, path: string, title: string, body: string): string {
  const lang = escapeXml(language);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE html>',
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${lang}" lang="${lang}">`,
    `<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="${relativeUrl(path, STYLE)}"/></head>`,
    body,
    '</html>',
    '',
  ].join('\n');
}

const coverPage = (book: MadeBook, href: string): string =>
  pageDocument(
    book,
    COVER_PAGE,
    book.title,
    `<body epub:type="cover"><div class="cover"><img src="${escapeXml(href)}" alt="${escapeXml(book.title)}"/></div></body>`,
  );

function titlePage(book: MadeBook): string {
  const rows = [book.subtitle, ...book.authors, ...book.narrators, book.publisher, book.copyright];
  const paragraphs = rows.flatMap((row) => (row === null ? [] : [`<p>${escapeXml(row)}</p>`]));
  const body = `<body epub:type="titlepage"><section class="title-page"><h1>${escapeXml(book.title)}</h1>\n${paragraphs.join('\n')}</section></body>`;
  return pageDocument(book, TITLE_PAGE, book.title, body);
}

interface ChapterPage {
  readonly source: string;
  readonly ranges: readonly SpokenRange[];
}

interface ChapterOptions {
  readonly path: string;
  readonly unit: TextUnit;
  readonly narrator: string;
}

function chapterPage(
  book: MadeBook,
  { title, paragraphs }: MadeTrack,
  { path, unit, narrator }: ChapterOptions,
): ChapterPage {
  const ranges: SpokenRange[] = [];
  const span = (text: string, startSeconds: number): string => {
    const id = `w${ranges.length + 1}`;
    ranges.push({ page: path, startSeconds, spans: [{ id, length: text.length }] });
    return `<span id="${id}">${escapeXml(text)}</span>`;
  };
  const turnText = ({ text, words }: TimedTurn): string => {
    const first = words[0];
    if (!first) return escapeXml(text);
    if (unit === 'lines') return span(text, first.startSeconds);
    return words
      .map(({ from, to, startSeconds }, index) => {
        const before = text.slice(words[index - 1]?.to ?? 0, from);
        return escapeXml(before) + span(text.slice(from, to), startSeconds);
      })
      .join('');
  };
  const hasHeading = paragraphs.some(({ kind }) => kind === 'heading');
  const bodies = paragraphs.map(({ kind, text, turns }, index) => {
    if (kind === 'scene') return '<hr/>';
    const content = turns.length === 0 ? escapeXml(text) : joinTurns(book, turns, narrator, turnText);
    if (kind !== 'heading') return kind === 'direction' ? `<p class="direction">${content}</p>` : `<p>${content}</p>`;
    // Additional headings in a chapter, such as its subtitle.
    return paragraphs.slice(0, index).some((other) => other.kind === 'heading')
      ? `<h2>${content}</h2>`
      : `<h1>${content}</h1>`;
  });
  const heading = hasHeading ? [] : [`<h1>${escapeXml(title)}</h1>`];
  const body = `<body>\n<section epub:type="chapter">\n${[...heading, ...bodies].join('\n')}\n</section>\n</body>`;
  return { source: pageDocument(book, path, title, body), ranges };
}

const ENDS_UNSPACED = new RegExp(`[${UNSPACED}\\p{P}]$`, 'u');
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

function joinTurns(
  { showsSpeakers }: MadeBook,
  turns: readonly TimedTurn[],
  narrator: string,
  textOf: (turn: TimedTurn) => string,
): string {
  return turns
    .map((turn, index) => {
      const before = turns[index - 1];
      const isNew = before?.role !== turn.role;
      const name =
        showsSpeakers && isNew && turn.role !== narrator ? `<b class="speaker">${escapeXml(turn.role)}</b> ` : '';
      const isUnspaced = before !== undefined && ENDS_UNSPACED.test(before.text) && STARTS_UNSPACED.test(turn.text);
      return `${index > 0 && !isUnspaced ? ' ' : ''}${name}${textOf(turn)}`;
    })
    .join('');
}

interface PackageParts {
  readonly metadata: readonly string[];
  readonly manifest: readonly string[];
  readonly spine: readonly string[];
  readonly madeAt: Date;
}

function packageDocument(book: MadeBook, { metadata, manifest, spine, madeAt }: PackageParts): string {
  const dc = (name: string, value: string | null): string[] =>
    value === null ? [] : [`<dc:${name}>${escapeXml(value)}</dc:${name}>`];
  const person = (name: string, id: string, role: string, text: string): string[] => [
    `<dc:${name} id="${id}">${escapeXml(text)}</dc:${name}>`,
    `<meta refines="#${id}" property="role" scheme="marc:relators">${role}</meta>`,
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escapeXml(book.language)}">`,
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:identifier id="id">${escapeXml(book.identifier)}</dc:identifier>`,
    `<dc:title>${escapeXml(book.title)}</dc:title>`,
    `<dc:language>${escapeXml(book.language)}</dc:language>`,
    ...book.authors.flatMap((name, index) => person('creator', `author-${index + 1}`, 'aut', name)),
    ...book.narrators.flatMap((name, index) => person('contributor', `narrator-${index + 1}`, 'nrt', name)),
    ...dc('publisher', book.publisher),
    ...dc('description', book.description),
    ...dc('rights', book.copyright),
    ...dc('date', book.year === null ? null : String(book.year).padStart(4, '0')),
    `<meta property="dcterms:modified">${madeAt.toISOString().replace(/\.\d+Z$/, 'Z')}</meta>`,
    '<meta property="schema:accessMode">textual</meta>',
    '<meta property="schema:accessMode">auditory</meta>',
    '<meta property="schema:accessModeSufficient">textual</meta>',
    '<meta property="schema:accessibilityFeature">synchronizedAudioText</meta>',
    '<meta property="schema:accessibilityFeature">tableOfContents</meta>',
    '<meta property="schema:accessibilityHazard">none</meta>',
    ...(book.cover ? ['<meta name="cover" content="cover"/>'] : []),
    ...metadata,
    '</metadata>',
    '<manifest>',
    ...manifest,
    '</manifest>',
    '<spine>',
    ...spine.map((id) => `<itemref idref="${id}"/>`),
    '</spine>',
    '</package>',
    '',
  ].join('\n');
}
