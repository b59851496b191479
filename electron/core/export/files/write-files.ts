import type { ExportNotice } from '../../../../shared/model/export/export.ts';
import { nameKey, validateTemplate } from '../../../../shared/rules/export/file-names.ts';
import type { Clock } from '../../ports.ts';
import { asExportError, fileInUse } from '../export-error.ts';
import type { ExportPlan, FailedFile, FileContent, FileOnDisk, PlannedFile } from '../plan/export-plan.ts';
import { AudioFileStore, type AudioSources } from './audio-files.ts';
import { type Disk, folderDisk, inParallel } from './disk.ts';
import { ExportFolder, type OwnedFile } from './export-folder.ts';
import type { FileStore, NamedFile, NewFile } from './file-store.ts';
import type { LineSources } from './line-audio.ts';
import { LineFileStore } from './line-files.ts';
import { parkedName, surveyFiles } from './owned-files.ts';
import { type TakeSources, UnlistedFileStore } from './unlisted-files.ts';
import { type ExportProgressEvent, WorkProgress } from './work-progress.ts';

export interface WrittenFiles<Row extends FileOnDisk = FileOnDisk> {
  /** The summary first, then the files in the order of the plan, then separate manifests. */
  readonly files: readonly { readonly planned: PlannedFile; readonly onDisk: Row }[];
  readonly written: number;
  readonly moved: number;
  readonly unchanged: number;
  /** Files moved to the bin. The bin's path is relative to the folder. */
  readonly binned: number;
  readonly binFolder: string | null;
  readonly failed: readonly FailedFile[];
  readonly notices: readonly ExportNotice[];
}

export interface WritePorts extends LineSources, AudioSources, TakeSources {
  readonly clock: Pick<Clock, 'now'>;
  /** When aborted, finishes the files in progress and then throws the signal's reason. Finished files stay listed. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ExportProgressEvent) => void) | undefined;
  /** Called with the files finished so far before an error is thrown. */
  readonly onStopped?: ((written: WrittenFiles) => void) | undefined;
}

export type PlanToWrite = Pick<ExportPlan, 'outDir' | 'project' | 'content'>;

/**
 * Writes a plan's files and moves obsolete and replaced ones to `bin/<time>/`. Never touches files that aren't listed,
 * except for targets of other programs. A bad take affects only its own file. If an export is killed, the next one
 * recovers it.
 * @throws ExportError; the signal's reason when aborted
 */
export async function writeFiles(
  { outDir, project, content }: PlanToWrite,
  ports: WritePorts,
  disk: Disk = folderDisk(outDir),
): Promise<WrittenFiles> {
  const { clock } = ports;
  try {
    if (content.kind === 'lines') validateTemplate(content.naming.template);
    await disk.makeFolder(outDir);
    const unlock = disk.lock();
    const at = { outDir, disk, nowMs: clock.now() };
    try {
      switch (content.kind) {
        case 'lines': {
          const folder = openFolder<LineFileStore>(at);
          return await write(content.files, folder, new LineFileStore(folder, project, content.naming, ports), ports);
        }
        case 'audio': {
          const folder = openFolder<AudioFileStore>(at);
          return await write(content.files, folder, new AudioFileStore(folder, project, content, ports), ports);
        }
        case 'unlisted': {
          const folder = openFolder<UnlistedFileStore>(at);
          return await write(content.files, folder, new UnlistedFileStore(folder, content.summary, ports), ports);
        }
      }
    } finally {
      unlock();
    }
  } catch (error) {
    ports.signal?.throwIfAborted();
    throw asExportError(error, outDir);
  }
}

type RowOf<S> = S extends FileStore<infer Row, never> ? Row : never;

const openFolder = <S>({ outDir, disk, nowMs }: { outDir: string; disk: Disk; nowMs: number }) =>
  new ExportFolder<RowOf<S> & OwnedFile>(outDir, disk, nowMs);

async function write<Row extends OwnedFile, C extends FileContent>(
  files: readonly PlannedFile<C>[],
  folder: ExportFolder<Row>,
  store: FileStore<Row, C>,
  ports: WritePorts,
): Promise<WrittenFiles<Row>> {
  await store.open();
  const changed = await surveyFiles(folder);
  const { files: named, notices } = await store.nameFiles(files, changed);
  ports.signal?.throwIfAborted();
  const writer = new FileWriter(folder, store, changed, ports);
  const order = named.map(({ file }) => file);
  const report = (): WrittenFiles<Row> => {
    const written = writer.report(named);
    return { ...written, notices: [...notices, ...written.notices] };
  };
  try {
    await writer.run(named);
  } catch (error) {
    // Save the list even though the export has failed. If saving fails too, the next export recovers from the journal.
    await store.close(order, false).catch(() => undefined);
    ports.onStopped?.(report());
    throw error;
  }
  await store.close(order, writer.isWhole);
  return report();
}

