// The list of what an export made: `manifest.json`, which owns the files, and `manifest.csv`, for people.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { z } from 'zod';
import { outputFormatSchema } from '../../../shared/service/vocabulary.ts';
import { asExportError, ExportError } from './export-error.ts';

export const MANIFEST_FILE = 'manifest.json';
export const MANIFEST_TABLE = 'manifest.csv';
const MANIFEST_VERSION = 1;

/** Whether a path of the list stays within the folder: a list that somebody changed must not reach beyond it. */
function isInside(path: string): boolean {
  return (
    !/^[/\\]|^[A-Za-z]:|\\|\0/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** One exported file. */
export const manifestRowSchema = z.object({
  /** The file's path within the folder, `/` between folders. */
  file: z.string().min(1).refine(isInside, 'outside the folder'),
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
  format: outputFormatSchema,
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
  format: outputFormatSchema,
  /** SHA-256 of the table beside this list, or null: by it a table that somebody changed is known. */
  tableSha256: z.string().nullable(),
  files: z.array(manifestRowSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

const headSchema = z.object({ lectern: z.literal('line-files'), version: z.number() });

/**
 * Reads the list of an export folder.
 *
 * @returns null where the folder has none
 * @throws ExportError `newer-manifest`, `foreign-manifest`, `damaged-manifest` (left where it stands), `unwritable`
 */
export async function readManifest(outDir: string): Promise<Manifest | null> {
  let text: string;
  try {
    text = await readFile(join(outDir, MANIFEST_FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw asExportError(error, outDir);
  }
  return parseManifest(text, outDir);
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
  return `${Papa.unparse({
    fields: [
      ...['file', 'line_id', 'line', 'line_in_chapter', 'chapter', 'chapter_title', 'roles', 'text'],
      ...['duration_seconds', 'size_bytes', 'sha256', 'take_id', 'audio_hash', 'format'],
    ],
    data: rows.map((row) => [
      ...[row.file, row.line, row.number, row.numberInChapter, row.chapter, row.chapterTitle ?? ''],
      ...[row.roles.join('+'), row.text, row.durationSeconds, row.sizeBytes, row.sha256],
      ...[row.take ?? '', row.audioHash, row.format],
    ]),
  })}\r\n`;
}

/** The hexadecimal SHA-256 of bytes or text. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
