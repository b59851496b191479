import type { ExportFormat } from '../../../shared/model/audio-formats.ts';
import type { ExportNotice, LineReason } from '../../../shared/model/export.ts';
import { validateTemplate } from '../../../shared/rules/file-names.ts';
import { byLineNumber, type LineNumbered, lineNumber } from '../../../shared/rules/line-number.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { Clock } from '../ports.ts';
import { type Disk, folderDisk, inParallel } from './disk.ts';
import { asExportError, ExportError, heldFile } from './export-error.ts';
import { ExportFolder } from './export-folder.ts';
import { beginJournal, noteDone, notePlanned, readJournal, writeManifest } from './export-journal.ts';
import { LineAudioError, type LineAudioPorts, reasonOf, type WrittenAudio, writeLineAudio } from './line-audio.ts';
import {
  describedRow,
  type ExportLine,
  exportedSeconds,
  type LineFilePlan,
  type MissingFile,
  type Naming,
  planLineFiles,
  rowOf,
} from './line-file-plan.ts';
import { type ManifestRow, type ReadManifest, readManifest } from './manifest.ts';
import { checkProject, checkTable, parkedName, quarantineDamaged, recover, survey } from './survey.ts';

export interface LineFilesOptions extends LineAudioPorts {
  /** The target folder; created if missing. */
  readonly outDir: string;
  /** Permanent id of the project. Exports of other projects are never touched. */
  readonly projectId: string;
  readonly projectName: string;
  readonly lines: Iterable<ExportLine> | AsyncIterable<ExportLine>;
  readonly template: string;
  readonly format: ExportFormat;
  readonly clock: Pick<Clock, 'now'>;
  /**
   * Cancels the export between two files. Finished files stay and are in the manifest; the signal's reason is thrown.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called when a file is started, finished or has failed. */
  readonly onProgress?: ((progress: LineFilesProgress) => void) | undefined;
  /** Called with the finished part if the export fails or is cancelled, before the error is thrown. */
  readonly onStopped?: ((report: LineFilesReport) => void) | undefined;
  /** Number of files to convert and write in parallel. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Highest numbers in the whole script, if `lines` is only a part of it. */
  readonly totals?: Naming['totals'];
}

export interface LineFilesProgress {
  /** Files finished or failed, out of `total`. */
  readonly done: number;
  readonly total: number;
  readonly file: string;
  /** Finished part of the work by audio length, 0 to 1. */
  readonly share: number;
}

export interface FailedLine {
  readonly line: number;
  readonly number: number;
  readonly label?: string | undefined;
  readonly reason: LineReason;
  /** Hash of the take's audio, if its file was modified. */
  readonly damagedAudio?: string;
}

export interface LineFilesReport {
  /** Files of the export in script order; paths are relative to the folder, with `/` as separator. */
  readonly files: readonly string[];
  readonly sizeBytes: number;
  readonly durationSeconds: number;
  readonly written: number;
  readonly moved: number;
  readonly unchanged: number;
  /** Number of files moved to the bin, and the bin's path relative to the folder (null if none). */
  readonly binned: number;
  readonly binFolder: string | null;
  readonly failed: readonly FailedLine[];
  readonly notices: readonly ExportNotice[];
}

const WRITES_AT_ONCE = 4;

/**
 * Exports each line to a file, together with `manifest.json` and `manifest.csv`. The manifest lists the files that
 * Lectern owns. Obsolete and replaced files move to `bin/<time>/`; files with a new name are renamed; unchanged files
 * stay. Foreign files are never touched: a line's file gets another name instead. A missing or damaged take affects
 * only its own line.
 * The export can be cancelled or killed at any time; the next one recovers its work from the folder. A hidden lock
 * file, `.lectern-export.lock`, prevents concurrent exports. It is removed when the export ends or, after a kill, by
 * the next export.
 *
 * @throws ExportError; the signal's reason when aborted
 */
export async function exportLineFiles(
  options: LineFilesOptions,
  disk: Disk = folderDisk(options.outDir),
): Promise<LineFilesReport> {
  try {
    validateTemplate(options.template);
    await disk.makeFolder(options.outDir);
    const unlock = disk.lock();
    try {
      return await exportLocked(options, new ExportFolder(options.outDir, disk, options.clock.now()));
    } finally {
      unlock();
    }
  } catch (error) {
    throw asExportError(error, options.outDir);
  }
}

async function exportLocked(options: LineFilesOptions, folder: ExportFolder): Promise<LineFilesReport> {
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
    // Save the manifest even though the export failed. If that fails too, the next export recovers from the journal.
    await writeManifest(folder, options, former, plan.files).catch(() => undefined);
    options.onStopped?.(exporter.report(plan));
    throw error;
  }
  await writeManifest(folder, options, former, plan.files);
  return exporter.report(plan);
}

