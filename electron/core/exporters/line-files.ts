// Exports each line as a file of its own, with a manifest that owns the files.
import type { Treatment } from '../../../shared/model/take.ts';
import { FileNameTemplateError, validateTemplate } from '../../../shared/rules/file-names.ts';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import type { Clock } from '../ports.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { asExportError, ExportError, templateError } from './export-error.ts';
import { ExportFolder } from './export-folder.ts';
import { beginJournal, noteDone, readJournal } from './export-journal.ts';
import type { ExportLine } from './export-line.ts';
import { lockFolder } from './folder-lock.ts';
import { inParallel } from './in-parallel.ts';
import { type LineFilePlan, type MissingFile, type Naming, planLineFiles } from './line-file-plan.ts';
import { type Manifest, type ManifestRow, readManifest, sha256 } from './manifest.ts';
import { writeManifest } from './manifest-writer.ts';
import { checkProject, checkTable, keepDamagedAside, parkedName, recover, survey } from './survey.ts';
import { describeTreatment, exportedSeconds } from './treatment.ts';

/** What to export, where, and how. */
export interface LineFilesOptions {
  /** The folder; it is made where there is none. */
  readonly outDir: string;
  /** The project's lasting identity: an export of another project is never touched. */
  readonly projectId: string;
  readonly projectName: string;
  /** In script order. */
  readonly lines: Iterable<ExportLine> | AsyncIterable<ExportLine>;
  readonly template: string;
  readonly format: OutputFormat;
  /**
   * The same sound in another format, treated where that is asked for. Not called where a take has the format already and
   * nothing is done to it. `heldBackDb`: by how much a gain was held back so that nothing clips.
   */
  readonly convert: (
    bytes: Uint8Array,
    conversion: { readonly from: OutputFormat; readonly to: OutputFormat; readonly treatment: Treatment | undefined },
  ) => Promise<{ readonly bytes: Uint8Array; readonly heldBackDb: number }>;
  readonly clock: Pick<Clock, 'now'>;
  /** Ends the export between two files. What was done stays and is in the manifest; the signal's reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Told after each file that was made: how many of those to be made are there. */
  readonly onProgress?:
    | ((progress: { readonly done: number; readonly total: number; readonly file: string }) => void)
    | undefined;
  /** How many files are converted and written at a time; 4 unless given. */
  readonly concurrency?: number | undefined;
  /** The highest numbers of the whole script, where `lines` are only a part of it. */
  readonly totals?: Naming['totals'];
}

/** A line whose file could not be made. */
export interface FailedLine {
  readonly line: number;
  readonly number: number;
  /** One sentence. */
  readonly reason: string;
}

/** What an export did. */
export interface ExportReport {
  /** The files of the export, in script order: paths within the folder, `/` between folders. */
  readonly files: readonly string[];
  readonly written: number;
  readonly moved: number;
  readonly unchanged: number;
  /** Files that went to the bin, and where: a path within the folder, or null. */
  readonly binned: number;
  readonly binFolder: string | null;
  readonly failed: readonly FailedLine[];
  /** One sentence each. */
  readonly notices: readonly string[];
}

const WRITES_AT_ONCE = 4;

/**
 * Makes a folder of finished audio: a file for each line, `manifest.json` and `manifest.csv`. The manifest owns the
 * files. What a new export no longer makes, or replaces, goes to `bin/<time>/`; files that only change their name are
 * moved; files that are as they should be are left alone. Anything that the manifest does not own is never touched: a
 * line's file takes another name then. A take that is missing or damaged fails on its own line only.
 *
 * It may be ended or killed at any moment: what happened is found in the folder by the next export. An own hidden file,
 * `.lectern-export.lock`, stays in the folder: it keeps two exports apart.
 *
 * @throws ExportError; the signal's reason where it was ended
 */
export async function exportLineFiles(options: LineFilesOptions, disk: Disk = nodeDisk): Promise<ExportReport> {
  try {
    validateTemplate(options.template);
    await disk.makeFolder(options.outDir);
    const unlock = lockFolder(options.outDir);
    try {
      return await exportLocked(options, new ExportFolder(options.outDir, disk, options.clock.now()));
    } finally {
      unlock();
    }
  } catch (error) {
    throw error instanceof FileNameTemplateError
      ? templateError(options.outDir, error)
      : asExportError(error, options.outDir);
  }
}

