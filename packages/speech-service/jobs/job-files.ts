// The names of jobs' audio files (see `audioFileName` in rendering/stream-order.ts). The service never deletes other files.
import { AUDIO_FORMATS } from '@lectern/audio/formats';
import type { OutputFormat } from '@lectern/tts-protocol';
import type { ClaimedJob } from '../ports/jobs.ts';
import { audioFileName } from '../rendering/stream-order.ts';

const EXTENSIONS = [...new Set(Object.values(AUDIO_FORMATS).map(({ extension }) => extension))].join('|');
const FINISHED_PATTERN = `(?<job>[a-z]{2}-[0-9A-Za-z]{22})(?:-\\d{1,9})?\\.(?:${EXTENSIONS})`;
const FINISHED_FILE = new RegExp(`^${FINISHED_PATTERN}$`);
/** Temporary files; see rendering/durable-file.ts for their names. */
const UNFINISHED_FILE = new RegExp(`^${FINISHED_PATTERN}\\.(?:part|samples)$`);

/** Returns undefined if the file isn't a job's finished audio file. */
export const jobIdOfFile = (name: string): string | undefined => FINISHED_FILE.exec(name)?.groups?.['job'];

export const isUnfinishedJobFile = (name: string): boolean => UNFINISHED_FILE.test(name);

/**
 * Returns the name of a job's file. Later attempts have names of their own, so that a worker that has been overtaken
 * can't overwrite the file of the one that finishes.
 */
export const jobFileName = ({ id, attempt }: ClaimedJob, format: OutputFormat): string =>
  audioFileName(attempt === 1 ? id : `${id}-${attempt}`, format);
