// Asks for confirmation if the open project has unsaved edits.

import { resolve } from 'node:path';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import type { AskStudio } from '../ipc/shell-handlers.ts';
import { t, tProblem } from './words.ts';

export interface OpenerOptions {
  readonly ask: AskStudio;
  readonly isUnsaved: () => boolean;
  readonly confirmLeaving: () => Promise<boolean>;
  readonly confirmReadOnly: (sentence: string) => Promise<boolean>;
  readonly tell: (sentence: string) => Promise<void>;
}

/** Returns a function that opens projects by their folders, one at a time. */
export function createOpener(options: OpenerOptions): (path: string) => Promise<void> {
  let turn: Promise<void> = Promise.resolve();
  return (path) => {
    const opened = turn.then(() => open(path, options));
    turn = opened.catch(() => {});
    return opened;
  };
}

async function open(path: string, options: OpenerOptions): Promise<void> {
  const { ask, tell, isUnsaved, confirmLeaving, confirmReadOnly } = options;
  const here = await ask('locate', { what: 'project' });
  const isOpen = here.ok && here.value.path !== null && resolve(here.value.path) === resolve(path);
  if (!isOpen && isUnsaved() && !(await confirmLeaving())) return;
  const reply = await ask('openProject', { path });
  if (reply.ok) return;
  const sentence = errorText(reply.error, path);
  if (reply.error.kind !== 'project' || reply.error.problem.kind !== 'in-use') return tell(sentence);
  if (!(await confirmReadOnly(sentence))) return;
  const read = await ask('openProject', { path, toRead: true });
  if (!read.ok) await tell(errorText(read.error, path));
}

const errorText = (error: BridgeError, path: string): string =>
  error.kind === 'project' ? tProblem.project(error.problem) : t('notOpened.detail', { path, problem: error.kind });

/** The page shows nothing else until this project has been opened. */
export interface FirstProject {
  settle(): void;
  /** Resolves when the project is open or couldn't be opened. Never rejects. */
  readonly settled: Promise<void>;
  isAwaited(): boolean;
}

/** In milliseconds. If opening takes longer, the library is shown. */
const MAX_WAIT_MS = 1_500;

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
  if (isAwaited) after(MAX_WAIT_MS, settle);
  else settle();
  return { settle, settled, isAwaited: () => isAwaited };
}
