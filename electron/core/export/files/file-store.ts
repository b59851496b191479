import type { ExportNotice } from '../../../../shared/model/export/export.ts';
import type { FailedFile, FileContent, MadeFiles, PlannedFile } from '../plan/export-plan.ts';
import type { OwnedFile } from './export-folder.ts';
import type { WorkProgress } from './work-progress.ts';

export interface NamedFile<Row extends OwnedFile, C extends FileContent = FileContent> {
  readonly planned: PlannedFile<C>;
  readonly file: string;
  /** An existing file with the same content, under any name; null if the file has to be written. */
  readonly row: Row | null;
}

export interface NamedFiles<Row extends OwnedFile, C extends FileContent = FileContent> {
  readonly files: readonly NamedFile<Row, C>[];
  readonly notices: readonly ExportNotice[];
}

export interface NewFile<Row extends OwnedFile> {
  /** Name in the work folder; null if a file with the same bytes is already in place. */
  readonly partial: string | null;
  /** The size and modification time in the row are ignored. */
  readonly row: Row;
}

export interface FileStore<Row extends OwnedFile, C extends FileContent = FileContent> {
  /** Maximum number of files made in parallel. */
  readonly concurrency: number;
  /** Whether files of other programs with the same name are moved to the bin. */
  readonly replaces: boolean;
  /** Reads the list, including files of a killed export. */
  open(): Promise<void>;
  /** @param changed files that have been modified since Lectern wrote them, as `nameKey` values */
  nameFiles(files: readonly PlannedFile<C>[], changed: ReadonlySet<string>): Promise<NamedFiles<Row, C>>;
  /** Resolves once the journal is on disk. Files in `parked` stay in the work folder until their new names are free. */
  begin(planned: readonly string[], parked: readonly Row[]): Promise<void>;
  /** Called before a file gets its name. `isPlanned` is false for a name that `begin` didn't announce. */
  beforePlacing(row: Row, isPlanned: boolean): Promise<void>;
  afterPlacing(rows: readonly Row[]): Promise<void>;
  describe(row: Row, named: NamedFile<Row, C>, file: string): Row;
  make(named: NamedFile<Row, C>, progress: WorkProgress): Promise<NewFile<Row>>;
  /** Returns why a file can't be made; null if the error makes the whole export fail. */
  failureOf(error: unknown, named: NamedFile<Row, C>): Omit<FailedFile, 'file' | 'lines'> | null;
  /** Returns files to be written last, because they depend on the other files. */
  lastFiles(made: MadeFiles): readonly PlannedFile<C>[];
  notices(files: readonly { readonly planned: PlannedFile<C>; readonly file: string }[]): readonly ExportNotice[];
  /** Writes the list in the given order if it has changed, and removes the journal. */
  close(order: readonly string[], isWhole: boolean): Promise<void>;
}