/** Finds the owned files in the folder, including the work of a killed export. Returns the manifest. */
async function takeStock(options: LineFilesOptions, folder: ExportFolder): Promise<ReadManifest | null> {
  const project = { id: options.projectId, name: options.projectName };
  const journal = await readJournal(folder);
  checkProject(folder.path, project, journal?.project);
  const manifest = await readManifest(folder.path, folder.disk).catch(async (error: unknown) => {
    const isDamaged = error instanceof ExportError && error.kind === 'damaged-manifest';
    throw isDamaged ? await quarantineDamaged(folder, options.clock.now()) : error;
  });
  checkProject(folder.path, project, manifest?.project);
  if (!manifest && !journal) await checkTable(folder);
  await recover(folder, manifest, journal);
  if (!journal) return manifest;
  await survey(folder);
  return writeManifest(folder, options, manifest, manifest?.files.map((row) => row.file) ?? []);
}

class LineFilesExporter {
  readonly #options: LineFilesOptions;
  readonly #folder: ExportFolder;
  readonly #failed: FailedLine[] = [];
  readonly #heldBack: HeldBack[] = [];
  readonly #good = new Set<string>();
  /** Actual names of files whose planned name was taken, keyed by planned name. */
  readonly #renamed = new Map<string, string>();
  /** Obsolete files that couldn't be moved to the bin. */
  readonly #stuck: string[] = [];
  #written = 0;
  #moved = 0;
  #done = 0;
  #secondsDone = 0;
  #secondsInAll = 0;

  constructor(options: LineFilesOptions, folder: ExportFolder) {
    this.#options = options;
    this.#folder = folder;
  }

