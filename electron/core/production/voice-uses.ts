// What the voices of takes may be used for, as their service lists it at the time.

import type { InputParameters, VoiceReading } from '@lectern/tts-protocol';
import { rightsOfListing, type VoiceUse } from '../../../shared/model/voice-use.ts';
import type { Clock } from '../ports.ts';
import { shownText } from '../project/cast/voice-names.ts';

/** What is known of voices at the moment. */
export interface KnownVoices {
  /** Those that the service lists; none where that is not known. */
  voices(): readonly VoiceReading[] | Promise<readonly VoiceReading[]>;
  /** The consent to the cloning of a voice. */
  consentOf(voice: string): string | null;
}

/**
 * What the voices of a request may be used for.
 *
 * @returns null where it is not known
 */
export async function voiceUses(request: InputParameters, known: KnownVoices): Promise<VoiceUse[] | null> {
  const wanted = [request.voice, request.voice_2].filter((voice) => voice !== undefined);
  const listed = await known.voices();
  const uses = wanted.map((voice): VoiceUse | null => {
    const found = listed.find(({ id }) => id === voice);
    const consentId = known.consentOf(voice);
    if (!found && consentId === null) return null;
    return {
      voice,
      name: shownText(found?.name || voice).slice(0, 200),
      synthesizer: found?.synthesizer ? shownText(found.synthesizer).slice(0, 200) : null,
      rights: found?.rights ? rightsOfListing(found.rights, shownText) : null,
      consentId,
    };
  });
  const all = uses.filter((use) => use !== null);
  return all.length === wanted.length ? all : null;
}

/** How long a list of voices is taken to hold. Milliseconds. */
const LISTED_FOR_MS = 10_000;

/**
 * A listing that is asked for when a take comes, every ten seconds at most: another process may add and remove packs. Where it fails,
 * the one before holds; without any, nothing is known.
 */
export function listedForTakes(
  list: () => Promise<readonly VoiceReading[]>,
  clock: Pick<Clock, 'monotonic'>,
): KnownVoices['voices'] {
  let listed: Promise<readonly VoiceReading[]> = Promise.resolve([]);
  let at = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock.monotonic() - at >= LISTED_FOR_MS) {
      const before = listed;
      at = clock.monotonic();
      listed = list().catch(() => before);
    }
    return listed;
  };
}
