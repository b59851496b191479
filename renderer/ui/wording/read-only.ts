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
  'log-missing': {
    short: 'This project’s latest changes are missing: it can only be read until you decide to go on without them.',
    long: `This project was not closed properly, and project.db-wal, which holds its latest changes, is missing from its folder. Lines that were sent and paid for may not be recorded, and would be sent and paid for again. ${LEFT} Put that file back beside project.db and open the project again, or, if this is a copy, use the original.`,
  },
};

export const readOnlyWords = (reason: ReadOnlyReason): ReadOnlyWords => WORDS[reason];
