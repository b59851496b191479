// `manifest.json` records the files that Lectern owns, `manifest.csv` is for people to read, and the journal is used to
// recover killed exports.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type ExportFormat, exportFormatSchema } from '@lectern/audio/formats';
import { z } from 'zod';
import { spreadsheetTable } from '../../../../node/spreadsheet-table.ts';
import { nameKey } from '../../../../shared/rules/export/file-names.ts';
import { parseJson } from '../../../../shared/rules/parse-json.ts';
import { asExportError, ExportError, foreignListError } from '../export-error.ts';
import { type Disk, folderDisk } from './disk.ts';
import type { ExportFolder } from './export-folder.ts';
import { exportedFileSchema, MANIFEST_FILE, MANIFEST_TABLE, PARKED_PREFIX, WORK_FOLDER } from './exported-names.ts';

const MANIFEST_VERSION = 1;

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
  sha256: z.string(),
  take: z.int().nullable(),
  /** Hash of the take's audio before conversion. */
  audioHash: z.string(),
  renderKey: z.string(),
  format: exportFormatSchema,
  /** Empty if the line has neither trim nor gain. */
  treatment: z.string(),
  /** Modification time in milliseconds since the epoch, used to detect changes by other programs. */
  modifiedMs: z.number(),
});
export type ManifestRow = z.infer<typeof manifestRowSchema>;

