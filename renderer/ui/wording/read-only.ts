// Why a project can only be read, and what to do about it.
import type { ReadOnlyReason } from '../../../shared/ipc/project-requests.ts';

interface ReadOnlyWords {
  /** Beside a control that can't be used. */
  readonly short: string;
  /** What holds, and the way out. */
  readonly long: string;
}

const LEFT = 'You can listen, review and export; nothing can be edited, decided or rendered here.';

const WORDS: Readonly<Record<ReadOnlyReason, ReadOnlyWords>> = {
  'in-use': {
    short: 'Another Lectern is writing this project: here it can only be read.',
    long: `Another Lectern, or a command in a terminal, is writing this project. ${LEFT} Close it there, then open it again; opening it again also shows what was changed there.`,
  },
  'read-only': {
    short: 'This project’s drive or file can’t be written: it can only be read.',
    long: `This project lies on a drive, or in a file, that can’t be written. ${LEFT} Make it writable and open it again, or copy its folder to a place where you may write.`,
  },
  'no-permission': {
    short: 'You may not write in this project’s folder: it can only be read.',
    long: `You have no permission to write in this project’s folder. ${LEFT} Change its permissions and open it again, or copy it to a place of your own.`,
  },
};

export const readOnlyWords = (reason: ReadOnlyReason): ReadOnlyWords => WORDS[reason];
