// Adds a recording to an EPUB, with spans in its text that the media overlays refer to. Nothing else changes, except that
// an EPUB 2 is converted to EPUB 3.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { TextUnit } from '../../../../shared/model/export/export-target.ts';
import { at } from '../../../../shared/rules/at.ts';
import type { PackedFile } from '../plan/export-plan.ts';
import type { EpubFile } from './epub-file.ts';
import { EpubPage, type PageRange } from './epub-page.ts';
import { keepFoundLines, matchWords, type TextToken, textTokens } from './match-words.ts';
import {
  ACTIVE_CLASS,
  type MediaOverlay,
  mediaOverlays,
  overlayMetadata,
  relativeUrl,
  type SpokenRange,
  smilDocument,
} from './media-overlay.ts';
import { freeId, insertions, navDocument, upgradedNcx, upgradePackage } from './upgrade-package.ts';
import { NotUpgradableError, upgradePage } from './upgrade-page.ts';
import {
  attributeOf,
  endOf,
  escapeXml,
  localName,
  prefixOf,
  type SourceEdit,
  withEdits,
  XmlSourceError,
  xmlParts,
} from './xml-source.ts';

export interface NarratedWord {
  readonly text: string;
  /** In the track. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface NarratedLine {
  /** Number of the line, for reports. */
  readonly label: string;
  readonly words: readonly NarratedWord[];
}

export interface NarratedTrack {
  /** File name with extension. */
  readonly name: string;
  readonly mediaType: string;
  readonly durationSeconds: number;
  readonly lines: readonly NarratedLine[];
}

export interface Narration {
  readonly tracks: readonly NarratedTrack[];
  readonly unit: TextUnit;
  readonly narrators: readonly string[];
}

export interface NarratedEpub {
  readonly filesOf: (madeAt: Date) => readonly PackedFile[];
  /** Paths of the tracks in the EPUB; null for a track none of whose words are in the book. */
  readonly audioPaths: readonly (string | null)[];
  /** Labels of the lines that aren't in the book. */
  readonly linesNotFound: readonly string[];
  /** Pages with text that isn't in the recording. */
  readonly notRead: readonly { readonly page: string; readonly words: number }[];
  readonly wasUpgraded: boolean;
}

interface FallbackDetails {
  /** For pages and books without a title. */
  readonly title: string;
  /** BCP 47 tag, for books without a language. */
  readonly language: string;
}

/**
 * Returns the book with the recording, or null if an EPUB 2 can't be converted to EPUB 3.
 * @throws EpubError `damaged`
 */
export function narratedEpub(book: EpubFile, narration: Narration, details: FallbackDetails): NarratedEpub | null {
  try {
    return new Narrator(book, narration, details).make();
  } catch (error) {
    if (error instanceof NotUpgradableError || error instanceof XmlSourceError) return null;
    throw error;
  }
}

const XHTML = 'application/xhtml+xml';
const SMIL = 'application/smil+xml';

class Narrator {
  readonly #book: EpubFile;
  readonly #narration: Narration;
  readonly #details: FallbackDetails;
  readonly #isOld: boolean;
  readonly #changed = new Map<string, string>();
  readonly #properties = new Map<string, readonly string[]>();

  constructor(book: EpubFile, narration: Narration, details: FallbackDetails) {
    this.#book = book;
    this.#narration = narration;
    this.#details = details;
    this.#isOld = book.version < 3;
  }

