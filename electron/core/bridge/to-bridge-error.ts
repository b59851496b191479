// Everything that may be thrown on the way to an answer, as the bridge has it. The one place where that is decided.
import { basename } from 'node:path';
import type { BridgeError, ServiceFailure } from '../../../shared/ipc/envelope.ts';
import { FileNameTemplateError } from '../../../shared/rules/file-names.ts';
import { describeProblem, ServiceError, type ServiceProblem } from '../api/service-error.ts';
import { KeychainUnavailableError, KeyFileError } from '../app/connections/key-store.ts';
import { CoverError } from '../app/library/cover.ts';
import { DocumentError } from '../app/versioned-document.ts';
import { ExportError } from '../export/export-error.ts';
import { ImportError } from '../import/importable-file.ts';
import { DataFolderError } from '../local-service/data-folder.ts';
import { LocalServiceError } from '../local-service/running-service.ts';
import { CastError } from '../project/cast/cast-store.ts';
import { RoleNameError } from '../project/cast/role-changes.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { ScriptDocumentError } from '../project/script/script-document.ts';
import { TakeError, type TakeProblem } from '../project/takes/take-decisions.ts';
import { RequestError } from './request-error.ts';

/** What went wrong with the service, as the window is told it. */
export function failureOf(problem: ServiceProblem): ServiceFailure {
  const status = 'status' in problem ? problem.status : null;
  return { kind: problem.kind, status, sentence: describeProblem(problem) };
}

/**
 * The error as the bridge has it.
 *
 * @returns null for an unexpected error: a defect of ours, to be logged
 */
export function toBridgeError(error: unknown): BridgeError | null {
  if (error instanceof RequestError) return error.error;
  if (error instanceof ProjectError) return { kind: 'project', problem: error.problem };
  if (error instanceof ServiceError) return { kind: 'service', failure: failureOf(error.problem) };
  if (error instanceof ScriptDocumentError) return { kind: 'stale-document' };
  if (error instanceof TakeError) return ofTake(error.problem);
  if (error instanceof CastError) return { kind: 'invalid', field: 'turnPrefix', reason: error.problem.kind };
  if (error instanceof RoleNameError) return { kind: 'invalid', field: 'roleName', reason: error.problem };
  if (error instanceof ImportError) return { kind: 'import', file: basename(error.file), problem: error.kind };
  if (error instanceof ExportError) {
    return { kind: 'export', problem: error.kind, path: error.path, detail: error.message };
  }
  if (error instanceof FileNameTemplateError) {
    return { kind: 'invalid', field: 'template', reason: 'unusable', detail: error.message };
  }
  if (error instanceof CoverError) return { kind: 'invalid', field: 'cover', reason: error.problem };
  if (error instanceof LocalServiceError) return { kind: 'local-service', detail: error.message };
  if (error instanceof KeychainUnavailableError) return { kind: 'keychain-unavailable' };
  if (error instanceof DataFolderError || error instanceof DocumentError || error instanceof KeyFileError) {
    return { kind: 'data-folder', detail: error.message };
  }
  return null;
}

function ofTake(problem: TakeProblem): BridgeError {
  switch (problem.kind) {
    case 'no-such-take':
      return { kind: 'not-found', what: 'take' };
    case 'no-such-line':
      return { kind: 'not-found', what: 'line' };
    case 'bad-trim':
      return { kind: 'invalid', field: 'trim', reason: problem.kind };
    case 'bad-gain':
      return { kind: 'invalid', field: 'gain', reason: problem.kind };
    case 'long-note':
      return { kind: 'invalid', field: 'note', reason: problem.kind };
    default:
      return { kind: 'invalid', field: 'take', reason: problem.kind };
  }
}
