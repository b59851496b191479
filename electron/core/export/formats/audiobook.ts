// W3C audiobooks (https://www.w3.org/TR/audiobooks/) in the Lightweight Packaging Format (https://www.w3.org/TR/lpf/).
import { escapeHtml } from '../../../../shared/rules/escape-html.ts';
import { roundToMilliseconds } from './sequence.ts';

export interface AudiobookTrack {
  readonly title: string;
  /** Paths in the package. */
  readonly path: string;
  readonly transcript: string | null;
  readonly mediaType: string;
  readonly durationSeconds: number;
}

export interface Audiobook {
  /** A URN. */
  readonly identifier: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly publisher: string | null;
  readonly description: string | null;
  readonly copyright: string | null;
  readonly year: number | null;
  /** BCP 47 tag. */
  readonly language: string;
  readonly cover: { readonly path: string; readonly mediaType: string } | null;
  readonly modifiedAt: Date;
  readonly tracks: readonly AudiobookTrack[];
}

export const MANIFEST_FILE = 'publication.json';
/** The primary entry page, which has the table of contents. */
export const ENTRY_PAGE = 'index.html';

/** Formats a duration by ISO 8601: `PT1H2M3.004S`. */
export function isoDuration(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const rest = (ms % 60_000) / 1_000;
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 || ms < 60_000 ? `${rest}S` : ''}`;
}

export function audiobookManifest(book: Audiobook): string {
  const { title, language, identifier, authors, narrators, publisher, cover, modifiedAt, tracks } = book;
  const total = tracks.reduce((sum, { durationSeconds }) => sum + roundToMilliseconds(durationSeconds), 0);
  const people = (names: readonly string[]) => names.map((name) => ({ type: 'Person', name }));
  const manifest = {
    '@context': ['https://schema.org', 'https://www.w3.org/ns/pub-context', { language }],
    conformsTo: 'https://www.w3.org/TR/audiobooks/',
    type: 'Audiobook',
    id: identifier,
    name: title,
    ...(authors.length > 0 && { author: people(authors) }),
    ...(narrators.length > 0 && { readBy: people(narrators) }),
    ...(publisher !== null && { publisher: [{ type: 'Organization', name: publisher }] }),
    ...(book.description !== null && { description: book.description }),
    ...(book.copyright !== null && { copyrightNotice: book.copyright }),
    inLanguage: language,
    dateModified: modifiedAt.toISOString(),
    ...(book.year !== null && { datePublished: String(book.year).padStart(4, '0') }),
    duration: isoDuration(total),
    accessMode: ['auditory'],
    accessModeSufficient: [{ type: 'ItemList', itemListElement: ['auditory'] }],
    accessibilityFeature: ['tableOfContents', ...(tracks.some((one) => one.transcript) ? ['transcript'] : [])],
    accessibilityHazard: ['none'],
    resources: [
      { type: 'LinkedResource', url: ENTRY_PAGE, encodingFormat: 'text/html', rel: ['contents'] },
      ...(cover
        ? [{ type: 'LinkedResource', url: cover.path, encodingFormat: cover.mediaType, rel: ['cover'], name: title }]
        : []),
      ...tracks.flatMap(({ transcript }) => (transcript === null ? [] : [transcriptLink(transcript)])),
    ],
    readingOrder: tracks.map(({ title: name, path, mediaType, durationSeconds, transcript }) => ({
      type: 'LinkedResource',
      url: path,
      encodingFormat: mediaType,
      name,
      duration: isoDuration(durationSeconds),
      ...(transcript !== null && { alternate: [transcriptLink(transcript)] }),
    })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const transcriptLink = (url: string) => ({ type: 'LinkedResource', url, encodingFormat: 'text/vtt' });

/** Writes the page that links the manifest and lists the chapters. */
export function audiobookPage({ title, language, authors, narrators, cover, tracks }: Audiobook): string {
  const lang = escapeHtml(language);
  const people = [...authors, ...narrators].map((name) => `<p>${escapeHtml(name)}</p>`);
  const chapters = tracks.map(
    ({ path, title: name }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(name)}</a></li>`,
  );
  return [
    '<!DOCTYPE html>',
    `<html lang="${lang}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="publication" href="${MANIFEST_FILE}">`,
    '</head>',
    '<body>',
    `<h1>${escapeHtml(title)}</h1>`,
    ...people,
    ...(cover ? [`<img src="${escapeHtml(cover.path)}" alt="${escapeHtml(title)}">`] : []),
    '<nav role="doc-toc">',
    '<ol>',
    ...chapters,
    '</ol>',
    '</nav>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