  make(): NarratedEpub {
    const folder = this.#book.freePath('narration');
    const pages = this.#pages();
    const matched = matchTracks(pages, this.#narration);
    const audioPaths = matched.tracks.map(({ ranges }, track) =>
      ranges.length === 0 ? null : posix.join(folder, at(this.#narration.tracks, track).name),
    );
    const spoken = this.#wrap(pages, matched.tracks);
    const overlays = mediaOverlays(
      spoken.flatMap((ranges, track) => {
        const path = audioPaths[track];
        const { durationSeconds } = at(this.#narration.tracks, track);
        return path ? [{ path, durationSeconds, ranges }] : [];
      }),
    ).map((overlay, index) => ({ ...overlay, path: posix.join(folder, `page-${index + 1}.smil`) }));
    const style = posix.join(folder, 'narration.css');
    for (const { page } of overlays) this.#addStyle(page, style);
    return {
      filesOf: (madeAt) => this.#files(overlays, { style, audioPaths, madeAt }),
      audioPaths,
      linesNotFound: matched.linesNotFound,
      notRead: matched.notRead,
      wasUpgraded: this.#isOld,
    };
  }

  /** Returns the pages in reading order, upgraded if necessary. The table of contents isn't read. */
  #pages(): SpinePage[] {
    const items = new Map(this.#book.items.map((item) => [item.path, item]));
    for (const { id, path, mediaType } of this.#book.items) {
      if (!this.#isOld || path === null || !isPage(path, mediaType)) continue;
      const { source, properties } = upgradePage(this.#book.text(path), this.#details.title);
      this.#changed.set(path, source);
      this.#properties.set(id, properties);
    }
    return [...new Set(this.#book.spine)].flatMap((path): SpinePage[] => {
      const item = items.get(path);
      if (!item || !isPage(path, item.mediaType) || item.properties.includes('nav')) return [];
      const page = new EpubPage(this.#changed.get(path) ?? this.#book.text(path));
      return [{ path, page, words: page.words() }];
    });
  }

  /** Returns the ranges of each track, in the order in which they are spoken. */
  #wrap(pages: readonly SpinePage[], tracks: readonly MatchedTrack[]): SpokenRange[][] {
    const spoken: SpokenRange[][] = tracks.map(() => []);
    for (const [index, { path, page }] of pages.entries()) {
      const ranges = tracks
        .flatMap(({ ranges: all }, track) => all.map((range) => ({ ...range, track })))
        .filter((range) => range.page === index)
        .sort((a, b) => a.from - b.from);
      if (ranges.length === 0) continue;
      const prefix = page.freePrefix('w');
      const made = page.wrap(ranges, (range, piece) => `${prefix}${range + 1}${piece > 0 ? `.${piece + 1}` : ''}`);
      this.#changed.set(path, made.source);
      for (const [position, { spans }] of made.ranges.entries()) {
        const { track, startSeconds } = at(ranges, position);
        if (spans.length > 0) at(spoken, track).push({ page: path, startSeconds, spans });
      }
    }
    return spoken;
  }

  #addStyle(page: string, style: string): void {
    const source = this.#changed.get(page) ?? '';
    const head = xmlParts(source).find((part) => part.kind === 'close' && localName(part.name) === 'head');
    if (head?.kind !== 'close') return;
    const link = `<${prefixOf(head.name)}link rel="stylesheet" type="text/css" href="${escapeXml(relativeUrl(page, style))}"/>`;
    this.#changed.set(page, withEdits(source, [{ from: head.from, to: head.from, text: link }]));
  }

  #files(
    overlays: readonly (MediaOverlay & { readonly path: string })[],
    {
      style,
      audioPaths,
      madeAt,
    }: { readonly style: string; readonly audioPaths: readonly (string | null)[]; readonly madeAt: Date },
  ): PackedFile[] {
    const book = this.#book;
    const former = new Set(book.items.filter(({ mediaType }) => mediaType === SMIL).map(({ path }) => path));
    const changed = new Map(this.#changed);
    const nav = this.#isOld ? this.#addNavigation(changed) : null;
    const packageSource = this.#package(overlays, { style, audioPaths, madeAt, nav });
    const written = new Map([...changed, [book.packagePath, packageSource]]);
    const kept = book.paths
      .filter((path) => path !== 'mimetype' && path !== 'META-INF/signatures.xml' && !former.has(path))
      .map((path) => {
        const text = written.get(path);
        written.delete(path);
        return text === undefined ? book.packed(path) : textFile(path, withUtf8Declaration(text));
      });
    return [
      { path: 'mimetype', read: () => Buffer.from('application/epub+zip'), isStored: true, key: '' },
      ...kept,
      ...Array.from(written, ([path, text]) => textFile(path, text)),
      textFile(style, `.${ACTIVE_CLASS} {\n  background-color: #ffe28a;\n  color: #000;\n}\n`),
      ...overlays.map((overlay) => textFile(overlay.path, smilDocument(overlay.path, overlay))),
    ];
  }

  #addNavigation(changed: Map<string, string>): string {
    const path = this.#book.freePath('nav.xhtml');
    const spineTag = this.#book.packageParts.find((part) => part.kind === 'open' && localName(part.name) === 'spine');
    const ncxId = spineTag?.kind === 'open' ? attributeOf(spineTag, 'toc') : undefined;
    const ncx =
      this.#book.items.find(({ id }) => id === ncxId) ??
      this.#book.items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
    const source = ncx?.path ? this.#book.text(ncx.path) : null;
    const { title, language } = this.#details;
    changed.set(
      path,
      navDocument({
        path,
        title,
        language,
        ncx: source !== null && ncx?.path ? { source, path: ncx.path } : null,
        pages: this.#book.spine.map((page) => ({ path: page, title: posix.basename(page) })),
        resolve: (reference, base) => this.#book.resolve(reference, base),
      }),
    );
    if (source !== null && ncx?.path) changed.set(ncx.path, upgradedNcx(source, this.#identifier()));
    return path;
  }

  #identifier(): string {
    const { packageParts: parts, packageSource: source } = this.#book;
    const root = parts.find((part) => part.kind === 'open');
    const unique = root && attributeOf(root, 'unique-identifier');
    const index = parts.findIndex((part) => part.kind === 'open' && attributeOf(part, 'id') === unique);
    if (index < 0) return '';
    const text = source.slice(at(parts, index).to, at(parts, endOf(parts, index)).from);
    return text.trim();
  }

  #package(
    overlays: readonly (MediaOverlay & { readonly path: string })[],
    {
      style,
      audioPaths,
      madeAt,
      nav,
    }: {
      readonly style: string;
      readonly audioPaths: readonly (string | null)[];
      readonly madeAt: Date;
      readonly nav: string | null;
    },
  ): string {
    const { packagePath, packageSource } = this.#book;
    const details = { ...this.#details, properties: this.#properties };
    const source =
      nav === null ? packageSource : upgradePackage(packageSource, { ...details, nav: relativeUrl(packagePath, nav) });
    const parts = xmlParts(source);
    const root = parts.find((part) => part.kind === 'open');
    const prefix = root ? prefixOf(root.name) : '';
    const ids = new Set(parts.flatMap((part) => (part.kind === 'open' ? (attributeOf(part, 'id') ?? []) : [])));
    const newId = (wanted: string): string => {
      const id = freeId(ids, wanted);
      ids.add(id);
      return id;
    };
    const item = (id: string, path: string, type: string): string =>
      `<${prefix}item id="${id}" href="${escapeXml(relativeUrl(packagePath, path))}" media-type="${type}"/>`;
    const timed = overlays.map((overlay) => ({ ...overlay, itemId: newId('overlay') }));
    const overlayOf = new Map(timed.map(({ page, itemId }) => [page, itemId]));
    const edits: SourceEdit[] = [];
    const modified = madeAt.toISOString().replace(/\.\d+Z$/, 'Z');
    let statesModified = false;
    for (const [index, part] of parts.entries()) {
      if (part.kind !== 'open') continue;
      const name = localName(part.name);
      const property = attributeOf(part, 'property') ?? '';
      const end = at(parts, endOf(parts, index));
      if (name === 'meta' && property === 'dcterms:modified' && !part.isEmpty && !statesModified) {
        statesModified = true;
        edits.push({ from: part.to, to: end.from, text: modified });
      } else if (name === 'meta' && property.startsWith('media:'))
        edits.push({ from: part.from, to: end.to, text: '' });
      else if (name === 'item' && attributeOf(part, 'media-type') === SMIL)
        edits.push({ from: part.from, to: end.to, text: '' });
      else if (name === 'item') {
        const path = this.#book.resolve(attributeOf(part, 'href') ?? '', packagePath);
        const former = part.attributes.find((attribute) => attribute.name === 'media-overlay');
        if (former) edits.push({ from: former.from, to: former.to, text: '' });
        const overlay = path === null ? undefined : overlayOf.get(path);
        const start = part.from + 1 + part.name.length;
        if (overlay !== undefined) edits.push({ from: start, to: start, text: ` media-overlay="${overlay}"` });
      }
    }
    const tracks = audioPaths.flatMap((path, index) =>
      path === null ? [] : [item(newId('audio'), path, at(this.#narration.tracks, index).mediaType)],
    );
    const metadata = [
      ...(statesModified ? [] : [`<${prefix}meta property="dcterms:modified">${modified}</${prefix}meta>`]),
      ...(timed.length > 0 ? overlayMetadata(timed, this.#narration.narrators, prefix) : []),
    ];
    const manifest = [
      ...timed.map(({ itemId, path }) => item(itemId, path, SMIL)),
      ...tracks,
      item(newId('narration-style'), style, 'text/css'),
    ];
    const changes = [...edits, ...insertions(parts, prefix, { metadata, manifest })];
    return withEdits(source, changes);
  }
}

const isPage = (path: string, mediaType: string): boolean =>
  mediaType === XHTML || (/^text\/(?:html|x-oeb1-document)$/.test(mediaType) && /\.x?html?$/i.test(path));

function textFile(path: string, text: string): PackedFile {
  const bytes = Buffer.from(text);
  return { path, read: () => bytes, isStored: false, key: createHash('sha256').update(bytes).digest('hex') };
}

const withUtf8Declaration = (text: string): string =>
  text.replace(/^(\s*<\?xml[^>]*\bencoding\s*=\s*["'])[^"']*/, (_, start: string) => `${start}UTF-8`);

interface SpinePage {
  readonly path: string;
  readonly page: EpubPage;
  readonly words: readonly PageRange[];
}

interface MatchedRange extends PageRange {
  /** Index of the page. */
  readonly page: number;
  readonly startSeconds: number;
}

interface MatchedTrack {
  readonly ranges: readonly MatchedRange[];
}

interface WrittenToken extends TextToken {
  readonly page: number;
  /** Index of the word in the page; -1 if the token isn't part of a word. */
  readonly word: number;
}

interface SpokenToken {
  readonly key: string;
  readonly track: number;
  readonly line: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

function matchTracks(pages: readonly SpinePage[], { tracks, unit }: Narration) {
  const written = pages.flatMap(({ page, words }, index) => writtenTokens(page, words, index));
  const spoken: SpokenToken[] = [];
  const lineEnds: number[] = [];
  const labels: string[] = [];
  for (const [track, { lines }] of tracks.entries()) {
    for (const { label, words } of lines) {
      for (const word of words)
        for (const token of spokenTokens(word)) spoken.push({ ...token, track, line: labels.length });
      lineEnds.push(spoken.length);
      labels.push(label);
    }
  }
  const found = matchWords(
    spoken.map(({ key }) => key),
    written.map(({ key }) => key),
  );
  const isFound = keepFoundLines(found, lineEnds);
  const timed = timedWords(spoken, written, found).map(
    ({ word, ...place }): TimedRange => ({ ...place, ...at(at(pages, place.page).words, word) }),
  );
  const ranges = unit === 'words' ? timed : joinedByLine(timed, pages);
  return {
    tracks: tracks.map((_, track): MatchedTrack => ({ ranges: ranges.filter((range) => range.track === track) })),
    linesNotFound: labels.filter((_, line) => !isFound[line]),
    notRead: pages.flatMap(({ path, words }, page) => {
      const read = timed.filter((range) => range.page === page).length;
      return words.length > read ? [{ page: path, words: words.length - read }] : [];
    }),
  };
}

function writtenTokens({ text }: EpubPage, words: readonly PageRange[], page: number): WrittenToken[] {
  let word = 0;
  return textTokens(text).map((token) => {
    while (word < words.length && at(words, word).to <= token.from) word += 1;
    const isInside = word < words.length && at(words, word).from <= token.from;
    return { ...token, page, word: isInside ? word : -1 };
  });
}

/** Divides the time of a word among its tokens. */
function spokenTokens({ text, startSeconds, endSeconds }: NarratedWord): Omit<SpokenToken, 'track' | 'line'>[] {
  const placeOf = (position: number): number => startSeconds + ((endSeconds - startSeconds) * position) / text.length;
  return textTokens(text).map(({ key, from, to }) => ({ key, startSeconds: placeOf(from), endSeconds: placeOf(to) }));
}

interface TimedRange extends MatchedRange {
  readonly track: number;
  readonly line: number;
}

interface WordPlace extends Omit<TimedRange, keyof PageRange> {
  readonly word: number;
}

/** A passage can correspond to at most `factor` times as many words of the book, plus `more`. */
const MAX_REPLACEMENTS = { factor: 3, more: 2 } as const;

/** Returns the spoken words of the pages, in order. */
function timedWords(spoken: readonly SpokenToken[], written: readonly WrittenToken[], found: Int32Array): WordPlace[] {
  const places: WordPlace[] = [];
  const add = (token: WrittenToken, { track, line }: SpokenToken, startSeconds: number): void => {
    const last = places.at(-1);
    if (token.word < 0 || (last?.page === token.page && last.word === token.word)) return;
    places.push({ page: token.page, word: token.word, track, line, startSeconds });
  };
  let before: { readonly spokenAt: number; readonly writtenAt: number } | null = null;
  for (const [spokenAt, writtenAt] of found.entries()) {
    if (writtenAt < 0) continue;
    const token = at(written, writtenAt);
    const word = at(spoken, spokenAt);
    if (before) {
      const former = at(spoken, before.spokenAt);
      const skipped = spokenAt - before.spokenAt - 1;
      const between = written.slice(before.writtenAt + 1, writtenAt);
      const most = MAX_REPLACEMENTS.factor * skipped + MAX_REPLACEMENTS.more;
      const isSame = former.track === word.track && at(written, before.writtenAt).page === token.page;
      if (isSame && skipped > 0 && between.length > 0 && between.length <= most) {
        const seconds = word.startSeconds - former.endSeconds;
        for (const [index, one] of between.entries())
          add(one, former, former.endSeconds + (seconds * index) / between.length);
      }
    }
    add(token, word, word.startSeconds);
    before = { spokenAt, writtenAt };
  }
  return places;
}

/** Joins the words of each line, unless they are in different blocks. */
function joinedByLine(words: readonly TimedRange[], pages: readonly SpinePage[]): TimedRange[] {
  const joined: TimedRange[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isSame = last?.line === word.line && last.page === word.page;
    if (isSame && !at(pages, word.page).page.text.slice(last.to, word.from).includes('\n'))
      joined[joined.length - 1] = { ...last, to: word.to };
    else joined.push(word);
  }
  return joined;
}
