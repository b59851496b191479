// Where a service does not echo what a job was to speak, the length of its audio is the only witness of whose it is.

import type { ChildJobReading } from '@lectern/tts-protocol';
import { spokenLength } from '../../../shared/rules/spoken-length.ts';
import type { JobToMatch } from './match-children.ts';

/** Fewer audios say nothing about what is usual. */
const FEWEST_AUDIOS = 8;
/** Audio this many times as long as usual, or as short, is not of its words. */
const ODD_RATIO = 3;
/** What each line takes beside its words, such as silence at its ends, in characters. */
const SPARE_CHARACTERS = 10;

/**
 * Jobs of a batch whose audio is far too short or too long for their words, by how long the others' is: it may be another
 * line's. Only those are looked at whose text the service doesn't echo, and whose length it states.
 *
 * @param matched the jobs' children, by `custom_id`
 * @returns the `custom_id`s of those jobs; none where there are too few to tell
 */
export function oddLengths(
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
  if (tempos.size < FEWEST_AUDIOS) return new Set();
  const usual = [...tempos.values()].toSorted((a, b) => a - b)[tempos.size >> 1] ?? 0;
  const isOdd = (tempo: number) => tempo > usual * ODD_RATIO || tempo < usual / ODD_RATIO;
  return new Set([...tempos].flatMap(([customId, tempo]) => (isOdd(tempo) ? [customId] : [])));
}
