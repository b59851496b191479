// Why a project can only be read, and what to do about it.
import type { ReadOnlyReason } from '../../../shared/ipc/project-requests.ts';

interface ReadOnlyWords {
  /** Beside a control that can't be used. */
  readonly short: string;
  /** What holds, and the way out. */
  readonly long: string;
}

const LEFT = 'Here you can listen, review and export.';

const WORDS: Readonly<Record<ReadOnlyReason, ReadOnlyWords>> = {
  'in-use': {
    short: 'Another Lectern is writing this project: here it can only be read.',
    long: `Another Lectern, or a command in a terminal, is writing this project. ${LEFT} To change it, close it there and open it again, or go on in a copy.`,
  },
  'read-only': {
    short: 'This project’s drive or file can’t be written: it can only be read.',
    long: `This project lies on a drive, or in a file, that can’t be written. ${LEFT} To change it, make it writable and open it again, or go on in a copy.`,
  },
  'no-permission': {
    short: 'You may not write in this project’s folder: it can only be read.',
    long: `You have no permission to write in this project’s folder. ${LEFT} To change it, change its permissions and open it again, or go on in a copy.`,
  },
};

export const readOnlyWords = (reason: ReadOnlyReason): ReadOnlyWords => WORDS[reason];
