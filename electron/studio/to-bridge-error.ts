import { basename } from 'node:path';
import { ImportError } from '@lectern/manuscript';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { FileNameTemplateError } from '../../shared/rules/export/file-names.ts';
import { ServiceError } from '../core/api/service-error.ts';
import { CoverError } from '../core/app/library/cover.ts';
import { KeychainUnavailableError, KeyFileError } from '../core/app/secret-store.ts';
import { DocumentError } from '../core/app/versioned-document.ts';
import { RequestError } from '../core/bridge/request-error.ts';
import { ExportError } from '../core/export/export-error.ts';
import { TargetError } from '../core/export/targets/target-settings.ts';
import { ConsentError } from '../core/export/voice-consents.ts';
import { ConformError } from '../core/import/conform-recording.ts';
import { ModelError } from '../core/language-model/model-error.ts';
import { DataFolderError } from '../core/local-service/data-folder.ts';
import { LocalServiceError } from '../core/local-service/running-service.ts';
import { CastError } from '../core/project/cast/cast-store.ts';
import { RoleNameError } from '../core/project/cast/role-changes.ts';
import { SoundFileError } from '../core/project/cues/attach-sound.ts';
import { ProjectError } from '../core/project/folder/project-error.ts';
import { ScriptDocumentError } from '../core/project/script/script-document.ts';
import { TakeError, type TakeProblem } from '../core/project/takes/take-decisions.ts';

function importError({ kind: problem, problem: fault, file: path }: ImportError): BridgeError {
  const file = basename(path);
  if (fault.kind === 'wrong-file') return { kind: 'import', file, problem: 'wrong-file', type: fault.type };
  return { kind: 'import', file, problem: problem === 'wrong-file' ? 'unknown-format' : problem };
}

/** Returns null for an unexpected error. Such errors are defects and have to be logged. */
export function toBridgeError(error: unknown): BridgeError | null {
  if (error instanceof RequestError) return error.error;
  if (error instanceof ProjectError) return { kind: 'project', problem: error.problem };
  if (error instanceof ServiceError) return { kind: 'service', failure: error.problem };
  if (error instanceof ModelError) return { kind: 'model', failure: error.failure };
  if (error instanceof ScriptDocumentError) return { kind: 'stale-document' };
  if (error instanceof TakeError) return takeError(error.problem);
  if (error instanceof CastError) return { kind: 'invalid', field: 'turnPrefix', reason: error.problem.kind };
  if (error instanceof RoleNameError) return { kind: 'invalid', field: 'roleName', reason: error.problem };
  if (error instanceof SoundFileError) return { kind: 'sound-file', problem: error.problem };
  if (error instanceof ConformError) return { kind: 'recording', problem: error.problem };
  if (error instanceof ImportError) return importError(error);
  if (error instanceof ExportError) return { kind: 'export', problem: error.problem };
  if (error instanceof FileNameTemplateError) {
    return { kind: 'invalid', field: 'template', reason: 'unusable', problem: error.problem };
  }
  if (error instanceof TargetError) {
    return { kind: 'invalid', field: 'target', reason: error.problem.kind === 'banned' ? 'banned-export' : 'unusable' };
  }
  if (error instanceof ConsentError) {
    const voices = error.voices.map(({ name, state, lineIds }) => ({ name, state, lines: lineIds.length }));
    return { kind: 'consent', doing: error.doing, voices };
  }
  if (error instanceof CoverError) return { kind: 'invalid', field: 'cover', reason: error.problem };
  if (error instanceof LocalServiceError) return { kind: 'local-service', problem: error.problem };
  if (error instanceof KeychainUnavailableError) return { kind: 'keychain-unavailable' };
  if (error instanceof DataFolderError || error instanceof KeyFileError) {
    return { kind: 'data-folder', problem: error.problem };
  }
  if (error instanceof DocumentError) {
    return { kind: 'data-folder', problem: { kind: 'document', problem: error.problem } };
  }
  return null;
}

function takeError(problem: TakeProblem): BridgeError {
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

/** Returns the error's type without its message, because the message might contain script text. */
export const kindOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}${'code' in error ? ` ${String(error.code)}` : ''}` : typeof error;

export const stackLocations = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter((row) => /^\s+at /.test(row))
    .slice(0, 12)
    .map((row) => `\n${row}`)
    .join('');
