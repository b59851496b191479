import type { Project } from '../project/project.ts';

/** The open project as exports use it. */
export interface ExportSession {
  readonly project: Project;
  readonly readOnly: boolean;
  readonly run: { readonly isActive: boolean };
  /** @param lineIds the lines whose states changed; null for any */
  linesChanged(lineIds: Iterable<number> | null): void;
  /** Checks whether audio that was paid for is still there. */
  checkPaidFiles(): Promise<void>;
}
