// The list of assembled files, `delivery.json`, which owns them; and what a killed export was about to do.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ExportError } from './export-error.ts';
import type { ExportFolder } from './export-folder.ts';
import { exportedFileSchema, WORK_FOLDER } from './manifest.ts';
import { checkProject, keepDamagedAside } from './survey.ts';

export const DELIVERY_FILE = 'delivery.json';
const JOURNAL_FILE = `${WORK_FOLDER}/delivery.jsonl`;
const VERSION = 1;
const MOST_BYTES = 512 * 1024 * 1024;

const figure = z.number().nullable();

/** One assembled file. */
export const deliveryRowSchema = z.object({
  file: exportedFileSchema,
  /** The same exactly where the bytes would be. */
  key: z.string(),
  title: z.string(),
  /** Else it goes along with the sound: a cover, chapters, a transcript. */
  isSound: z.boolean().default(true),
  durationSeconds: z.number().min(0),
  sizeBytes: z.int().min(0),
  /** Of its bytes, hexadecimal. */
  sha256: z.string(),
  modifiedMs: z.number(),
  /** Measured before it was encoded; of a file of several parts, those of the loudest. */
  loudnessLufs: figure,
  rmsDbfs: figure,
  truePeakDbtp: figure,
  /**
   * In seconds from the start of the file. `lines`: which line sounds from when to when, and from where in its take.
   * `stream`: of a file that is put together of streams; the key is the same exactly where the stream would be.
   */
  chapters: z.array(
    z.object({
      title: z.string(),
      startSeconds: z.number().min(0),
      lines: z.array(z.tuple([z.int(), z.number(), z.number(), z.number().default(0)])),
      stream: z.object({ key: z.string(), loudnessLufs: figure, rmsDbfs: figure, truePeakDbtp: figure }).optional(),
    }),
  ),
});
export type DeliveryRow = z.infer<typeof deliveryRowSchema>;

const projectSchema = z.object({ id: z.string(), name: z.string() });
type ProjectName = z.infer<typeof projectSchema>;

const manifestSchema = z.object({
  lectern: z.literal('delivery'),
  version: z.literal(VERSION),
  project: projectSchema,
  /** ISO 8601. */
  exportedAt: z.string(),
  files: z.array(deliveryRowSchema),
});
type DeliveryManifest = z.infer<typeof manifestSchema>;

const headSchema = z.object({ lectern: z.literal('delivery'), version: z.number() });

export type DeliveryFolder = ExportFolder<DeliveryRow>;

/** The list as it stands in the folder, and the hash of its bytes. */
export interface ReadDelivery {
  readonly manifest: DeliveryManifest;
  readonly sha256: string;
}

