// Reads and formats the list of exported files: `manifest.json`, which records the files that Lectern owns, and
// `manifest.csv` for people.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { spreadsheetTable } from '../../../node/spreadsheet-table.ts';
import { exportFormatSchema } from '../../../shared/model/audio-formats.ts';
import { nameKey } from '../../../shared/rules/file-names.ts';
import { type Disk, folderDisk } from './disk.ts';
import { asExportError, ExportError } from './export-error.ts';
import { LOCK_FILE } from './export-place.ts';

/** Replaced and obsolete files move to `bin/<time>/<file path>`. */
export const BIN_FOLDER = 'bin';
/** Contains files that are being written or moved. Exists only during an export. */
export const WORK_FOLDER = '.lectern-export.tmp';
/** Name prefix of files that wait in the work folder until their new name is free. */
export const PARKED = 'parked-';
export const MANIFEST_FILE = 'manifest.json';
export const MANIFEST_TABLE = 'manifest.csv';
const MANIFEST_VERSION = 1;

/** Top-level names that exported files can't have. */
export const RESERVED: ReadonlySet<string> = new Set(
  [BIN_FOLDER, WORK_FOLDER, LOCK_FILE, MANIFEST_FILE, MANIFEST_TABLE].map(nameKey),
);

/** Returns whether a path in the list is valid. An edited list must not reach outside the folder. */
function isExported(path: string): boolean {
  if (/^[/\\]|^[A-Za-z]:|\\|\0/.test(path)) return false;
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return false;
  const isParked = parts.length === 2 && parts[0] === WORK_FOLDER && parts[1]?.startsWith(PARKED);
  return isParked || !RESERVED.has(nameKey(parts[0] ?? ''));
}

/** Path of an exported file relative to the folder, with `/` as separator. */
export const exportedFileSchema = z.string().min(1).refine(isExported);

export const manifestRowSchema = z.object({
  file: exportedFileSchema,
  line: z.int(),
  number: z.int(),
  numberInChapter: z.int(),
  chapter: z.int(),
  chapterTitle: z.string().nullable(),
  roles: z.array(z.string()),
  text: z.string(),
  durationSeconds: z.number().min(0),
  sizeBytes: z.int().min(0),
  /** Hexadecimal hash of the exported file. */
  sha256: z.string(),
  take: z.int().nullable(),
  /** Hash of the take's audio before conversion. */
  audioHash: z.string(),
  renderKey: z.string(),
  format: exportFormatSchema,
  /** Description of trim and gain; empty if there are none. */
  treatment: z.string(),
  /** Modification time in milliseconds since the epoch, to detect changes by others. */
  modifiedMs: z.number(),
});
export type ManifestRow = z.infer<typeof manifestRowSchema>;

export const manifestSchema = z.object({
  lectern: z.literal('line-files'),
  version: z.literal(MANIFEST_VERSION),
  project: z.object({ id: z.string(), name: z.string() }),
  /** ISO 8601. */
  exportedAt: z.string(),
  template: z.string(),
  format: exportFormatSchema,
  /** SHA-256 of the table, to detect that it was edited; null if unknown. */
  tableSha256: z.string().nullable(),
  files: z.array(manifestRowSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

export type ReadManifest = Manifest & { readonly sha256: string };

/** A list of 100,000 files is a tenth of this. */
const MOST_BYTES = 512 * 1024 * 1024;

const headSchema = z.object({ lectern: z.literal('line-files'), version: z.number() });

/**
 * Reads the manifest of an export folder. Returns null if there is none.
 *
 * @throws ExportError `newer-manifest`, `foreign-manifest`, `damaged-manifest` (the file stays where it is),
 * `unwritable`
 */
export async function readManifest(outDir: string, disk: Disk = folderDisk(outDir)): Promise<ReadManifest | null> {
  const path = join(outDir, MANIFEST_FILE);
  try {
    const entry = await disk.look(path);
    if (!entry) return null;
    const bytes = await disk.read(path, MOST_BYTES);
    return { ...parseManifest(new TextDecoder().decode(bytes), outDir), sha256: sha256(bytes) };
  } catch (error) {
    throw asExportError(error, outDir);
  }
}

function parseManifest(text: string, outDir: string): Manifest {
  const content = parseJson(text);
  const head = headSchema.safeParse(content);
  if (!head.success) {
    // A truncated or zeroed list no longer shows which program wrote it.
    if (content === undefined) throw damaged(outDir);
    throw foreignList(outDir, MANIFEST_FILE);
  }
  if (head.data.version > MANIFEST_VERSION) {
    throw new ExportError({ kind: 'newer-manifest', path: outDir });
  }
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success) throw damaged(outDir, manifest.error);
  return manifest.data;
}

const damaged = (outDir: string, cause?: unknown): ExportError =>
  new ExportError({ kind: 'damaged-manifest', path: outDir, list: MANIFEST_FILE, keptAs: null }, cause);

/** Returns the error for another program's file with the name of a list. */
export const foreignList = (outDir: string, list: string, appeared = false): ExportError =>
  new ExportError({ kind: 'foreign-manifest', path: outDir, list, appeared });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function manifestTable(rows: readonly ManifestRow[]): string {
  return spreadsheetTable([
    [
      ...['file', 'line_id', 'line', 'line_in_chapter', 'chapter', 'chapter_title', 'roles', 'text'],
      ...['duration_seconds', 'size_bytes', 'sha256', 'take_id', 'audio_hash', 'format'],
    ],
    ...rows.map((row) => [
      ...[row.file, row.line, row.number, row.numberInChapter, row.chapter, row.chapterTitle ?? ''],
      ...[row.roles.join('+'), row.text, row.durationSeconds, row.sizeBytes, row.sha256],
      ...[row.take ?? '', row.audioHash, row.format],
    ]),
  ]);
}

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
