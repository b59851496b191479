// Errors that say something to the producer, on their way from one thread to another.

import { WorkerJobError, type WorkerReply } from '../../../node/worker-pool.ts';
import type { ProjectProblem } from '../../../shared/model/project-problem.ts';
import { RequestError } from '../bridge/request-error.ts';
import { ImportError, type ImportProblem } from '../import/import-error.ts';
import { ProjectError } from '../project/folder/project-error.ts';

type Packed =
  | { readonly of: 'project'; readonly problem: ProjectProblem }
  | { readonly of: 'import'; readonly kind: ImportProblem; readonly file: string }
  | { readonly of: 'studio'; readonly error: RequestError['error'] };

/** An error as a thread answers it. */
export function packedError(error: unknown): Extract<WorkerReply<never>, { ok: false }> {
  const packed = pack(error);
  // An unexpected error is reported by its name alone: its message may hold words of the script.
  if (!packed) return { ok: false, message: error instanceof Error ? error.name : 'unknown' };
  return { ok: false, message: error instanceof Error ? error.message : '', detail: JSON.stringify(packed) };
}

function pack(error: unknown): Packed | null {
  if (error instanceof ProjectError) return { of: 'project', problem: error.problem };
  if (error instanceof ImportError) return { of: 'import', kind: error.kind, file: error.file };
  if (error instanceof RequestError) return { of: 'studio', error: error.error };
  return null;
}

/** The error as it was thrown in the thread. */
export function unpackedError(error: unknown): unknown {
  if (!(error instanceof WorkerJobError) || error.detail === undefined) return error;
  // It is what `packedError` made.
  const packed = JSON.parse(error.detail) as Packed;
  switch (packed.of) {
    case 'project':
      return new ProjectError(packed.problem, error);
    case 'import':
      return new ImportError(packed.kind, packed.file, error.message, error);
    case 'studio':
      return new RequestError(packed.error);
  }
}