const isText = <C extends FileContent>({ planned }: { readonly planned: PlannedFile<C> }): boolean =>
  planned.content.kind === 'bytes';

class FileWriter<Row extends OwnedFile, C extends FileContent> {
  readonly #folder: ExportFolder<Row>;
  readonly #store: FileStore<Row, C>;
  readonly #changed: ReadonlySet<string>;
  readonly #signal: AbortSignal | undefined;
  readonly #progress: WorkProgress;
  readonly #failed: FailedFile[] = [];
  readonly #good = new Map<PlannedFile<C>, Row>();
  readonly #renamed: string[] = [];
  /** Obsolete files that couldn't be moved to the bin. */
  readonly #stuck: string[] = [];
  #last: readonly PlannedFile<C>[] = [];
  #lastNotices: readonly ExportNotice[] = [];
  #written = 0;
  #moved = 0;
  #unchanged = 0;

  constructor(
    folder: ExportFolder<Row>,
    store: FileStore<Row, C>,
    changed: ReadonlySet<string>,
    { signal, onProgress }: WritePorts,
  ) {
    this.#folder = folder;
    this.#store = store;
    this.#changed = changed;
    this.#signal = signal;
    this.#progress = new WorkProgress(onProgress);
  }

  get isWhole(): boolean {
    return this.#failed.length === 0;
  }

  async run(files: readonly NamedFile<Row, C>[]): Promise<void> {
    this.#folder.reserveNames(files.map(({ file }) => file));
    const missing = files.filter(({ row }) => row === null);
    await this.#move(files, missing);
    for (const named of files) {
      if (named.row?.file !== named.file) continue;
      const row = this.#store.describe(named.row, named, named.file);
      this.#folder.own(row);
      this.#good.set(named.planned, row);
      this.#unchanged += 1;
    }
    this.#progress.begin(missing.map(({ planned }) => planned));
    // Text files refer to the audio, so they are written after it.
    for (const part of [missing.filter((one) => !isText(one)), missing.filter(isText)]) {
      await inParallel(part, this.#store.concurrency, (named) => this.#make(named));
    }
    this.#last = this.#store.lastFiles(this.#madeFiles(files));
    await this.#writeLast(this.#last);
    const kept = new Set([...this.#good.values()].map(({ file }) => nameKey(file)));
    for (const row of this.#folder.rows()) {
      // If a new file couldn't be written, the old file contains an outdated take and must not look finished.
      if (!kept.has(nameKey(row.file))) await this.#bin(row);
    }
  }

  async #writeLast(planned: readonly PlannedFile<C>[]): Promise<void> {
    if (planned.length === 0) return;
    const { files, notices } = await this.#store.nameFiles(planned, this.#changed);
    this.#lastNotices = notices;
    const missing: NamedFile<Row, C>[] = [];
    for (const named of files) {
      if (named.row?.file === named.file) {
        this.#good.set(named.planned, named.row);
        this.#unchanged += 1;
      } else missing.push(named);
    }
    await this.#store.begin(
      missing.map(({ file }) => file),
      [],
    );
    for (const named of missing) await this.#place(named, await this.#store.make(named, this.#progress));
  }

  #madeFiles(files: readonly NamedFile<Row, C>[]): {
    files: { planned: PlannedFile<C>; onDisk: Row }[];
    failed: FailedFile[];
  } {
    const order = new Map(files.map(({ file }, index) => [file, index]));
    return {
      files: files.flatMap(({ planned }) => {
        const onDisk = this.#good.get(planned);
        return onDisk ? [{ planned, onDisk }] : [];
      }),
      failed: this.#failed.toSorted((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0)),
    };
  }

