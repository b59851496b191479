import type { InputParameters, LenientVoice } from '@lectern/tts-protocol';
import { rightsOfListing, type VoiceUse } from '../../../shared/model/voice-use.ts';
import type { Clock } from '../ports.ts';
import { displayText } from '../project/cast/voice-names.ts';

export interface KnownVoices {
  /** Empty if unknown. */
  voices(): readonly LenientVoice[] | Promise<readonly LenientVoice[]>;
  consentOf(voice: string): string | null;
}

/** Null if unknown. */
export async function voiceUses(request: InputParameters, known: KnownVoices): Promise<VoiceUse[] | null> {
  const wanted = [request.voice, request.voice_2].filter((voice) => voice !== undefined);
  const listed = await known.voices();
  const uses = wanted.map((voice): VoiceUse | null => {
    const found = listed.find(({ id }) => id === voice);
    const consentId = known.consentOf(voice);
    if (!found && consentId === null) return null;
    return {
      voice,
      name: displayText(found?.name || voice).slice(0, 200),
      synthesizer: found?.synthesizer ? displayText(found.synthesizer).slice(0, 200) : null,
      rights: found?.rights ? rightsOfListing(found.rights, displayText) : null,
      consentId,
      ...(found?.is_cloned && { isCloned: true as const }),
    };
  });
  const all = uses.filter((use) => use !== null);
  return all.length === wanted.length ? all : null;
}

const CACHE_MS = 10_000;

/**
 * Lists the voices again, at most every ten seconds, because packs can change. If listing fails, uses the previous
 * list.
 */
export function createVoiceLister(
  list: () => Promise<readonly LenientVoice[]>,
  clock: Pick<Clock, 'monotonic'>,
): KnownVoices['voices'] {
  let listed: Promise<readonly LenientVoice[]> = Promise.resolve([]);
  let at = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock.monotonic() - at >= CACHE_MS) {
      const before = listed;
      at = clock.monotonic();
      listed = list().catch(() => before);
    }
    return listed;
  };
}
