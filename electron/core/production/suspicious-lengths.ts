// If a service doesn't echo the text, only the length of the audio indicates which job it belongs to.

import type { LenientChildJob } from '@lectern/tts-protocol';
import { spokenLength } from '../rules/spoken-length.ts';
import type { JobToMatch } from './match-children.ts';

/** If there are fewer files than this, the usual tempo is unknown. */
const MIN_FILES = 8;
/** If the length of the audio differs from the usual length by this factor, the audio doesn't belong to its text. */
const ODD_RATIO = 3;
/** Time for silence and other non-speech, expressed in characters. */
const EXTRA_CHARACTERS = 10;

/**
 * Returns the `custom_id`s of jobs whose audio is far too short or too long compared with the batch, or an empty list
 * if there is too little audio. Only considers jobs with a known duration and without echoed text.
 */
export function suspiciousLengths(
  jobs: readonly JobToMatch[],
  matched: ReadonlyMap<string, LenientChildJob>,
): ReadonlySet<string> {
  const tempos = new Map<string, number>();
  for (const { customId, request } of jobs) {
    const child = matched.get(customId);
    const seconds = child?.output?.duration ?? 0;
    if (child?.status !== 'completed' || child.input?.text !== undefined || seconds <= 0) continue;
    const characters = spokenLength(request.text) + EXTRA_CHARACTERS;
    tempos.set(customId, (seconds * (request.speed ?? 1)) / characters);
  }
  if (tempos.size < MIN_FILES) return new Set();
  const usual = [...tempos.values()].toSorted((a, b) => a - b)[tempos.size >> 1] ?? 0;
  const isOdd = (tempo: number) => tempo > usual * ODD_RATIO || tempo < usual / ODD_RATIO;
  return new Set([...tempos].flatMap(([customId, tempo]) => (isOdd(tempo) ? [customId] : [])));
}