  async run(plan: LineFilePlan, isFirst: boolean): Promise<void> {
    this.#folder.expect(plan.files);
    // Even a first export without changes needs the journal: it shows that the table is Lectern's before the manifest
    // exists.
    if (isFirst || plan.moved.length + plan.missing.length > 0) await this.#move(plan);
    for (const { line, file, row } of plan.kept) {
      this.#folder.own(describedRow(row, line, file));
      this.#good.add(file);
    }
    const writes = this.#options.concurrency ?? WRITES_AT_ONCE;
    this.#secondsInAll = plan.missing.reduce((sum, { line }) => sum + exportedSeconds(line), 0);
    await inParallel(plan.missing, Math.max(1, writes), (missing) => this.#make(missing, plan.missing.length));
    const failed = new Set(this.#failed.map(({ line }) => line));
    const lineOf = new Map(
      [...plan.kept, ...plan.moved, ...plan.missing].map(({ file, line }) => [this.#nameOf(file), line.id]),
    );
    for (const row of this.#folder.rows()) {
      // If writing a line's new file failed, its old file has an outdated take and must not look finished.
      if (lineOf.get(row.file) !== row.line || failed.has(row.line)) await this.#bin(row);
    }
  }

  report(plan: LineFilePlan): LineFilesReport {
    const { binCount, binFolder } = this.#folder;
    const notices: ExportNotice[] = [...plan.notices];
    if (binFolder) {
      notices.push({ kind: 'binned', files: binCount, folder: binFolder });
    }
    append(notices, ofFiles('not-binned', this.#stuck));
    if (this.#heldBack.length > 0) notices.push(heldBackNotice(this.#heldBack));
    append(notices, ofFiles('renamed', [...this.#renamed.values()]));
    const files = plan.files.map((file) => this.#nameOf(file)).filter((file) => this.#good.has(file));
    const rows = files.flatMap((file) => this.#folder.rowAt(file) ?? []);
    return {
      files,
      sizeBytes: rows.reduce((sum, row) => sum + row.sizeBytes, 0),
      durationSeconds: rows.reduce((sum, row) => sum + row.durationSeconds, 0),
      written: this.#written,
      moved: this.#moved,
      unchanged: plan.kept.length,
      binned: binCount,
      binFolder,
      failed: this.#failed.sort((a, b) => a.number - b.number),
      notices,
    };
  }

  /** Moves a file to the bin. If another program has it open, it stays owned, and the next export tries again. */
  async #bin(row: ManifestRow): Promise<void> {
    try {
      await this.#folder.bin(row);
    } catch (error) {
      if (heldFile(error) === null) throw error;
      this.#stuck.push(row.file);
    }
  }

  /** Renames files. If another owned file still has the new name, the file waits in the work folder. */
  async #move(plan: LineFilePlan): Promise<void> {
    const parked = plan.moved.flatMap(({ row, file }, index) => {
      const occupant = this.#folder.rowAt(file);
      return occupant && occupant.file !== row.file
        ? [{ row, parked: { ...row, file: parkedName(index, row.file) } }]
        : [];
    });
    const project = this.#project();
    const coming = [...plan.moved, ...plan.missing].map(({ file }) => file);
    await beginJournal(
      this.#folder,
      project,
      coming,
      parked.map((one) => one.parked),
    );
    const waiting = new Map<ManifestRow, ManifestRow>();
    const announce = (file: string) => this.#announce(file);
    for (const one of parked) waiting.set(one.row, await this.#folder.move(one.row, one.parked.file, announce));
    const done: ManifestRow[] = [];
    const inOrder = [
      ...plan.moved.filter(({ row }) => !waiting.has(row)),
      ...plan.moved.filter(({ row }) => waiting.has(row)),
    ];
    for (const { line, file, row } of inOrder) {
      const moved = await this.#folder.move(waiting.get(row) ?? row, file, announce);
      this.#noteName(file, moved.file);
      this.#folder.own(describedRow(moved, line, moved.file));
      done.push(describedRow(moved, line, moved.file));
      this.#good.add(moved.file);
      this.#moved += 1;
    }
    if (done.length > 0) await noteDone(this.#folder, done);
  }

  async #make({ line, file }: MissingFile, total: number): Promise<void> {
    this.#options.signal?.throwIfAborted();
    this.#tell(file, total);
    const written = await this.#writePartial(line).catch((error: unknown) => {
      if (error instanceof LineAudioError) return this.#failOf(line, error);
      throw error;
    });
    if (written) await this.#place(written, line, file);
    this.#done += 1;
    this.#secondsDone += exportedSeconds(line);
    this.#tell(file, total);
  }

  #tell(file: string, total: number): void {
    const share = this.#secondsInAll > 0 ? this.#secondsDone / this.#secondsInAll : this.#done / Math.max(1, total);
    this.#options.onProgress?.({ done: this.#done, total, file, share: Math.min(1, share) });
  }

  #failOf(line: ExportLine, error: LineAudioError): null {
    const damagedAudio = error.isDamaged ? { damagedAudio: line.audioHash } : {};
    this.#failed.push({
      line: line.id,
      number: line.number,
      label: lineNumber(line),
      reason: reasonOf(error, line),
      ...damagedAudio,
    });
    return null;
  }

  async #writePartial(line: ExportLine): Promise<WrittenAudio & { readonly partial: string }> {
    let written: WrittenAudio | undefined;
    const partial = await this.#folder.writePartial(async (file) => {
      written = await writeLineAudio(line, file, this.#options);
    });
    if (!written) throw new Error('The file of a line was not written.');
    return { partial, ...written };
  }

  async #place(
    { partial, hash, heldBackDb }: WrittenAudio & { readonly partial: string },
    line: ExportLine,
    file: string,
  ): Promise<void> {
    if (heldBackDb > 0) this.#heldBack.push({ ...line, decibels: heldBackDb });
    const placed = { ...rowOf(line, file, this.#options.format), sha256: hash, sizeBytes: 0, modifiedMs: 0 };
    try {
      const row = await this.#folder.place(partial, placed, (name) => this.#announce(name));
      await noteDone(this.#folder, [row]);
      this.#noteName(file, row.file);
      this.#good.add(row.file);
      this.#written += 1;
    } catch (error) {
      await this.#folder.discard(partial).catch(() => undefined);
      // A file that is open in another program must not block the others.
      if (heldFile(error) === null) throw error;
      this.#failed.push({
        line: line.id,
        number: line.number,
        label: lineNumber(line),
        reason: { kind: 'file-in-use', file },
      });
    }
  }

  #project(): { readonly id: string; readonly name: string } {
    return { id: this.#options.projectId, name: this.#options.projectName };
  }

  #announce(file: string): Promise<void> {
    return notePlanned(this.#folder, this.#project(), file);
  }

  #noteName(planned: string, file: string): void {
    if (file !== planned) this.#renamed.set(planned, file);
  }

  /** Returns the actual name of a planned file. */
  #nameOf(planned: string): string {
    return this.#renamed.get(planned) ?? planned;
  }
}

interface HeldBack extends LineNumbered {
  readonly decibels: number;
}

function ofFiles(kind: 'not-binned' | 'renamed', [file, ...others]: readonly string[]): ExportNotice[] {
  return file === undefined ? [] : [{ kind, file, files: 1 + others.length }];
}

function heldBackNotice(lines: readonly HeldBack[]): ExportNotice {
  const inOrder = lines.toSorted(byLineNumber);
  return { kind: 'held-back', lines: inOrder.map((line) => ({ label: lineNumber(line), decibels: line.decibels })) };
}
