// Extracts app.asar, because plain Node can't run files in it, and verifies each file's hash.
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

interface ArchiveEntry {
  readonly files?: Readonly<Record<string, ArchiveEntry>>;
  readonly link?: string;
  readonly size?: number;
  readonly offset?: string;
  /** Whether the file is stored next to the archive. */
  readonly unpacked?: boolean;
  readonly executable?: boolean;
  readonly integrity?: { readonly algorithm: string; readonly hash: string };
}

interface ArchiveHeader {
  readonly root: ArchiveEntry;
  /** Identifies the archive, because the header contains the hashes of all files. */
  readonly hash: string;
  /** Offset of the first file in bytes. */
  readonly start: number;
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, position) !== length) throw new Error('The archive ends too early');
  return bytes;
}

/** Reads the header, a Chromium "pickle" with nested lengths. */
function readHeader(file: number): ArchiveHeader {
  const sizes = readAt(file, 0, 16);
  const text = readAt(file, 16, sizes.readUInt32LE(12));
  return {
    root: JSON.parse(text.toString('utf8')),
    hash: createHash('sha256').update(text).digest('hex'),
    start: 8 + sizes.readUInt32LE(4),
  };
}

/**
 * Extracts an archive unless it is already in the cache.
 * @param cache contains extracted archives by hash
 * @returns the application's folder
 * @throws Error that names a file with a wrong hash
 */
export function extractArchive(archive: string, cache: string): string {
  const file = openSync(archive, 'r');
  try {
    const header = readHeader(file);
    const folder = join(cache, header.hash);
    if (existsSync(folder)) return folder;
    const part = `${folder}.${randomUUID()}.part`;
    extractEntry(header.root, { file, archive, start: header.start, folder: part, path: '' });
    try {
      renameSync(part, folder);
    } catch {
      // Another process has already extracted the archive.
      rmSync(part, { recursive: true, force: true });
    }
    return folder;
  } finally {
    closeSync(file);
  }
}

interface ExtractionPaths {
  readonly file: number;
  readonly archive: string;
  readonly start: number;
  readonly folder: string;
  readonly path: string;
}

function extractEntry(entry: ArchiveEntry, paths: ExtractionPaths): void {
  const target = join(paths.folder, paths.path);
  if (entry.files) {
    mkdirSync(target, { recursive: true });
    for (const [name, child] of Object.entries(entry.files))
      extractEntry(child, { ...paths, path: join(paths.path, name) });
  } else if (entry.link !== undefined) symlinkSync(join(paths.folder, entry.link), target);
  else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, readEntry(entry, paths));
    if (entry.executable) chmodSync(target, 0o755);
  }
}

function readEntry({ unpacked, size = 0, offset = '0', integrity }: ArchiveEntry, paths: ExtractionPaths): Buffer {
  const bytes = unpacked
    ? readFileSync(join(`${paths.archive}.unpacked`, paths.path))
    : readAt(paths.file, paths.start + Number(offset), size);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (integrity?.algorithm !== 'SHA256' || integrity.hash !== hash) {
    throw new Error(`${paths.path} in ${paths.archive} is not what was packed`);
  }
  return bytes;
}
