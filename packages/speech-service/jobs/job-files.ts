// The names of jobs' audio files (see `audioFileName` in rendering/stream-order.ts). The service never deletes other files.
import { AUDIO_FORMATS } from '@lectern/audio/formats';

const EXTENSIONS = [...new Set(Object.values(AUDIO_FORMATS).map(({ extension }) => extension))].join('|');
const FINISHED_PATTERN = `(?<job>[a-z]{2}-[0-9A-Za-z]{22})\\.(?:${EXTENSIONS})`;
const FINISHED_FILE = new RegExp(`^${FINISHED_PATTERN}$`);
/** Temporary files; see rendering/durable-file.ts for their names. */
const UNFINISHED_FILE = new RegExp(`^${FINISHED_PATTERN}\\.(?:part|samples)$`);

/** Returns undefined if the file isn't a job's finished audio file. */
export const jobIdOfFile = (name: string): string | undefined => FINISHED_FILE.exec(name)?.groups?.['job'];

export const isUnfinishedJobFile = (name: string): boolean => UNFINISHED_FILE.test(name);
