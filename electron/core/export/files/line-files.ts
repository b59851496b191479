import { basename, dirname } from 'node:path';
import type { ExportFormat } from '@lectern/audio/formats';
import type { ExportNotice } from '../../../../shared/model/export/export.ts';
import { createFileNamer, nameKey, uniqueNames } from '../../../../shared/rules/export/file-names.ts';
import { compareLineNumbers, type LineNumbered, lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Clock } from '../../ports.ts';
import { ExportError } from '../export-error.ts';
import { type ExportLine, exportedSeconds, type LineNaming, namingFields } from '../plan/export-line.ts';
import type { FailedFile, LineFileContent, PlannedFile } from '../plan/export-plan.ts';
import { MANIFEST_FILE, MANIFEST_TABLE, RESERVED_NAMES } from './exported-names.ts';
import type { FileStore, NamedFile, NamedFiles, NewFile } from './file-store.ts';
import {
  describeTreatment,
  LineAudioError,
  type LineSources,
  reasonOf,
  type WrittenAudio,
  writeLineAudio,
} from './line-audio.ts';
import {
  beginJournal,
  checkTable,
  type LineFolder,
  type ManifestRow,
  type ReadManifest,
  readJournal,
  readManifest,
  recordDone,
  recordPlannedName,
  recover,
  writeManifest,
} from './line-list.ts';
import { checkProject, quarantineDamaged, surveyFiles } from './owned-files.ts';

const CONCURRENT_WRITES = 4;

type NamedLineFile = NamedFile<ManifestRow, LineFileContent>;

export class LineFileStore implements FileStore<ManifestRow, LineFileContent> {
  readonly concurrency: number;
  readonly replaces = false;
  readonly #folder: LineFolder;
  readonly #project: { readonly id: string; readonly name: string };
  readonly #naming: LineNaming;
  readonly #sources: LineSources & { readonly clock: Pick<Clock, 'now'> };
  readonly #heldBack: ReducedGain[] = [];
  #former: ReadManifest | null = null;

  constructor(
    folder: LineFolder,
    project: { readonly id: string; readonly name: string },
    naming: LineNaming,
    sources: LineSources & { readonly clock: Pick<Clock, 'now'> },
  ) {
    this.#folder = folder;
    this.#project = project;
    this.#naming = naming;
    this.#sources = sources;
    this.concurrency = Math.max(1, sources.concurrency ?? CONCURRENT_WRITES);
  }

