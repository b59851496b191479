// The list of what an export made: `manifest.json`, which owns the files, and `manifest.csv`, for people.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { spreadsheetTable } from '../../../node/spreadsheet-table.ts';
import { exportFormatSchema } from '../../../shared/model/audio-formats.ts';
import { nameKey } from '../../../shared/rules/file-names.ts';
import { type Disk, folderDisk } from './disk.ts';
import { asExportError, ExportError } from './export-error.ts';
import { LOCK_FILE } from './export-place.ts';

/** Where files go that an export no longer makes, or that it replaces: `bin/<time>/<the file's path>`. */
export const BIN_FOLDER = 'bin';
/** Where files are while they are being written or moved; gone when no export is at work. */
export const WORK_FOLDER = '.lectern-export.tmp';
/** Begins the name of a file that waits in the work folder for its place to be free. */
export const PARKED = 'parked-';
export const MANIFEST_FILE = 'manifest.json';
export const MANIFEST_TABLE = 'manifest.csv';
const MANIFEST_VERSION = 1;

/** Names that are never those of exported files. */
export const RESERVED: ReadonlySet<string> = new Set(
  [BIN_FOLDER, WORK_FOLDER, LOCK_FILE, MANIFEST_FILE, MANIFEST_TABLE].map(nameKey),
);

/** Whether a path of the list can be an exported file's: an edited list must not reach beyond the folder. */
function isExported(path: string): boolean {
  if (/^[/\\]|^[A-Za-z]:|\\|\0/.test(path)) return false;
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return false;
  const isParked = parts.length === 2 && parts[0] === WORK_FOLDER && parts[1]?.startsWith(PARKED);
  return isParked || !RESERVED.has(nameKey(parts[0] ?? ''));
}

/** The path of an exported file within the folder, `/` between folders. */
export const exportedFileSchema = z.string().min(1).refine(isExported, 'no file of an export');

/** One exported file. */
export const manifestRowSchema = z.object({
  file: exportedFileSchema,
  /** The line's identity, which never changes. */
  line: z.int(),
  /** The line's number in the script. */
  number: z.int(),
  numberInChapter: z.int(),
  chapter: z.int(),
  chapterTitle: z.string().nullable(),
  roles: z.array(z.string()),
  text: z.string(),
  durationSeconds: z.number().min(0),
  sizeBytes: z.int().min(0),
  /** Of the exported bytes, hexadecimal. */
  sha256: z.string(),
  take: z.int().nullable(),
  /** Of the take's own audio, before it was converted. */
  audioHash: z.string(),
  renderKey: z.string(),
  format: exportFormatSchema,
  /** What was done to the audio besides converting it; empty where nothing was. */
  treatment: z.string(),
  /** When the file was written: milliseconds since the epoch, by which a change of it shows. */
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
  /** SHA-256 of the table beside this list, or null: it shows whether the table was edited. */
  tableSha256: z.string().nullable(),
  files: z.array(manifestRowSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A list as it stands in a folder, with the hash of its own bytes. */
export type ReadManifest = Manifest & { readonly sha256: string };

/** Lists of a hundred thousand files are a tenth as large. */
const MOST_BYTES = 512 * 1024 * 1024;

const headSchema = z.object({ lectern: z.literal('line-files'), version: z.number() });

/**
 * Reads the list of an export folder.
 *
 * @returns null where the folder has none
 * @throws ExportError `newer-manifest`, `foreign-manifest`, `damaged-manifest` (left where it stands), `unwritable`
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
    // Half of a list, or one that was overwritten with zeros, says no more whose it was.
    if (content === undefined) throw damaged(outDir);
    throw new ExportError(
      'foreign-manifest',
      outDir,
      `The folder “${outDir}” holds a ${MANIFEST_FILE} that is not Lectern's; choose another folder.`,
    );
  }
  if (head.data.version > MANIFEST_VERSION) {
    throw new ExportError(
      'newer-manifest',
      outDir,
      `The folder “${outDir}” was exported by a newer Lectern; use that one, or choose another folder.`,
    );
  }
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success) throw damaged(outDir, manifest.error);
  return manifest.data;
}

function damaged(outDir: string, cause?: unknown): ExportError {
  return new ExportError(
    'damaged-manifest',
    outDir,
    `The list of files in “${outDir}” (${MANIFEST_FILE}) is damaged.`,
    cause,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The table for people, with a row for each file. */
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

/** The hexadecimal SHA-256 of bytes or text. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
