import type { CommanderError } from 'commander';
import type { ProjectProblem } from '../../shared/model/project-problem.ts';
import { describeProjectProblem } from '../../shared/rules/project-problem-words.ts';
import { describeProblem, ServiceError } from '../core/api/service-error.ts';
import { ExportError } from '../core/export/export-error.ts';
import { DataFolderError } from '../core/local-service/data-folder.ts';
import { LocalServiceError } from '../core/local-service/local-service-error.ts';
import { ProjectError } from '../core/project/folder/project-error.ts';
import { CliError, EXIT, type ExitStatus } from './cli-error.ts';
import { plainRows, plainText } from './terminal-text.ts';
import { listed, t } from './words.ts';

/** One sentence for whatever ended a command: what, where, and what to do. It can be shown on a terminal. */
export function sentenceFor(error: unknown): string {
  const sentence = knownSentence(error);
  if (sentence !== null) return plainText(sentence);
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return plainRows(t('error.internal', { details }));
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
  return t('project.acceptMissingLog', { sentence });
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
    default:
      return null;
  }
}

/**
 * One sentence for a call that the command line does not understand, with the way to its help.
 *
 * @param command the first argument: what was called, if anything was
 * @returns null where the help was printed instead
 */
export function usageSentence({ code, message }: CommanderError, command: string | undefined): string | null {
  if (code === 'commander.help' || code === 'commander.helpDisplayed') return null;
  const isKnown = command !== undefined && code !== 'commander.unknownCommand' && !command.startsWith('-');
  return callSentence(code, message, isKnown ? `lectern ${command} --help` : 'lectern help');
}

/** Commander says what was wrong in a sentence of its own alone: the facts are taken out of it, by the kind of error. */
const FACTS: Readonly<Record<string, RegExp>> = {
  'commander.excessArguments':
    /for '(?<name>.*)'\. Expected (?<expected>\d+) \w+ but got (?<received>\d+): (?<given>.*)\.$/s,
  'commander.invalidArgument': /option '(?<flags>.*?)' argument '(?<value>.*)' is invalid\. (?<reason>.*)$/s,
  'commander.missingArgument': /'(?<name>.*)'$/s,
  'commander.missingMandatoryOptionValue': /'(?<flags>.*)'/s,
  'commander.optionMissingArgument': /'(?<flags>.*)'/s,
  'commander.unknownCommand': /'(?<name>.*?)'(?:\n\(Did you mean (?:one of )?(?<similar>.*)\?\))?$/s,
  'commander.unknownOption': /'(?<name>.*?)'(?:\n\(Did you mean (?:one of )?(?<similar>.*)\?\))?$/s,
};

function callSentence(code: string, message: string, help: string): string {
  const facts = FACTS[code]?.exec(message)?.groups;
  if (!facts) return t('call.other', { help });
  const { name = '', flags = '', value = '', reason = '', given = '', similar } = facts;
  const names = similar?.split(', ') ?? [];
  const guess = { name, similar: names.length, names: listed(names), help };
  switch (code) {
    case 'commander.excessArguments':
      return t('call.tooMany', {
        command: name,
        expected: Number(facts['expected']),
        received: Number(facts['received']),
        given,
        help,
      });
    case 'commander.invalidArgument':
      return t('call.invalidValue', { flags, value, reason, help });
    case 'commander.missingArgument':
      return t('call.missingArgument', { name, help });
    case 'commander.missingMandatoryOptionValue':
      return t('call.missingOption', { flags, help });
    case 'commander.optionMissingArgument':
      return t('call.missingValue', { flags, help });
    case 'commander.unknownCommand':
      return t('call.unknownCommand', guess);
    default:
      return t('call.unknownOption', guess);
  }
}
