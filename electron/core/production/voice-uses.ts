// What the voices of takes may be used for, as their service lists it at the time.
import { rightsOfListing, type VoiceUse } from '../../../shared/model/voice-use.ts';
import type { InputParameters } from '../../../shared/service/input-parameters.ts';
import type { VoiceReading } from '../../../shared/service/voices.ts';
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

/** A listing that is asked for when the first take comes, and not again. Without it nothing is known. */
export function listedOnce(list: () => Promise<readonly VoiceReading[]>): KnownVoices['voices'] {
  let listed: Promise<readonly VoiceReading[]> | undefined;
  return () => {
    listed ??= list().catch(() => []);
    return listed;
  };
}