async function exportLocked(options: LineFilesOptions, folder: ExportFolder): Promise<ExportReport> {
  const former = await takeStock(options, folder);
  const lines: ExportLine[] = [];
  for await (const line of options.lines) lines.push(line);
  const changed = await survey(folder);
  const plan = await planLineFiles(folder, lines, changed, options);
  options.signal?.throwIfAborted();

  const exporter = new LineFilesExporter(options, folder);
  try {
    await exporter.run(plan, former === null);
  } catch (error) {
    // What was done is kept, as far as the disk still takes it; if not, the journal says it to the next export.
    await writeManifest(folder, options, former, plan.files).catch(() => undefined);
    throw error;
  }
  await writeManifest(folder, options, former, plan.files);
  return exporter.report(plan);
}

/** Finds out what in the folder is ours, a killed export's work included. @returns the manifest as it was */
async function takeStock(options: LineFilesOptions, folder: ExportFolder): Promise<Manifest | null> {
  const project = { id: options.projectId, name: options.projectName };
  const journal = await readJournal(folder);
  checkProject(folder.path, project, journal?.project);
  const manifest = await readManifest(folder.path).catch(async (error: unknown) => {
    const isDamaged = error instanceof ExportError && error.kind === 'damaged-manifest';
    throw isDamaged ? await keepDamagedAside(folder, options.clock.now()) : error;
  });
  checkProject(folder.path, project, manifest?.project);
  if (!manifest && !journal) await checkTable(folder);
  await recover(folder, manifest, journal);
  if (!journal) return manifest;
  await survey(folder);
  return writeManifest(folder, options, manifest, manifest?.files.map((row) => row.file) ?? []);
}

/** Carries out a plan. */
class LineFilesExporter {
  readonly #options: LineFilesOptions;
  readonly #folder: ExportFolder;
  readonly #failed: FailedLine[] = [];
  readonly #heldBack: HeldBack[] = [];
  #written = 0;

  constructor(options: LineFilesOptions, folder: ExportFolder) {
    this.#options = options;
    this.#folder = folder;
  }

