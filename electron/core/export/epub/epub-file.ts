// Reads the files of an EPUB on demand.
import { posix } from 'node:path';
import {
  decodeXml,
  fileInArchive,
  firstDescendant,
  readXml,
  unpackEntry,
  type ZipEntry,
  zipEntries,
} from '@lectern/manuscript/epub';
import type { PackedFile } from '../plan/export-plan.ts';
import { attributeOf, localName, type XmlPart, type XmlStartTag, xmlParts } from './xml-source.ts';

/** `damaged`: not a ZIP file, or without a package document. `drm`: the text is encrypted. */
export type EpubProblem = 'damaged' | 'drm';

export class EpubError extends Error {
  override readonly name = 'EpubError';
  readonly problem: EpubProblem;

  constructor(problem: EpubProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Maximum size of a text file, in bytes. Real books have no larger ones. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** Maximum size of any other file, such as a video. */
const MAX_FILE_BYTES = 1024 ** 3;

export interface EpubItem {
  readonly id: string;
  /** Path in the EPUB; null if it is elsewhere. */
  readonly path: string | null;
  readonly mediaType: string;
  readonly properties: readonly string[];
  readonly tag: XmlStartTag;
}

export class EpubFile {
  readonly packagePath: string;
  readonly packageSource: string;
  readonly packageParts: readonly XmlPart[];
  readonly items: readonly EpubItem[];
  /** Paths of the pages in reading order. */
  readonly spine: readonly string[];
  readonly #bytes: Uint8Array;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  /** Only the paths, without the content. */
  readonly #paths: ReadonlyMap<string, Uint8Array>;

  /** @throws EpubError */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    try {
      this.#entries = new Map([...zipEntries(bytes)].map((entry) => [entry.name, entry]));
      if (this.#isProtected()) throw new EpubError('drm');
      this.packagePath = this.#findPackage();
      this.packageSource = this.text(this.packagePath);
      this.packageParts = xmlParts(this.packageSource);
    } catch (error) {
      throw error instanceof EpubError ? error : new EpubError('damaged', { cause: error });
    }
    this.#paths = new Map([...this.#entries.keys()].map((path) => [path, new Uint8Array(0)]));
    const tags = this.packageParts.filter((part) => part.kind === 'open');
    this.items = tags
      .filter(({ name }) => localName(name) === 'item')
      .map((tag) => ({
        id: attributeOf(tag, 'id') ?? '',
        path: this.resolve(attributeOf(tag, 'href') ?? '', this.packagePath),
        mediaType: attributeOf(tag, 'media-type') ?? '',
        properties: (attributeOf(tag, 'properties') ?? '').split(/\s+/).filter((one) => one !== ''),
        tag,
      }));
    const byId = new Map(this.items.map((item) => [item.id, item]));
    this.spine = tags
      .filter(({ name }) => localName(name) === 'itemref')
      .flatMap((tag) => byId.get(attributeOf(tag, 'idref') ?? '')?.path ?? []);
  }

  /** 2 or 3. */
  get version(): number {
    const root = this.packageParts.find((part) => part.kind === 'open');
    return Number.parseInt((root && attributeOf(root, 'version')) ?? '2', 10);
  }

  get paths(): readonly string[] {
    return [...this.#entries.keys()].filter((path) => !path.endsWith('/'));
  }

  /** Resolves a reference in a file. Returns null if no such file exists. */
  resolve(reference: string, base: string): string | null {
    const path = fileInArchive(this.#paths, reference, base);
    return path !== null && this.#entries.has(path) ? path : null;
  }

  /** @throws EpubError `damaged` */
  text(path: string): string {
    return decodeXml(this.#read(path, MAX_TEXT_BYTES));
  }

  /** Returns a file to be packed unchanged. */
  packed(path: string): PackedFile {
    const entry = this.#entries.get(path);
    return {
      path,
      read: () => this.#read(path, MAX_FILE_BYTES),
      // Keep pictures and fonts uncompressed if the book does.
      isStored: entry?.method === 0,
      key: `${entry?.crc}-${entry?.unpackedBytes}`,
    };
  }

  /** Returns a path in the folder of the package document that no file of the book has. */
  freePath(name: string): string {
    const folder = posix.dirname(this.packagePath);
    const extension = posix.extname(name);
    const stem = name.slice(0, name.length - extension.length);
    const taken = new Set([...this.#entries.keys()].map((path) => path.toLowerCase()));
    for (let number = 1; ; number += 1) {
      const path = posix.join(folder, `${stem}${number === 1 ? '' : `-${number}`}${extension}`);
      const isTaken =
        taken.has(path.toLowerCase()) || [...taken].some((one) => one.startsWith(`${path.toLowerCase()}/`));
      if (!isTaken) return path;
    }
  }

  #read(path: string, maxBytes: number): Uint8Array {
    const entry = this.#entries.get(path);
    if (!entry) throw new EpubError('damaged');
    try {
      const unpacked = unpackEntry(this.#bytes, entry, maxBytes);
      if (unpacked) return unpacked.bytes;
    } catch (error) {
      throw new EpubError('damaged', { cause: error });
    }
    throw new EpubError('damaged');
  }

  #findPackage(): string {
    const container = this.#entries.has('META-INF/container.xml') ? this.text('META-INF/container.xml') : '';
    const named = firstDescendant(readXml(container), 'rootfile')?.attributes['full-path'];
    if (named !== undefined && this.#entries.has(named)) return named;
    const found = [...this.#entries.keys()].find((path) => path.endsWith('.opf'));
    if (found === undefined) throw new EpubError('damaged');
    return found;
  }

  /** Ignores encrypted fonts. */
  #isProtected(): boolean {
    if (!this.#entries.has('META-INF/encryption.xml')) return false;
    return /URI\s*=\s*["'][^"']*\.(?:x?html?|opf|ncx)["']/i.test(this.text('META-INF/encryption.xml'));
  }
}
