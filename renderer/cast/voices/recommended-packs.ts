import { LANGUAGE_TAGS, type Language } from '@lectern/tts-protocol';
import type { CastVoice } from '../../../shared/ipc/cast-requests.ts';
import type { KnownPackEntry } from '../../../shared/ipc/pack-requests.ts';
import { speaksLanguage } from '../../../shared/rules/cast/default-cast.ts';
import { BUILT_IN_SYNTHESIZERS } from '../../../shared/rules/cast/voice-traits.ts';

/** Best first. */
const QUALITY: readonly KnownPackEntry['pack']['engine'][] = ['kokoro', 'matcha', 'vits', 'pocket', 'kitten'];

/** Returns whether a voice of a pack or another engine speaks a language. Cloned voices don't count. */
export const hasNaturalVoice = (voices: readonly CastVoice[], language: Language): boolean =>
  voices.some(
    (voice) =>
      !voice.isCloned &&
      voice.synthesizer !== null &&
      !BUILT_IN_SYNTHESIZERS.includes(voice.synthesizer) &&
      speaksLanguage({ id: voice.id, language: voice.language ?? '' }, language),
  );

/**
 * Returns the packs that speak a language and aren't installed, best first. Packs for commercial use come before others,
 * then natural models before simpler ones, then packs with more voices, then larger models.
 */
export function recommendedPacks(packs: readonly KnownPackEntry[], language: Language): KnownPackEntry[] {
  const subtag = primarySubtag(LANGUAGE_TAGS[language]);
  return packs
    .filter(({ isInstalled, pack }) => !isInstalled && countVoices(pack, subtag) > 0)
    .toSorted(
      ({ pack: a }, { pack: b }) =>
        Number(b.rights.commercialUse) - Number(a.rights.commercialUse) ||
        QUALITY.indexOf(a.engine) - QUALITY.indexOf(b.engine) ||
        countVoices(b, subtag) - countVoices(a, subtag) ||
        b.bytes - a.bytes,
    );
}

const primarySubtag = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

const countVoices = ({ voices }: KnownPackEntry['pack'], subtag: string): number =>
  voices.filter(({ languageCode }) => primarySubtag(languageCode) === subtag).length;