/** The list of a folder; null where there is none. Changes nothing. @throws ExportError */
export async function readDelivery(folder: DeliveryFolder): Promise<ReadDelivery | null> {
  const path = folder.at(DELIVERY_FILE);
  if ((await folder.disk.look(path)) === null) return null;
  const bytes = await folder.disk.read(path, MOST_BYTES);
  const content = parsed(new TextDecoder().decode(bytes));
  const head = headSchema.safeParse(content);
  if (!head.success && content !== undefined) {
    throw new ExportError(
      'foreign-manifest',
      folder.path,
      `The folder “${folder.path}” holds a ${DELIVERY_FILE} that is not Lectern's; choose another folder.`,
    );
  }
  if (head.success && head.data.version > VERSION) {
    throw new ExportError(
      'newer-manifest',
      folder.path,
      `The folder “${folder.path}” was exported by a newer Lectern; use that one, or choose another folder.`,
    );
  }
  const manifest = manifestSchema.safeParse(content);
  if (manifest.success) return { manifest: manifest.data, sha256: createHash('sha256').update(bytes).digest('hex') };
  throw new ExportError('damaged-manifest', folder.path, `${DELIVERY_FILE} is damaged.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const entrySchema = z.object({ project: projectSchema, row: deliveryRowSchema.nullable() });
type PlacedEntry = z.infer<typeof entrySchema>;

async function readJournal(folder: DeliveryFolder): Promise<PlacedEntry[]> {
  const path = folder.at(JOURNAL_FILE);
  if ((await folder.disk.look(path)) === null) return [];
  const text = new TextDecoder().decode(await folder.disk.read(path, MOST_BYTES));
  // A torn last row counts as not written.
  return text.split('\n').flatMap((row) => {
    const entry = entrySchema.safeParse(parsed(row));
    return entry.success ? [entry.data] : [];
  });
}

/**
 * Finds out which files of the folder are ours, those that a killed export made included.
 *
 * @throws ExportError `other-project`, `foreign-manifest`, `newer-manifest`, `damaged-manifest`
 */
export async function takeDeliveryStock(
  folder: DeliveryFolder,
  project: ProjectName,
  nowMs: number,
): Promise<ReadDelivery | null> {
  const journal = await readJournal(folder);
  checkProject(folder.path, project, journal[0]?.project);
  const former = await readDelivery(folder).catch(async (error: unknown) => {
    const isDamaged = error instanceof ExportError && error.kind === 'damaged-manifest';
    throw isDamaged ? await keepDamagedAside(folder, nowMs, [DELIVERY_FILE]) : error;
  });
  checkProject(folder.path, project, former?.manifest.project);
  for (const row of former?.manifest.files ?? []) folder.own(row);
  for (const { row } of journal) {
    if (row) await ownIfThere(folder, row);
  }
  await folder.sweepPartials();
  return former;
}

/** The journal says what was about to get a name: the bytes say whether it did. */
async function ownIfThere(folder: DeliveryFolder, row: DeliveryRow): Promise<void> {
  if (!(await folder.isWithinFolders(row.file))) return;
  const entry = await folder.disk.look(folder.at(row.file));
  if (entry?.kind !== 'file' || (await folder.hashOf(row.file)) !== row.sha256) return;
  folder.own({ ...row, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs });
}

/** Begins the journal: it is on the disk, flushed, when this resolves. */
export async function beginDeliveryJournal(folder: DeliveryFolder, project: ProjectName): Promise<void> {
  const entries = [{ project, row: null }, ...folder.rows().map((row) => ({ project, row }))];
  await folder.replace(
    JOURNAL_FILE,
    entries.map((entry) => `${JSON.stringify(entry satisfies PlacedEntry)}\n`).join(''),
  );
  await folder.disk.flushFolder(folder.at(WORK_FOLDER));
}

/** Notes a file that is about to get its name. */
export async function notePlacing(folder: DeliveryFolder, project: ProjectName, row: DeliveryRow): Promise<void> {
  const entry: PlacedEntry = { project, row };
  // A row before it may be torn, where the drive was full for a moment.
  await folder.disk.append(folder.at(JOURNAL_FILE), `\n${JSON.stringify(entry)}\n`);
}

/** Writes the list, where it changed, and ends the journal. @param order names in the order in which they are listed */
export async function writeDeliveryManifest(
  folder: DeliveryFolder,
  project: ProjectName,
  former: ReadDelivery | null,
  { order, nowMs }: { readonly order: readonly string[]; readonly nowMs: number },
): Promise<void> {
  await folder.settle();
  const places = new Map(order.map((file, index) => [file, index]));
  const files = folder
    .rows()
    .sort((a, b) => (places.get(a.file) ?? order.length) - (places.get(b.file) ?? order.length));
  const manifest: DeliveryManifest = {
    lectern: 'delivery',
    version: VERSION,
    project,
    exportedAt: new Date(nowMs).toISOString(),
    files,
  };
  const contentOf = (one: DeliveryManifest): string => JSON.stringify({ ...one, exportedAt: '' });
  if (!former || contentOf(former.manifest) !== contentOf(manifest)) {
    await folder.replaceList(DELIVERY_FILE, `${JSON.stringify(manifest, null, 1)}\n`, former?.sha256 ?? null);
  }
  await folder.disk.flushFolder(folder.path);
  await folder.disk.remove(folder.at(JOURNAL_FILE));
  await folder.close();
}
