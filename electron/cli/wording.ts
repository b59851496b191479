import type { ProjectProblem } from '../../shared/model/project-problem.ts';
import { describeProjectProblem } from '../../shared/rules/project-problem-words.ts';
import { describeProblem, ServiceError } from '../core/api/service-error.ts';
import { ExportError } from '../core/export/export-error.ts';
import { DataFolderError } from '../core/local-service/data-folder.ts';
import { LocalServiceError } from '../core/local-service/running-service.ts';
import { ProjectError } from '../core/project/folder/project-error.ts';
import { CliError, EXIT, type ExitStatus } from './cli-error.ts';
import { plainRows, plainText } from './terminal-text.ts';

/** One sentence for whatever ended a command: what, where, and what to do. It can be shown on a terminal. */
export function sentenceFor(error: unknown): string {
  const sentence = knownSentence(error);
  if (sentence !== null) return plainText(sentence);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return plainRows(`something went wrong inside Lectern; nothing that was kept is lost. Please report this:\n${text}`);
}

function knownSentence(error: unknown): string | null {
  const own = [CliError, DataFolderError, LocalServiceError, ExportError];
  if (error instanceof Error && own.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof ServiceError) return describeProblem(error.problem);
  if (error instanceof ProjectError) return projectSentence(error.problem);
  return nodeSentence(error);
}

function projectSentence(problem: ProjectProblem): string {
  const sentence = describeProjectProblem(problem);
  if (problem.kind !== 'log-missing') return sentence;
  return `${sentence} To go on without it, call lectern resume or lectern render with --accept-missing-log.`;
}

/**
 * The status with which a command ends that was ended by an error: 2 where the call as it was made can't work, 1 where
 * the work was left half done and the same call goes on with it.
 */
export function statusFor(error: unknown): ExitStatus {
  if (error instanceof CliError) return error.status;
  if (error instanceof ExportError && error.kind === 'disk-full') return EXIT.incomplete;
  if (error instanceof ProjectError && error.problem.kind === 'moved-while-open') return EXIT.incomplete;
  return EXIT.usage;
}

/** Sentences for what the operating system refuses. */
function nodeSentence(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { code, path } = error as NodeJS.ErrnoException;
  const where = path ?? 'the folder';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk with ${where} is full: make room and call the command again.`;
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return `${where} can’t be written: choose another folder, or make it writable.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${where} is no folder, or a file stands above it: give another folder.`;
    case 'ENAMETOOLONG':
      return `${where} is too long a name: give a shorter one.`;
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open on this machine: close some programs and call the command again.';
    case 'EIO':
      return `The drive with ${where} failed: check the drive and call the command again.`;
    default:
      return null;
  }
}
