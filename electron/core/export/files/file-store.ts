// How the files of a target are listed in their folder, named and made: what differs between the targets.
import type { ExportNotice } from '../../../../shared/model/export/export.ts';
import type { FailedFile, FileContent, MadeFiles, PlannedFile } from '../plan/export-plan.ts';
import type { OwnedFile } from './export-folder.ts';
import type { WorkProgress } from './work-progress.ts';

/** A planned file with its name in the folder. */
export interface NamedFile<Row extends OwnedFile, C extends FileContent = FileContent> {
  readonly planned: PlannedFile<C>;
  readonly file: string;
  /** The existing file with the same content, under this name or another one; null if it has to be written. */
  readonly row: Row | null;
}

export interface NamedFiles<Row extends OwnedFile, C extends FileContent = FileContent> {
  readonly files: readonly NamedFile<Row, C>[];
  readonly notices: readonly ExportNotice[];
}

export interface NewFile<Row extends OwnedFile> {
  /** Name in the work folder; null if a file with the same bytes is already in place. */
  readonly partial: string | null;
  /** Its size and time are ignored. */
  readonly row: Row;
}

/** How files of one kind are listed in their folder, named and made. */
export interface FileStore<Row extends OwnedFile, C extends FileContent = FileContent> {
  /** Maximum number of files made in parallel. */
  readonly concurrency: number;
  /** Whether files replace those of other programs, which move to the bin. */
  readonly replaces: boolean;
  /** Registers the files that Lectern owns in the folder, including those of a killed export. */
  open(): Promise<void>;
  /** @param changed files modified since Lectern wrote them, as `nameKey` values */
  name(files: readonly PlannedFile<C>[], changed: ReadonlySet<string>): Promise<NamedFiles<Row, C>>;
  /**
   * Begins the journal, which is on disk when this resolves.
   *
   * @param coming names that files are going to get
   * @param parked rows of files that wait in the work folder until their new name is free
   */
  begin(coming: readonly string[], parked: readonly Row[]): Promise<void>;
  /** Called before a file gets its name. `isPlanned` is false if it is another one than announced to `begin`. */
  placing(row: Row, isPlanned: boolean): Promise<void>;
  /** Called when files have their names. */
  placed(rows: readonly Row[]): Promise<void>;
  /** Returns the row of an existing file with the current details of its content. */
  describe(row: Row, named: NamedFile<Row, C>, file: string): Row;
  make(named: NamedFile<Row, C>, progress: WorkProgress): Promise<NewFile<Row>>;
  /** Returns why a file can't be made; null if the error ends the export. */
  failureOf(error: unknown, named: NamedFile<Row, C>): Omit<FailedFile, 'file' | 'lines'> | null;
  /** Returns the last file, if it depends on the others. */
  summary(made: MadeFiles): PlannedFile<C> | null;
  notices(files: readonly { readonly planned: PlannedFile<C>; readonly file: string }[]): readonly ExportNotice[];
  /**
   * Writes the list if it changed, and removes the journal.
   *
   * @param order file names in the order of the list
   * @param isWhole whether all files were made
   */
  close(order: readonly string[], isWhole: boolean): Promise<void>;
}
