import type { ProjectProblem } from '../../shared/model/problems/project-problem.ts';
import { ServiceError } from '../core/api/service-error.ts';
import { DocumentError } from '../core/app/versioned-document.ts';
import { ExportError } from '../core/export/export-error.ts';
import { DataFolderError } from '../core/local-service/data-folder.ts';
import { LocalServiceError } from '../core/local-service/running-service.ts';
import { SoundFileError } from '../core/project/cues/attach-sound.ts';
import { ProjectError } from '../core/project/folder/project-error.ts';
import { plainLines, plainText } from './output.ts';
import { t, tExport, tProblem } from './words.ts';

export const EXIT = { done: 0, incomplete: 1, usage: 2, interrupted: 130 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

export class CliError extends Error {
  override readonly name = 'CliError';
  readonly status: ExitStatus;

  constructor(message: string, status: ExitStatus = EXIT.usage) {
    super(message);
    this.status = status;
  }
}

/** Returns a message that is safe to print on a terminal: what happened, to what, and what to do. */
export function sentenceFor(error: unknown): string {
  const sentence = knownSentence(error);
  if (sentence !== null) return plainText(sentence);
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return plainLines(t('error.internal', { details }));
}

function knownSentence(error: unknown): string | null {
  if (error instanceof CliError) return error.message;
  if (error instanceof ExportError) return tExport.problem(error.problem);
  if (error instanceof SoundFileError) return tProblem.soundFile(error.problem);
  if (error instanceof ServiceError) return tProblem.service(error.problem);
  if (error instanceof DataFolderError) return tProblem.data(error.problem);
  if (error instanceof DocumentError) return tProblem.data({ kind: 'document', problem: error.problem });
  if (error instanceof LocalServiceError) return tProblem.localService(error.problem);
  if (error instanceof ProjectError) return projectSentence(error.problem);
  return nodeSentence(error);
}

function projectSentence(problem: ProjectProblem): string {
  const sentence = tProblem.project(problem);
  if (problem.kind !== 'log-missing' && problem.kind !== 'log-damaged') return sentence;
  return t('project.acceptMissingLog', { sentence });
}

/**
 * Returns 2 if the command is wrong or its input is bad, or 1 if it was interrupted and can be continued by running it
 * again.
 */
export function statusFor(error: unknown): ExitStatus {
  if (error instanceof CliError) return error.status;
  if (error instanceof ExportError && error.kind === 'disk-full') return EXIT.incomplete;
  if (error instanceof ProjectError && error.problem.kind === 'moved-while-open') return EXIT.incomplete;
  return EXIT.usage;
}

function nodeSentence(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd') return t('error.noWorkingFolder');
  const place = path ?? t('error.theFolder');
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return t('error.fullDisk', { place });
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return t('error.unwritable', { place });
    case 'ENOTDIR':
    case 'EEXIST':
      return t('error.noFolder', { place });
    case 'ENAMETOOLONG':
      return t('error.longName', { place });
    case 'EMFILE':
    case 'ENFILE':
      return t('error.tooManyFiles');
    case 'EIO':
      return t('error.failedDrive', { place });
    case 'ENOENT':
      return path === undefined ? null : t('error.notThere', { place });
    case 'EISDIR':
      return t('error.isFolder', { place });
    default:
      // Other system errors with a path are caused by that file and aren't bugs.
      return path === undefined || code === undefined ? null : t('error.refused', { place, code });
  }
}

interface Interrupts {
  readonly signal: AbortSignal;
  dispose(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The second Ctrl-C exits immediately. This is safe because everything is journaled. */
export function listenForInterrupts(onFirst: () => void): Interrupts {
  const controller = new AbortController();
  const listen = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    onFirst();
    controller.abort(new Error('interrupted'));
  };
  for (const signal of SIGNALS) process.on(signal, listen);
  return {
    signal: controller.signal,
    dispose() {
      // Keep listening after an interrupt, so that a second Ctrl-C works.
      if (controller.signal.aborted) return;
      for (const signal of SIGNALS) process.off(signal, listen);
    },
  };
}
