// `delivery.json` lists the files that Lectern owns; its journal recovers a killed export.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type UsedSound, usedSoundSchema } from '../../../../shared/model/cue-sounds.ts';
import { type ExportDisclosure, exportDisclosureSchema } from '../../../../shared/model/export/disclosure.ts';
import { fileSignatureSchema } from '../../../../shared/model/export/signature.ts';
import { parseJson } from '../../../../shared/rules/parse-json.ts';
import { ExportError, foreignListError } from '../export-error.ts';
import type { ExportFolder } from './export-folder.ts';
import { exportedFileSchema, WORK_FOLDER } from './exported-names.ts';
import { checkProject, quarantineDamaged } from './owned-files.ts';

export const AUDIO_LIST_FILE = 'delivery.json';
const JOURNAL_FILE = `${WORK_FOLDER}/delivery.jsonl`;
const VERSION = 1;
const MAX_BYTES = 512 * 1024 * 1024;

const figureSchema = z.number().nullable();

export const audioRowSchema = z.object({
  file: exportedFileSchema,
  /** Content key. Files with the same bytes have the same key. */
  key: z.string(),
  title: z.string(),
  /** False for extra files: a cover, chapter list or transcript. */
  isSound: z.boolean().default(true),
  durationSeconds: z.number().min(0),
  sizeBytes: z.int().min(0),
  sha256: z.string(),
  modifiedMs: z.number(),
  /** Measured before encoding. A file made of several streams has the values of its loudest stream. */
  loudnessLufs: figureSchema,
  rmsDbfs: figureSchema,
  truePeakDbtp: figureSchema,
  /** How the speech was made: URI of a term in the IPTC's vocabulary. Absent for files without speech. */
  digitalSourceType: z.string().optional(),
  /** Id of the inaudible watermark in the audio, as eight hexadecimal digits. */
  watermark: z.string().optional(),
  signature: fileSignatureSchema.optional(),
  /**
   * Times are in seconds from the start of the file. Each entry in `lines` has an id, start, end, and the start within
   * the take. Chapters with the same `key` have the same stream.
   */
  chapters: z.array(
    z.object({
      title: z.string(),
      startSeconds: z.number().min(0),
      lines: z.array(z.tuple([z.int(), z.number(), z.number(), z.number().default(0)])),
      stream: z
        .object({ key: z.string(), loudnessLufs: figureSchema, rmsDbfs: figureSchema, truePeakDbtp: figureSchema })
        .optional(),
    }),
  ),
});
export type AudioRow = z.infer<typeof audioRowSchema>;

const projectSchema = z.object({ id: z.string(), name: z.string() });
type ProjectName = z.infer<typeof projectSchema>;

const manifestSchema = z.object({
  lectern: z.literal('delivery'),
  version: z.literal(VERSION),
  project: projectSchema,
  exportedAt: z.string(),
  files: z.array(audioRowSchema),
  /** Music and effects in the files, with their licences and credits. */
  sounds: z.array(usedSoundSchema).readonly().optional(),
  disclosure: exportDisclosureSchema.optional(),
});
type AudioList = z.infer<typeof manifestSchema>;

const headSchema = z.object({ lectern: z.literal('delivery'), version: z.number() });

export type AudioFolder = ExportFolder<AudioRow>;

export interface ReadAudioList {
  readonly manifest: AudioList;
  readonly sha256: string;
}

/** Returns null if the folder has no list. @throws ExportError */
export async function readAudioList(folder: AudioFolder): Promise<ReadAudioList | null> {
  const path = folder.at(AUDIO_LIST_FILE);
  if ((await folder.disk.stat(path)) === null) return null;
  const bytes = await folder.disk.read(path, MAX_BYTES);
  const content = parseJson(new TextDecoder().decode(bytes));
  const head = headSchema.safeParse(content);
  if (!head.success && content !== undefined) {
    throw foreignListError(folder.path, AUDIO_LIST_FILE);
  }
  if (head.success && head.data.version > VERSION) {
    throw new ExportError({ kind: 'newer-manifest', path: folder.path });
  }
  const manifest = manifestSchema.safeParse(content);
  if (manifest.success) return { manifest: manifest.data, sha256: createHash('sha256').update(bytes).digest('hex') };
  throw new ExportError({ kind: 'damaged-manifest', path: folder.path, list: AUDIO_LIST_FILE, keptAs: null });
}

