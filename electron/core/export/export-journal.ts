// What an export is about to do and has done, row by row, until its manifest is written: a killed one is known by it.
import { z } from 'zod';
import type { ExportFormat } from '../../../shared/model/audio-formats.ts';
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
  /** Names that files are about to get, all of them free or ours; and files that wait under another name until then. */
  z.object({
    step: z.literal('plan'),
    project: z.object({ id: z.string(), name: z.string() }),
    files: z.array(exportedFileSchema),
    parked: z.array(manifestRowSchema),
  }),
  /** Files that stand under their names. */
  z.object({ step: z.literal('done'), rows: z.array(manifestRowSchema) }),
]);
type JournalEntry = z.infer<typeof entrySchema>;

/** An export of a hundred thousand lines writes a tenth of it. */
const MOST_BYTES = 512 * 1024 * 1024;

/** What a killed export left behind. */
export interface JournalReading {
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly planned: readonly string[];
  readonly parked: readonly ManifestRow[];
  readonly done: readonly ManifestRow[];
}

/** Reads the journal of an export that did not end; null where there is none. A torn last row counts as not written. */
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

/** Begins a journal with what is planned. It is on the disk, flushed, when this resolves. */
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

/** Notes another name under which a file will come, because something came to stand under the one that was planned. */
export async function notePlanned(
  folder: ExportFolder,
  project: { readonly id: string; readonly name: string },
  file: string,
): Promise<void> {
  const entry: JournalEntry = { step: 'plan', project, files: [file], parked: [] };
  await folder.disk.append(folder.at(JOURNAL_FILE), `${JSON.stringify(entry)}\n`);
}

/** Notes files that stand under their names now. A power cut may lose the note: then the bytes tell. */
export async function noteDone(folder: ExportFolder, rows: readonly ManifestRow[]): Promise<void> {
  const entry: JournalEntry = { step: 'done', rows: [...rows] };
  await folder.disk.append(folder.at(JOURNAL_FILE), `${JSON.stringify(entry)}\n`);
}

/** Ends the journal: the manifest says everything now. */
async function endJournal(folder: ExportFolder): Promise<void> {
  await folder.disk.remove(folder.at(JOURNAL_FILE));
}

// Writes the manifest and its table, last of all and only where something changed.

/** What a manifest says of its export. */
export interface ManifestHead {
  readonly projectId: string;
  readonly projectName: string;
  readonly template: string;
  readonly format: ExportFormat;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Writes down which files are ours, and ends the journal. The table comes first: the list holds its hash, so that an
 * edited table goes to the bin instead of being lost.
 *
 * @param former the manifest as it stands in the folder
 * @param order the export's files in script order; others come after them
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

/** Two lists that differ in the moment of their export alone are the same. */
const contentOf = ({ sha256: _, ...manifest }: Manifest & { readonly sha256?: string }): string =>
  JSON.stringify({ ...manifest, exportedAt: '' });

async function tableHash(folder: ExportFolder): Promise<string | null> {
  const entry = await folder.disk.look(folder.at(MANIFEST_TABLE));
  return entry?.kind === 'file' ? folder.hashOf(MANIFEST_TABLE) : null;
}