  report(named: readonly NamedFile<Row, C>[]): WrittenFiles<Row> {
    const { binCount, binFolder } = this.#folder;
    const { files, failed } = this.#madeFiles(named);
    const last = this.#last.flatMap((planned) => {
      const onDisk = this.#good.get(planned);
      return onDisk ? [{ planned, onDisk }] : [];
    });
    const isManifest = ({ planned }: (typeof last)[number]): boolean => planned.content.kind === 'manifest';
    return {
      files: [...last.filter((one) => !isManifest(one)), ...files, ...last.filter(isManifest)],
      written: this.#written,
      moved: this.#moved,
      unchanged: this.#unchanged,
      binned: binCount,
      binFolder,
      failed,
      notices: [
        ...fileNotices('not-binned', this.#stuck),
        ...this.#store.notices(files.map(({ planned, onDisk }) => ({ planned, file: onDisk.file }))),
        ...this.#lastNotices,
        ...fileNotices('renamed', this.#renamed),
      ],
    };
  }

  /** A file that another program has open stays owned; the next export tries again. */
  async #bin(row: Row): Promise<void> {
    try {
      await this.#folder.bin(row);
    } catch (error) {
      if (fileInUse(error) === null) throw error;
      this.#stuck.push(row.file);
    }
  }

  /** Renames files. While another owned file has the new name, the file waits in the work folder. */
  async #move(files: readonly NamedFile<Row, C>[], missing: readonly NamedFile<Row, C>[]): Promise<void> {
    const moving = files.flatMap((named) =>
      named.row && named.row.file !== named.file ? [{ named, row: named.row, file: named.file }] : [],
    );
    const parked = moving.flatMap(({ row, file }, index) => {
      const occupant = this.#folder.findRow(file);
      return occupant && occupant.file !== row.file
        ? [{ row, parked: { ...row, file: parkedName(index, row.file) } }]
        : [];
    });
    const coming = [...moving, ...missing].map(({ file }) => file);
    await this.#store.begin(
      coming,
      parked.map((one) => one.parked),
    );
    const waiting = new Map<Row, Row>();
    for (const one of parked) {
      const announce = (file: string) => this.#store.beforePlacing({ ...one.row, file }, false);
      waiting.set(one.row, await this.#folder.move(one.row, one.parked.file, announce));
    }
    const done: Row[] = [];
    const inOrder = [...moving.filter(({ row }) => !waiting.has(row)), ...moving.filter(({ row }) => waiting.has(row))];
    for (const { named, row, file } of inOrder) {
      await this.#store.beforePlacing({ ...row, file }, true);
      const announce = (other: string) => this.#store.beforePlacing({ ...row, file: other }, false);
      const moved = await this.#folder.move(waiting.get(row) ?? row, file, announce);
      const described = this.#store.describe(moved, named, moved.file);
      this.#folder.own(described);
      done.push(described);
      this.#finish(named, described);
      this.#moved += 1;
    }
    if (done.length > 0) await this.#store.afterPlacing(done);
  }

  async #make(named: NamedFile<Row, C>): Promise<void> {
    this.#signal?.throwIfAborted();
    const { file, planned } = named;
    this.#progress.fileStarted(file);
    try {
      await this.#place(named, await this.#store.make(named, this.#progress));
    } catch (error) {
      const failure = this.#failureOf(error, named);
      if (!failure) throw error;
      this.#failed.push({ file, lines: planned.lines, ...failure });
    }
    this.#progress.fileFinished(planned);
  }

  /** A file that is open in another program must not block the others. */
  #failureOf(error: unknown, named: NamedFile<Row, C>): Omit<FailedFile, 'file' | 'lines'> | null {
    if (fileInUse(error) === null) return this.#store.failureOf(error, named);
    // The report lists failures by line. It can't list a file without lines, so if one fails, the export fails.
    if (named.planned.lines.length === 0) return null;
    return { lineId: null, reason: { kind: 'file-in-use', file: named.file }, damagedAudio: null };
  }

  async #place(named: NamedFile<Row, C>, { partial, row }: NewFile<Row>): Promise<void> {
    if (partial === null) {
      this.#folder.own(row);
      this.#finish(named, row);
      this.#unchanged += 1;
      return;
    }
    try {
      await this.#store.beforePlacing(row, true);
      const announce = (file: string) => this.#store.beforePlacing({ ...row, file }, false);
      const placed = this.#store.replaces
        ? await this.#folder.placeReplacing(partial, row)
        : await this.#folder.place(partial, row, announce);
      await this.#store.afterPlacing([placed]);
      this.#finish(named, placed);
      this.#written += 1;
    } catch (error) {
      await this.#folder.discard(partial).catch(() => undefined);
      throw error;
    }
  }

  #finish({ planned, file }: NamedFile<Row, C>, row: Row): void {
    this.#good.set(planned, row);
    if (row.file !== file) this.#renamed.push(row.file);
  }
}

function fileNotices(kind: 'not-binned' | 'renamed', [file, ...others]: readonly string[]): ExportNotice[] {
  return file === undefined ? [] : [{ kind, file, files: 1 + others.length }];
}
