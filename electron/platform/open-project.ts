// A project that is named from outside: by the command line, a second start, a double click in the file manager. The one that
// is open is not left without a word where a run would stand still or edits would be lost.

import { resolve } from 'node:path';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { describeProjectProblem } from '../../shared/rules/project-problem-words.ts';
import type { AskStudio } from '../ipc/shell-handlers.ts';
import { t } from './words.ts';

/** Why the open project is not left unasked: edits would be lost, or a run paused. */
export type LeavingQuestion = 'unsaved' | 'running';

export interface OpenerOptions {
  readonly ask: AskStudio;
  /** Whether the window holds edits that could not be saved. */
  readonly isUnsaved: () => boolean;
  readonly askToLeave: (question: LeavingQuestion) => Promise<boolean>;
  /** Another Lectern writes the project: whether it is to be read all the same. */
  readonly askToRead: (sentence: string) => Promise<boolean>;
  readonly tell: (sentence: string) => Promise<void>;
}

/** @returns what opens a project, by its folder; one after the other, whatever became of the one before */
export function createOpener(options: OpenerOptions): (path: string) => Promise<void> {
  let turn: Promise<void> = Promise.resolve();
  return (path) => {
    const opened = turn.then(() => open(path, options));
    turn = opened.catch(() => {});
    return opened;
  };
}

async function open(path: string, options: OpenerOptions): Promise<void> {
  const { ask, tell, askToRead } = options;
  const here = await ask('locate', { what: 'project' });
  const isOpen = here.ok && here.value.path !== null && resolve(here.value.path) === resolve(path);
  if (!isOpen && !(await mayLeave(options))) return;
  const reply = await ask('openProject', { path });
  if (reply.ok) return;
  const sentence = wordsOf(reply.error, path);
  if (reply.error.kind !== 'project' || reply.error.problem.kind !== 'in-use') return tell(sentence);
  if (!(await askToRead(sentence))) return;
  const read = await ask('openProject', { path, toRead: true });
  if (!read.ok) await tell(wordsOf(read.error, path));
}

async function mayLeave({ ask, isUnsaved, askToLeave }: OpenerOptions): Promise<boolean> {
  if (isUnsaved() && !(await askToLeave('unsaved'))) return false;
  const on = await ask('prepareToClose', {});
  return !(on.ok && on.value.running) || (await askToLeave('running'));
}

const wordsOf = (error: BridgeError, path: string): string =>
  error.kind === 'project'
    ? describeProjectProblem(error.problem)
    : t('notOpened.detail', { path, problem: error.kind });

/** The project that the application was started with: until it is open, the window waits before it shows anything else. */
export interface FirstProject {
  /** It is open, or could not be opened. */
  settle(): void;
  /** Resolves then; at once where no project was named. Never fails. */
  readonly settled: Promise<void>;
  isAwaited(): boolean;
}

/** A project that takes longer to open is not waited for: the library is shown. Milliseconds. */
const LONGEST_WAIT_MS = 1_500;

/** @param after calls back after the given milliseconds */
export function createFirstProject(
  project: string | null,
  after: (milliseconds: number, callback: () => void) => void,
): FirstProject {
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  let isAwaited = project !== null;
  const settle = () => {
    isAwaited = false;
    resolve();
  };
  if (isAwaited) after(LONGEST_WAIT_MS, settle);
  else settle();
  return { settle, settled, isAwaited: () => isAwaited };
}
