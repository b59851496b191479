// The journal of an export. It records planned and finished files until the manifest is written, so that a killed
// export can be recovered.

import type { ExportFormat } from '@lectern/audio/formats';
import { z } from 'zod';
import type { Clock } from '../ports.ts';
import type { ExportFolder } from './export-folder.ts';
import {
  exportedFileSchema,
  MANIFEST_FILE,
  MANIFEST_TABLE,
  type Manifest,
  type ManifestRow,
  manifestRowSchema,
  manifestTable,
  type ReadManifest,
  sha256,
  WORK_FOLDER,
} from './manifest.ts';

const JOURNAL_FILE = `${WORK_FOLDER}/journal.jsonl`;

const entrySchema = z.discriminatedUnion('step', [
  /** Planned file names, all free or owned, and files parked under temporary names until then. */
  z.object({
    step: z.literal('plan'),
    project: z.object({ id: z.string(), name: z.string() }),
    files: z.array(exportedFileSchema),
    parked: z.array(manifestRowSchema),
  }),
  /** Files that have their final names. */
  z.object({ step: z.literal('done'), rows: z.array(manifestRowSchema) }),
]);
type JournalEntry = z.infer<typeof entrySchema>;

/** An export of 100,000 lines writes a tenth of this. */
const MOST_BYTES = 512 * 1024 * 1024;

export interface JournalReading {
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly planned: readonly string[];
  readonly parked: readonly ManifestRow[];
  readonly done: readonly ManifestRow[];
}

/**
 * Reads the journal of an unfinished export and returns null if there is none. A torn last row counts as not written.
 */
export async function readJournal(folder: ExportFolder): Promise<JournalReading | null> {
  if ((await folder.disk.look(folder.at(JOURNAL_FILE))) === null) return null;
  const text = new TextDecoder().decode(await folder.disk.read(folder.at(JOURNAL_FILE), MOST_BYTES));
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

/** Begins a journal with the plan, which is flushed to disk when this resolves. */
export async function beginJournal(
  folder: ExportFolder,
  project: { readonly id: string; readonly name: string },
  files: readonly string[],
  parked: readonly ManifestRow[],
): Promise<void> {
  const plan: JournalEntry = { step: 'plan', project, files: [...files], parked: [...parked] };
  await folder.replace(JOURNAL_FILE, `${JSON.stringify(plan)}\n`);
  await folder.disk.flushFolder(folder.at(WORK_FOLDER));
}

/** Records a different name for a file, because a foreign file has taken the planned one. */
export async function notePlanned(
  folder: ExportFolder,
  project: { readonly id: string; readonly name: string },
  file: string,
): Promise<void> {
  const entry: JournalEntry = { step: 'plan', project, files: [file], parked: [] };
  await folder.disk.append(folder.at(JOURNAL_FILE), `${JSON.stringify(entry)}\n`);
}

/** Records files that have their final names. A power failure may lose the record; recovery then compares hashes. */
export async function noteDone(folder: ExportFolder, rows: readonly ManifestRow[]): Promise<void> {
  const entry: JournalEntry = { step: 'done', rows: [...rows] };
  await folder.disk.append(folder.at(JOURNAL_FILE), `${JSON.stringify(entry)}\n`);
}

async function endJournal(folder: ExportFolder): Promise<void> {
  await folder.disk.remove(folder.at(JOURNAL_FILE));
}

export interface ManifestHead {
  readonly projectId: string;
  readonly projectName: string;
  readonly template: string;
  readonly format: ExportFormat;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Writes the manifest and its table if they changed, then removes the journal. The table comes first because the
 * manifest contains its hash, by which a later export detects an edited table and moves it to the bin.
 *
 * @param former the manifest now in the folder
 * @param order file names in script order; other files come last
 */
export async function writeManifest(
  folder: ExportFolder,
  head: ManifestHead,
  former: ReadManifest | null,
  order: readonly string[],
): Promise<ReadManifest> {
  await folder.settle();
  const places = new Map(order.map((file, index) => [file, index]));
  const placeOf = (file: string): number => places.get(file) ?? order.length;
  const files = folder.rows().sort((a, b) => placeOf(a.file) - placeOf(b.file) || a.number - b.number);
  const table = manifestTable(files);
  const tableSha256 = sha256(table);
  const manifest: Manifest = {
    lectern: 'line-files',
    version: 1,
    project: { id: head.projectId, name: head.projectName },
    exportedAt: new Date(head.clock.now()).toISOString(),
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

/** Ignores the export time when comparing manifests. */
const contentOf = ({ sha256: _, ...manifest }: Manifest & { readonly sha256?: string }): string =>
  JSON.stringify({ ...manifest, exportedAt: '' });

async function tableHash(folder: ExportFolder): Promise<string | null> {
  const entry = await folder.disk.look(folder.at(MANIFEST_TABLE));
  return entry?.kind === 'file' ? folder.hashOf(MANIFEST_TABLE) : null;
}
