// Voices to the ear: the service's own samples.
import type { CastVoice } from '../../../shared/ipc/cast-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { hear } from '../../ui/audition.ts';
import { usePlayer } from '../../ui/player-store.ts';
import { notify, notifyFailure } from '../../ui/toast.tsx';

/** What the player names it by, so that the same press pauses what it started. */
const sampleTitle = ({ name }: CastVoice): string => `${name} · sample`;

/** Plays the sample that the service has of a voice; pressed again, it pauses and goes on. */
export function playSample(voice: CastVoice): void {
  const { track, status, toggle } = usePlayer.getState();
  if (track?.title === sampleTitle(voice) && status !== 'failed') {
    toggle();
    return;
  }
  if (!voice.hasSample) {
    notify(`The service has no sample of ${voice.name}: audition a line with it.`, { id: 'sample' });
    return;
  }
  hear(async () => {
    const { auditionId } = await ask('cast.sample', { voice: voice.id });
    return { auditionId, title: sampleTitle(voice), detail: 'as the service has it, no characters used' };
  }).catch(notifyFailure);
}

/** Whether this voice's sample sounds at present. */
export const useIsSampling = (voice: CastVoice): boolean =>
  usePlayer(({ track, status }) => status === 'playing' && track?.title === sampleTitle(voice));