  async run(plan: LineFilePlan, isFirst: boolean): Promise<void> {
    // The first time, too, where there is nothing to do: the journal says whose the table is before the manifest does.
    if (isFirst || plan.moved.length + plan.missing.length > 0) await this.#move(plan);
    for (const { line, file, row } of plan.kept) this.#folder.own(described(row, line, file));
    const writes = this.#options.concurrency ?? WRITES_AT_ONCE;
    await inParallel(plan.missing, Math.max(1, writes), (missing) => this.#make(missing, plan.missing.length));
    const failed = new Set(this.#failed.map(({ line }) => line));
    const lineOf = new Map([...plan.kept, ...plan.moved, ...plan.missing].map(({ file, line }) => [file, line.id]));
    for (const row of this.#folder.rows()) {
      // A file that its line failed to replace is of an older take: it must not pass for a finished one.
      if (lineOf.get(row.file) !== row.line || failed.has(row.line)) await this.#folder.bin(row);
    }
  }

  report(plan: LineFilePlan): ExportReport {
    const failed = new Set(this.#failed.map(({ line }) => line));
    const missing = new Set(plan.missing.filter(({ line }) => failed.has(line.id)).map(({ file }) => file));
    const { binCount, binFolder } = this.#folder;
    const notices = [...plan.notices];
    if (binFolder) {
      notices.push(
        `${binCount === 1 ? '1 file' : `${binCount} files`} that this export replaces or no longer makes went to ${binFolder}.`,
      );
    }
    if (this.#heldBack.length > 0) notices.push(describeHeldBack(this.#heldBack));
    return {
      files: plan.files.filter((file) => !missing.has(file)),
      written: this.#written,
      moved: plan.moved.length,
      unchanged: plan.kept.length,
      binned: binCount,
      binFolder,
      failed: this.#failed.sort((a, b) => a.number - b.number),
      notices,
    };
  }

  /** Gives files their new names. Those whose place is still taken by another file of ours wait in the work folder. */
  async #move(plan: LineFilePlan): Promise<void> {
    const parked = plan.moved.flatMap(({ row, file }, index) => {
      const occupant = this.#folder.rowAt(file);
      return occupant && occupant.file !== row.file
        ? [{ row, parked: { ...row, file: parkedName(index, row.file) } }]
        : [];
    });
    const project = { id: this.#options.projectId, name: this.#options.projectName };
    const coming = [...plan.moved, ...plan.missing].map(({ file }) => file);
    await beginJournal(
      this.#folder,
      project,
      coming,
      parked.map((one) => one.parked),
    );
    const waiting = new Map<ManifestRow, ManifestRow>();
    for (const one of parked) waiting.set(one.row, await this.#folder.move(one.row, one.parked.file));
    const done: ManifestRow[] = [];
    const inOrder = [
      ...plan.moved.filter(({ row }) => !waiting.has(row)),
      ...plan.moved.filter(({ row }) => waiting.has(row)),
    ];
    for (const { line, file, row } of inOrder) {
      const moved = await this.#folder.move(waiting.get(row) ?? row, file);
      this.#folder.own(described(moved, line, file));
      done.push(described(moved, line, file));
    }
    if (done.length > 0) await noteDone(this.#folder, done);
  }

  async #make({ line, file }: MissingFile, total: number): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const bytes = await this.#audio(line).catch((error: unknown) => {
      this.#failed.push({ line: line.id, number: line.number, reason: reasonOf(error) });
      return null;
    });
    if (!bytes) return;
    const partial = await this.#folder.writePartial(bytes);
    const row = await this.#folder.place(partial, {
      ...rowOf(line, file, this.#options.format),
      sha256: sha256(bytes),
    });
    await noteDone(this.#folder, [row]);
    this.#written += 1;
    this.#options.onProgress?.({ done: this.#written, total, file });
  }

  /** The bytes to export: the take's own, to the bit, where it has the format and nothing is done to it. */
  async #audio(line: ExportLine): Promise<Uint8Array> {
    const bytes = await this.#folder.disk.read(line.audioPath);
    if (/^[0-9a-f]{64}$/.test(line.audioHash) && sha256(bytes) !== line.audioHash) {
      throw new DamagedTake(`The audio of line ${line.number} is damaged (${line.audioPath}); render it again.`);
    }
    const isTreated = describeTreatment(line.treatment) !== '';
    if (line.format === this.#options.format && !isTreated) return bytes;
    const { convert, format: to } = this.#options;
    const treatment = isTreated ? line.treatment : undefined;
    const converted = await convert(bytes, { from: line.format, to, treatment });
    if (converted.heldBackDb > 0) this.#heldBack.push({ number: line.number, decibels: converted.heldBackDb });
    return converted.bytes;
  }
}

/** A gain whose whole would clip, and by how much it was held back. */
interface HeldBack {
  readonly number: number;
  readonly decibels: number;
}

function describeHeldBack(lines: readonly HeldBack[]): string {
  const inOrder = lines.toSorted((a, b) => a.number - b.number);
  const names = inOrder.map(({ number, decibels }) => `${number} (by ${decibels.toFixed(1)} dB)`);
  return `The gain of ${names.length === 1 ? 'line' : 'lines'} ${names.join(', ')} was held back, because more would clip.`;
}

class DamagedTake extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof DamagedTake) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return 'Its audio file is missing; render it again.';
  return `Its audio can't be exported: ${error instanceof Error ? error.message : String(error)}`;
}

function rowOf(
  line: ExportLine,
  file: string,
  format: OutputFormat,
): Omit<ManifestRow, 'sizeBytes' | 'modifiedMs' | 'sha256'> {
  return {
    file,
    line: line.id,
    number: line.number,
    numberInChapter: line.numberInChapter,
    chapter: line.chapterNumber,
    chapterTitle: line.chapterTitle,
    roles: [...line.roles],
    text: line.text,
    durationSeconds: exportedSeconds(line),
    take: line.takeId,
    audioHash: line.audioHash,
    renderKey: line.renderKey,
    format,
    treatment: describeTreatment(line.treatment),
  };
}

/** A standing file's row, with what the script says of its line today. */
function described(row: ManifestRow, line: ExportLine, file: string): ManifestRow {
  return { ...row, ...rowOf(line, file, row.format) };
}