export const manifestSchema = z.object({
  lectern: z.literal('line-files'),
  version: z.literal(MANIFEST_VERSION),
  project: z.object({ id: z.string(), name: z.string() }),
  exportedAt: z.string(),
  template: z.string(),
  format: exportFormatSchema,
  /** Used to detect edits to the table; null if unknown. */
  tableSha256: z.string().nullable(),
  files: z.array(manifestRowSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

export type ReadManifest = Manifest & { readonly sha256: string };

/** Maximum size, in bytes: ten times the size of a list with 100,000 files. */
const MAX_BYTES = 512 * 1024 * 1024;

const headSchema = z.object({ lectern: z.literal('line-files'), version: z.number() });

/**
 * Reads the manifest; returns null if there is none.
 * @throws ExportError `newer-`, `foreign-` or `damaged-manifest`, `unwritable`
 */
export async function readManifest(outDir: string, disk: Disk = folderDisk(outDir)): Promise<ReadManifest | null> {
  const path = join(outDir, MANIFEST_FILE);
  try {
    const entry = await disk.stat(path);
    if (!entry) return null;
    const bytes = await disk.read(path, MAX_BYTES);
    return { ...parseManifest(new TextDecoder().decode(bytes), outDir), sha256: sha256(bytes) };
  } catch (error) {
    throw asExportError(error, outDir);
  }
}

function parseManifest(text: string, outDir: string): Manifest {
  const content = parseJson(text);
  const head = headSchema.safeParse(content);
  if (!head.success) {
    // A truncated or zeroed list no longer reveals which program wrote it.
    if (content === undefined) throw damagedListError(outDir);
    throw foreignListError(outDir, MANIFEST_FILE);
  }
  if (head.data.version > MANIFEST_VERSION) {
    throw new ExportError({ kind: 'newer-manifest', path: outDir });
  }
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success) throw damagedListError(outDir, manifest.error);
  return manifest.data;
}

const damagedListError = (outDir: string, cause?: unknown): ExportError =>
  new ExportError({ kind: 'damaged-manifest', path: outDir, list: MANIFEST_FILE, keptAs: null }, cause);

function manifestTable(rows: readonly ManifestRow[]): string {
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

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

export type LineFolder = ExportFolder<ManifestRow>;

const JOURNAL_FILE = `${WORK_FOLDER}/journal.jsonl`;

const entrySchema = z.discriminatedUnion('step', [
  /** Planned file names, all of them free or owned, and the files parked under temporary names. */
  z.object({
    step: z.literal('plan'),
    project: z.object({ id: z.string(), name: z.string() }),
    files: z.array(exportedFileSchema),
    parked: z.array(manifestRowSchema),
  }),
  z.object({ step: z.literal('done'), rows: z.array(manifestRowSchema) }),
]);
type JournalEntry = z.infer<typeof entrySchema>;

export interface JournalContent {
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly planned: readonly string[];
  readonly parked: readonly ManifestRow[];
  readonly done: readonly ManifestRow[];
}

/** Reads the journal, ignoring an incomplete last line; returns null if there is none. */
export async function readJournal(folder: LineFolder): Promise<JournalContent | null> {
  if ((await folder.disk.stat(folder.at(JOURNAL_FILE))) === null) return null;
  const text = new TextDecoder().decode(await folder.disk.read(folder.at(JOURNAL_FILE), MAX_BYTES));
  const entries = text.split('\n').flatMap((row) => parseEntry(row) ?? []);
  const plans = entries.filter((entry) => entry.step === 'plan');
  return {
    project: plans[0]?.project ?? null,
    planned: plans.flatMap((plan) => plan.files),
    parked: plans.flatMap((plan) => plan.parked),
    done: entries.flatMap((entry) => (entry.step === 'done' ? entry.rows : [])),
  };
}

function parseEntry(row: string): JournalEntry | null {
  if (row === '') return null;
  try {
    return entrySchema.parse(JSON.parse(row));
  } catch {
    return null;
  }
}

/** Resolves once the journal is flushed to disk. */
export async function beginJournal(
  folder: LineFolder,
  project: { readonly id: string; readonly name: string },
  files: readonly string[],
  parked: readonly ManifestRow[],
): Promise<void> {
  const plan: JournalEntry = { step: 'plan', project, files: [...files], parked: [...parked] };
  await folder.replace(JOURNAL_FILE, `${JSON.stringify(plan)}\n`);
  await folder.disk.flushFolder(folder.at(WORK_FOLDER));
}

/** Records a new planned name if a foreign file has taken the first one. */
export async function recordPlannedName(
  folder: LineFolder,
  project: { readonly id: string; readonly name: string },
  file: string,
): Promise<void> {
  const entry: JournalEntry = { step: 'plan', project, files: [file], parked: [] };
  await folder.disk.append(folder.at(JOURNAL_FILE), `${JSON.stringify(entry)}\n`);
}

/** A power failure can lose this entry. Recovery then compares hashes instead. */
export async function recordDone(folder: LineFolder, rows: readonly ManifestRow[]): Promise<void> {
  const entry: JournalEntry = { step: 'done', rows: [...rows] };
  await folder.disk.append(folder.at(JOURNAL_FILE), `${JSON.stringify(entry)}\n`);
}

async function endJournal(folder: LineFolder): Promise<void> {
  await folder.disk.remove(folder.at(JOURNAL_FILE));
}

interface ManifestHead {
  readonly project: { readonly id: string; readonly name: string };
  readonly template: string;
  readonly format: ExportFormat;
  readonly nowMs: number;
}

/**
 * Writes the table first, because the manifest contains its hash. With that hash, a later export can detect that the
 * table has been edited and move it to the bin.
 */
export async function writeManifest(
  folder: LineFolder,
  head: ManifestHead,
  former: ReadManifest | null,
  order: readonly string[],
): Promise<ReadManifest> {
  await folder.flush();
  const places = new Map(order.map((file, index) => [file, index]));
  const placeOf = (file: string): number => places.get(file) ?? order.length;
  const files = folder.rows().sort((a, b) => placeOf(a.file) - placeOf(b.file) || a.number - b.number);
  const table = manifestTable(files);
  const tableSha256 = sha256(table);
  const manifest: Manifest = {
    lectern: 'line-files',
    version: 1,
    project: head.project,
    exportedAt: new Date(head.nowMs).toISOString(),
    template: head.template,
    format: head.format,
    tableSha256,
    files,
  };
  if ((await tableHash(folder)) !== tableSha256) {
    await folder.replaceList(MANIFEST_TABLE, table, former?.tableSha256 ?? null);
  }
  let hash = former?.sha256 ?? '';
  if (!former || contentOf(former) !== contentOf(manifest)) {
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    await folder.replaceList(MANIFEST_FILE, text, former?.sha256 ?? null);
    hash = sha256(text);
  }
  await folder.disk.flushFolder(folder.path);
  await endJournal(folder);
  await folder.close();
  return { ...manifest, sha256: hash };
}

const contentOf = ({ sha256: _, ...manifest }: Manifest & { readonly sha256?: string }): string =>
  JSON.stringify({ ...manifest, exportedAt: '' });

async function tableHash(folder: LineFolder): Promise<string | null> {
  const entry = await folder.disk.stat(folder.at(MANIFEST_TABLE));
  return entry?.kind === 'file' ? folder.hashOf(MANIFEST_TABLE) : null;
}

export async function recover(
  folder: LineFolder,
  manifest: Manifest | null,
  journal: JournalContent | null,
): Promise<void> {
  const known = [...(manifest?.files ?? []), ...(journal?.parked ?? []), ...(journal?.done ?? [])];
  for (const row of known) folder.own(row);
  const certain = new Set(journal?.done.map((row) => nameKey(row.file)));
  const byHash = new Map(known.map((row) => [row.sha256, row]));
  for (const file of journal?.planned ?? []) {
    if (certain.has(nameKey(file))) continue;
    const entry = (await folder.isWithinFolders(file)) ? await folder.disk.stat(folder.at(file)) : null;
    if (entry?.kind !== 'file') continue;
    // Owned files might have swapped names and have the same size and time, so only the hash identifies them.
    const hash = await folder.hashOf(file);
    const expected = folder.findRow(file);
    const row = expected?.sha256 === hash ? expected : byHash.get(hash ?? '');
    if (row) folder.own({ ...row, file, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs });
    else {
      // The file was put in place just before the kill, or it is foreign; there is no way to know.
      if (expected) folder.disown(expected);
      await folder.moveFileToBin(file);
    }
  }
  await folder.sweepPartials();
  for (const name of await folder.disk.list(folder.at(WORK_FOLDER))) {
    if (name.startsWith(PARKED_PREFIX) && !folder.findRow(`${WORK_FOLDER}/${name}`))
      await folder.moveFileToBin(`${WORK_FOLDER}/${name}`);
  }
}

/** @throws ExportError `foreign-manifest` if a foreign file has the name of the table */
export async function checkTable(folder: LineFolder): Promise<void> {
  if ((await folder.disk.stat(folder.at(MANIFEST_TABLE))) === null) return;
  throw foreignListError(folder.path, MANIFEST_TABLE);
}