  async open(): Promise<void> {
    const folder = this.#folder;
    const journal = await readJournal(folder);
    checkProject(folder.path, this.#project, journal?.project);
    const manifest = await readManifest(folder.path, folder.disk).catch(async (error: unknown) => {
      const isDamaged = error instanceof ExportError && error.kind === 'damaged-manifest';
      const lists = [MANIFEST_FILE, MANIFEST_TABLE] as const;
      throw isDamaged ? await quarantineDamaged(folder, this.#sources.clock.now(), lists) : error;
    });
    checkProject(folder.path, this.#project, manifest?.project);
    if (!manifest && !journal) await checkTable(folder);
    await recover(folder, manifest, journal);
    this.#former = manifest;
    if (!journal) return;
    await surveyFiles(folder);
    this.#former = await this.#writeManifest(manifest?.files.map((row) => row.file) ?? []);
  }

  nameFiles(
    files: readonly PlannedFile<LineFileContent>[],
    changed: ReadonlySet<string>,
  ): Promise<NamedFiles<ManifestRow, LineFileContent>> {
    return nameLineFiles(this.#folder, files, changed, this.#naming);
  }

  async begin(planned: readonly string[], parked: readonly ManifestRow[]): Promise<void> {
    // Even a first export without new files needs the journal, because the journal proves that the table is Lectern's.
    if (this.#former === null || planned.length > 0) await beginJournal(this.#folder, this.#project, planned, parked);
  }

  async beforePlacing({ file }: ManifestRow, isPlanned: boolean): Promise<void> {
    if (!isPlanned) await recordPlannedName(this.#folder, this.#project, file);
  }

  afterPlacing(rows: readonly ManifestRow[]): Promise<void> {
    return recordDone(this.#folder, rows);
  }

  describe(row: ManifestRow, { planned }: NamedLineFile, file: string): ManifestRow {
    return updateRow(row, planned.content.line, file);
  }

  async make({ planned, file }: NamedLineFile): Promise<NewFile<ManifestRow>> {
    const { line } = planned.content;
    const { format } = this.#naming;
    let written: WrittenAudio | undefined;
    const partial = await this.#folder.writePartial(async (target) => {
      written = await writeLineAudio(line, target, { ...this.#sources, format });
    });
    if (!written) throw new Error("A line's file was not written.");
    const { hash, heldBackDb } = written;
    if (heldBackDb > 0) this.#heldBack.push({ ...line, decibels: heldBackDb });
    return { partial, row: { ...rowOf(line, file, format), sha256: hash, sizeBytes: 0, modifiedMs: 0 } };
  }

  failureOf(error: unknown, { planned }: NamedLineFile): Omit<FailedFile, 'file' | 'lines'> | null {
    if (!(error instanceof LineAudioError)) return null;
    const { line } = planned.content;
    const damagedAudio = error.isDamaged ? line.audioHash : null;
    return { lineId: line.id, reason: reasonOf(error, line), damagedAudio };
  }

  lastFiles(): [] {
    return [];
  }

  notices(): ExportNotice[] {
    const { binCount: files, binFolder: folder } = this.#folder;
    return [
      ...(folder ? [{ kind: 'binned', files, folder } as const] : []),
      ...(this.#heldBack.length > 0 ? [reducedGainNotice(this.#heldBack)] : []),
    ];
  }

  async close(order: readonly string[]): Promise<void> {
    await this.#writeManifest(order);
  }

  #writeManifest(order: readonly string[]): Promise<ReadManifest> {
    const { template, format } = this.#naming;
    const head = { project: this.#project, template, format, nowMs: this.#sources.clock.now() };
    return writeManifest(this.#folder, head, this.#former, order);
  }
}

interface ReducedGain extends LineNumbered {
  readonly decibels: number;
}

function reducedGainNotice(lines: readonly ReducedGain[]): ExportNotice {
  const inOrder = lines.toSorted(compareLineNumbers);
  return { kind: 'held-back', lines: inOrder.map((line) => ({ label: lineNumber(line), decibels: line.decibels })) };
}

/**
 * Names the files. Edited files are treated as foreign and exported again.
 * @throws FileNameTemplateError; ExportError `inside-project`
 */
export async function nameLineFiles(
  folder: LineFolder,
  planned: readonly PlannedFile<LineFileContent>[],
  changed: ReadonlySet<string>,
  naming: LineNaming,
): Promise<NamedFiles<ManifestRow, LineFileContent>> {
  const lines = planned.map(({ content }) => content.line);
  const { names, notices } = await chooseNames(folder, lines, naming);
  const rows = Map.groupBy(folder.rows(), ({ line }) => line);
  const files = planned.map((each, index): NamedLineFile => {
    const file = names[index] ?? '';
    const { line } = each.content;
    const good = (rows.get(line.id) ?? []).filter(
      (row) => !changed.has(nameKey(row.file)) && isUpToDate(row, line, naming.format),
    );
    const row = good.find((candidate) => candidate.file === file) ?? good[0] ?? null;
    return { planned: each, file, row };
  });
  return { files, notices };
}

function isUpToDate(row: ManifestRow, line: ExportLine, format: ExportFormat): boolean {
  return (
    row.take === line.takeId &&
    row.audioHash === line.audioHash &&
    row.format === format &&
    row.treatment === describeTreatment(line.treatment)
  );
}

async function chooseNames(
  folder: LineFolder,
  lines: readonly ExportLine[],
  naming: LineNaming,
): Promise<{ names: string[]; notices: ExportNotice[] }> {
  const nameOf = createFileNamer(naming.template);
  const wanted = namingFields(lines, naming).map(nameOf);
  const usable = await resolveFolders(folder, wanted);
  const isForeign = await foreignFiles(folder, usable);
  const names = uniqueNames(usable, isForeign);
  const avoided = usable.filter((name, index) => name !== wanted[index] || isForeign(name)).length;
  return { names, notices: avoided === 0 ? [] : [{ kind: 'avoided', files: avoided }] };
}

/** Renames folders whose name is reserved or is used by a file. */
async function resolveFolders(folder: LineFolder, names: readonly string[]): Promise<string[]> {
  const usable = new Map<string, string>([['.', '.']]);
  const resolve = async (wanted: string): Promise<string> => {
    const known = usable.get(wanted);
    if (known !== undefined) return known;
    const parent = await resolve(dirname(wanted));
    const path = parent === '.' ? basename(wanted) : `${parent}/${basename(wanted)}`;
    let free = path;
    for (let number = 2; await isBlocked(folder, free); number += 1) free = `${path} (${number})`;
    usable.set(wanted, free);
    return free;
  };
  const result: string[] = [];
  for (const name of names) {
    const parent = await resolve(dirname(name));
    result.push(parent === '.' ? name : `${parent}/${basename(name)}`);
  }
  return result;
}

/** @throws ExportError `inside-project` */
async function isBlocked(folder: LineFolder, path: string): Promise<boolean> {
  if (RESERVED_NAMES.has(nameKey(path))) return true;
  const entry = await folder.disk.stat(folder.at(path));
  if (entry !== null && entry.kind !== 'folder') return true;
  if (!(await folder.isProject(path))) return false;
  throw new ExportError({ kind: 'inside-project', path: folder.at(path), project: null });
}

async function foreignFiles(folder: LineFolder, names: readonly string[]): Promise<(name: string) => boolean> {
  const mine = new Set(folder.rows().map((row) => exactKey(row.file)));
  const foreign = new Set<string>();
  for (const parent of new Set(names.map((name) => dirname(name)))) {
    for (const found of await folder.disk.list(folder.at(parent))) {
      const path = parent === '.' ? found : `${parent}/${found}`;
      if (!mine.has(exactKey(path))) foreign.add(nameKey(path));
    }
  }
  return (name) => foreign.has(nameKey(name)) || RESERVED_NAMES.has(nameKey(name));
}

/** Returns a key that ignores case in folder names only. File names are compared exactly, after NFC normalisation. */
function exactKey(path: string): string {
  return `${nameKey(dirname(path))}/${basename(path).normalize('NFC')}`;
}

function rowOf(
  line: ExportLine,
  file: string,
  format: ExportFormat,
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

function updateRow(row: ManifestRow, line: ExportLine, file: string): ManifestRow {
  return { ...row, ...rowOf(line, file, row.format) };
}
