// How the files of jobs are named (`fileName` in rendering/stream-order.ts). The service removes no others.
import { AUDIO_FORMATS } from '../../shared/model/audio-formats.ts';

const EXTENSIONS = [...new Set(Object.values(AUDIO_FORMATS).map(({ extension }) => extension))].join('|');
const FINISHED = `(?<job>[a-z]{2}-[0-9A-Za-z]{22})\\.(?:${EXTENSIONS})`;
const FINISHED_FILE = new RegExp(`^${FINISHED}$`);
/** As rendering/durable-file.ts names them. */
const UNFINISHED_FILE = new RegExp(`^${FINISHED}\\.(?:part|samples)$`);

/** The identifier of the job that a finished file belongs to; undefined for any other file. */
export const jobOfFile = (name: string): string | undefined => FINISHED_FILE.exec(name)?.groups?.['job'];

/** Whether a job's file was still being written under this name. */
export const isUnfinishedJobFile = (name: string): boolean => UNFINISHED_FILE.test(name);
