// Exports each line as a file of its own, with a manifest that owns the files.

import type { ExportFormat } from '../../../shared/model/audio-formats.ts';
import type { ExportNotice, LineReason } from '../../../shared/model/export.ts';
import { FileNameTemplateError, validateTemplate } from '../../../shared/rules/file-names.ts';
import { byLineNumber, type LineNumbered, lineNumber } from '../../../shared/rules/line-number.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { Clock } from '../ports.ts';
import { type Disk, folderDisk, inParallel } from './disk.ts';
import { asExportError, ExportError, heldFile, templateError } from './export-error.ts';
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
import { checkProject, checkTable, keepDamagedAside, parkedName, recover, survey } from './survey.ts';

/** What to export, where, and how. */
export interface LineFilesOptions extends LineAudioPorts {
  /** The folder; it is made where there is none. */
  readonly outDir: string;
  /** The project's lasting identity: an export of another project is never touched. */
  readonly projectId: string;
  readonly projectName: string;
  /** In script order. */
  readonly lines: Iterable<ExportLine> | AsyncIterable<ExportLine>;
  readonly template: string;
  readonly format: ExportFormat;
  readonly clock: Pick<Clock, 'now'>;
  /** Ends the export between two files. What was done stays and is in the manifest; the signal's reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Told when a file is begun and when it is made or has failed. */
  readonly onProgress?: ((progress: LineFilesProgress) => void) | undefined;
  /** Told what was done, where the export ends by an error or because it was cancelled; the error is thrown then. */
  readonly onStopped?: ((report: LineFilesReport) => void) | undefined;
  /** How many files are converted and written at a time; 4 unless given. */
  readonly concurrency?: number | undefined;
  /** The highest numbers of the whole script, where `lines` are only a part of it. */
  readonly totals?: Naming['totals'];
}

/** How far an export is. */
export interface LineFilesProgress {
  /** Files that are made or have failed, of those that are to be made. */
  readonly done: number;
  readonly total: number;
  /** The file that was begun or ended. */
  readonly file: string;
  /** The part of the work that is done, by the length of its audio: 0 to 1. */
  readonly share: number;
}

/** A line whose file could not be made. */
export interface FailedLine {
  readonly line: number;
  readonly number: number;
  /** Its number as people know it. */
  readonly label?: string | undefined;
  readonly reason: LineReason;
  /** The hash of its take's audio, where the file is there and holds something else. */
  readonly damagedAudio?: string;
}

/** What an export did. */
export interface LineFilesReport {
  /** The files that the export has now, in script order: paths within the folder, `/` between folders. */
  readonly files: readonly string[];
  /** Of these files. */
  readonly sizeBytes: number;
  readonly durationSeconds: number;
  readonly written: number;
  readonly moved: number;
  readonly unchanged: number;
  /** Files that went to the bin, and where: a path within the folder, or null. */
  readonly binned: number;
  readonly binFolder: string | null;
  readonly failed: readonly FailedLine[];
  readonly notices: readonly ExportNotice[];
}

const WRITES_AT_ONCE = 4;

/**
 * Makes a folder of finished audio: a file for each line, `manifest.json` and `manifest.csv`. The manifest owns the
 * files. What a new export no longer makes, or replaces, goes to `bin/<time>/`; files that only change their name are
 * moved; files that are as they should be are left alone. Anything that the manifest does not own is never touched: a
 * line's file takes another name then. A take that is missing or damaged fails on its own line only.
 *
 * It may be ended or killed at any moment: what happened is found in the folder by the next export. An own hidden file,
 * `.lectern-export.lock`, keeps two exports apart; it goes when the export ends, or with the next one after a kill.
 *
 * @throws ExportError; the signal's reason where it was ended
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
    throw error instanceof FileNameTemplateError
      ? templateError(options.outDir, error)
      : asExportError(error, options.outDir);
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
    // What was done is kept, as far as the disk still takes it; if not, the journal says it to the next export.
    await writeManifest(folder, options, former, plan.files).catch(() => undefined);
    options.onStopped?.(exporter.report(plan));
    throw error;
  }
  await writeManifest(folder, options, former, plan.files);
  return exporter.report(plan);
}

/** Finds out what in the folder is ours, a killed export's work included. @returns the manifest as it was */
async function takeStock(options: LineFilesOptions, folder: ExportFolder): Promise<ReadManifest | null> {
  const project = { id: options.projectId, name: options.projectName };
  const journal = await readJournal(folder);
  checkProject(folder.path, project, journal?.project);
  const manifest = await readManifest(folder.path, folder.disk).catch(async (error: unknown) => {
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
  /** Files that stand as they should. */
  readonly #good = new Set<string>();
  /** Names that files have in place of the planned ones, which something else had taken by then. */
  readonly #renamed = new Map<string, string>();
  /** Files that should have gone and could not. */
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
    // The first time, too, where there is nothing to do: the journal says whose the table is before the manifest does.
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
      // A file that its line failed to replace is of an older take: it must not pass for a finished one.
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

  /** A file that another program holds stays where it is, and ours: the next export tries again. */
  async #bin(row: ManifestRow): Promise<void> {
    try {
      await this.#folder.bin(row);
    } catch (error) {
      if (heldFile(error) === null) throw error;
      this.#stuck.push(row.file);
    }
  }

  /** Gives files their new names. Those whose place is still taken by another file of ours wait in the work folder. */
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
      // A file that is open in another program must not keep all the others from being written.
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

  /** The name that a file has in place of the one that was planned. */
  #nameOf(planned: string): string {
    return this.#renamed.get(planned) ?? planned;
  }
}

/** A gain whose whole would clip, and by how much it was held back. */
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
