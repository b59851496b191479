import type { Project } from '../project/project.ts';

export interface ExportSession {
  readonly project: Project;
  readonly readOnly: boolean;
  readonly run: { readonly isActive: boolean };
  /** Null means that any line might have changed. */
  linesChanged(lineIds: Iterable<number> | null): void;
  /** Checks whether paid audio is still in the project folder. */
  checkPaidFiles(): Promise<void>;
}
