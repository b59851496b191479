// If a service doesn't echo the texts of jobs, only the length of the audio shows whether it belongs to a job.

import type { ChildJobReading } from '@lectern/tts-protocol';
import { spokenLength } from '../rules/spoken-length.ts';
import type { JobToMatch } from './match-children.ts';

/** With fewer files, the usual tempo is unknown. */
const MIN_AUDIOS = 8;
/** Audio that is longer or shorter than usual by this factor doesn't belong to its text. */
const ODD_RATIO = 3;
/** Time each line takes beyond its words, such as silence at its ends, expressed in characters. */
const SPARE_CHARACTERS = 10;

/**
 * Returns jobs with audio that is far too short or too long for their text compared to the rest of the batch, so it may
 * belong to another line. Only considers jobs with a known duration and no echoed text.
 *
 * @param matched the jobs' children, by `custom_id`
 * @returns the `custom_id`s of those jobs, or none if there are too few to compare
 */
export function suspiciousLengths(
  jobs: readonly JobToMatch[],
  matched: ReadonlyMap<string, ChildJobReading>,
): ReadonlySet<string> {
  const tempos = new Map<string, number>();
  for (const { customId, request } of jobs) {
    const child = matched.get(customId);
    const seconds = child?.output?.duration ?? 0;
    if (child?.status !== 'completed' || child.input?.text !== undefined || seconds <= 0) continue;
    const characters = spokenLength(request.text) + SPARE_CHARACTERS;
    tempos.set(customId, (seconds * (request.speed ?? 1)) / characters);
  }
  if (tempos.size < MIN_AUDIOS) return new Set();
  const usual = [...tempos.values()].toSorted((a, b) => a - b)[tempos.size >> 1] ?? 0;
  const isOdd = (tempo: number) => tempo > usual * ODD_RATIO || tempo < usual / ODD_RATIO;
  return new Set([...tempos].flatMap(([customId, tempo]) => (isOdd(tempo) ? [customId] : [])));
}