const entrySchema = z.object({ project: projectSchema, row: audioRowSchema.nullable() });
type PlacedEntry = z.infer<typeof entrySchema>;

async function readJournal(folder: AudioFolder): Promise<PlacedEntry[]> {
  const path = folder.at(JOURNAL_FILE);
  if ((await folder.disk.stat(path)) === null) return [];
  const text = new TextDecoder().decode(await folder.disk.read(path, MAX_BYTES));
  // Ignore an incomplete last line: its entry doesn't count as written.
  return text.split('\n').flatMap((row) => {
    const entry = entrySchema.safeParse(parseJson(row));
    return entry.success ? [entry.data] : [];
  });
}

/** @throws ExportError `other-project`, `foreign-manifest`, `newer-manifest`, `damaged-manifest` */
export async function openAudioList(
  folder: AudioFolder,
  project: ProjectName,
  nowMs: number,
): Promise<ReadAudioList | null> {
  const journal = await readJournal(folder);
  checkProject(folder.path, project, journal[0]?.project);
  const former = await readAudioList(folder).catch(async (error: unknown) => {
    const isDamaged = error instanceof ExportError && error.kind === 'damaged-manifest';
    throw isDamaged ? await quarantineDamaged(folder, nowMs, [AUDIO_LIST_FILE]) : error;
  });
  checkProject(folder.path, project, former?.manifest.project);
  for (const row of former?.manifest.files ?? []) folder.own(row);
  for (const { row } of journal) {
    if (row) await ownIfPresent(folder, row);
  }
  await folder.sweepPartials();
  return former;
}

/** The journal is written before a file is put in place, so only the hash shows whether the file was put in place. */
async function ownIfPresent(folder: AudioFolder, row: AudioRow): Promise<void> {
  if (!(await folder.isWithinFolders(row.file))) return;
  const entry = await folder.disk.stat(folder.at(row.file));
  if (entry?.kind !== 'file' || (await folder.hashOf(row.file)) !== row.sha256) return;
  folder.own({ ...row, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs });
}

/** Resolves once the journal is flushed to disk. */
export async function beginAudioJournal(
  folder: AudioFolder,
  project: ProjectName,
  parked: readonly AudioRow[],
): Promise<void> {
  const rows = [...folder.rows(), ...parked];
  const entries = [{ project, row: null }, ...rows.map((row) => ({ project, row }))];
  await folder.replace(
    JOURNAL_FILE,
    entries.map((entry) => `${JSON.stringify(entry satisfies PlacedEntry)}\n`).join(''),
  );
  await folder.disk.flushFolder(folder.at(WORK_FOLDER));
}

/** Call it before putting the file in place. */
export async function recordPlacing(folder: AudioFolder, project: ProjectName, row: AudioRow): Promise<void> {
  const entry: PlacedEntry = { project, row };
  // The leading newline separates the entry from a previous incomplete one. For example, the disk might have been full.
  await folder.disk.append(folder.at(JOURNAL_FILE), `\n${JSON.stringify(entry)}\n`);
}

interface AudioListContent {
  readonly order: readonly string[];
  readonly sounds: readonly UsedSound[];
  readonly disclosure: ExportDisclosure | null;
  readonly nowMs: number;
}

/** Writes the list in the given order of names if it has changed, and removes the journal. */
export async function writeAudioList(
  folder: AudioFolder,
  project: ProjectName,
  former: ReadAudioList | null,
  { order, sounds, disclosure, nowMs }: AudioListContent,
): Promise<void> {
  await folder.flush();
  const places = new Map(order.map((file, index) => [file, index]));
  const files = folder
    .rows()
    .sort((a, b) => (places.get(a.file) ?? order.length) - (places.get(b.file) ?? order.length));
  const manifest: AudioList = {
    lectern: 'delivery',
    version: VERSION,
    project,
    exportedAt: new Date(nowMs).toISOString(),
    files,
    ...(sounds.length > 0 && { sounds }),
    ...(disclosure && { disclosure }),
  };
  const contentOf = (one: AudioList): string => JSON.stringify({ ...one, exportedAt: '' });
  if (!former || contentOf(former.manifest) !== contentOf(manifest)) {
    await folder.replaceList(AUDIO_LIST_FILE, `${JSON.stringify(manifest, null, 1)}\n`, former?.sha256 ?? null);
  }
  await folder.disk.flushFolder(folder.path);
  await folder.disk.remove(folder.at(JOURNAL_FILE));
  await folder.close();
}
