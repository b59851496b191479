import type { Project } from '../project/project.ts';

export interface ExportSession {
  readonly project: Project;
  readonly readOnly: boolean;
  readonly run: { readonly isActive: boolean };
  /** Null for any line. */
  linesChanged(lineIds: Iterable<number> | null): void;
  /** Checks whether audio that was paid for is still there. */
  checkPaidFiles(): Promise<void>;
}
