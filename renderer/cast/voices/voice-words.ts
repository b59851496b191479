import { type CastVoice, VOICE_TRAITS } from '../../../shared/ipc/cast-requests.ts';
import { BATCH_ENGINE } from '../../../shared/service/vocabulary.ts';

/** What a voice is like, such as `English · british · female · slow`. */
export const traitWords = (voice: CastVoice): string =>
  VOICE_TRAITS.map((trait) => voice[trait])
    .filter(Boolean)
    .join(' · ');

/** Why a voice can't be cast; null where it can. */
export const whyNot = ({ isCastable, engine }: CastVoice): string | null =>
  isCastable
    ? null
    : `Can’t be cast: batches take ${BATCH_ENGINE} only, and this voice belongs to ${engine ?? 'another engine'}.`;
