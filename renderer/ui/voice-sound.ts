// A voice heard in a dialog: the player is there only with a project.
import { create } from 'zustand';
import { auditionUrl } from '../bridge/media-url.ts';
import { stopAudition } from './audition.ts';
import { usePlayer } from './player-store.ts';
import { playThroughChosen } from './sound-output.ts';

/** Who is heard; null: none. */
const useVoiceSound = create<{ readonly heard: string | null }>()(() => ({ heard: null }));

export const useIsHeard = (name: string): boolean => useVoiceSound(({ heard }) => heard === name);

let made: AudioContext | null = null;

/** Made with the first sound: it would not start before the producer has interacted with the page. */
function soundContext(): AudioContext {
  if (!made) {
    made = new AudioContext();
    playThroughChosen(made);
  }
  if (made.state === 'suspended') void made.resume();
  return made;
}

let end: () => void = () => undefined;

/**
 * Plays an audition once it has begun, in place of what was heard before.
 *
 * @param name who is heard
 * @throws BridgeFailure where it can't be begun
 */
export async function hearVoice(name: string, begin: () => Promise<{ readonly auditionId: string }>): Promise<void> {
  silence();
  if (!stopAudition() && usePlayer.getState().status === 'playing') usePlayer.getState().stop();
  const audio = new Audio();
  const context = soundContext();
  const source = context.createMediaElementSource(audio);
  source.connect(context.destination);
  const own = () => {
    audio.pause();
    source.disconnect();
    useVoiceSound.setState({ heard: null });
    end = () => undefined;
  };
  end = own;
  useVoiceSound.setState({ heard: name });
  const isWanted = () => end === own;
  try {
    const { auditionId } = await begin();
    if (!isWanted()) return;
    audio.src = auditionUrl(auditionId);
    for (const over of ['ended', 'error'] as const) audio.addEventListener(over, () => isWanted() && own());
    await audio.play();
  } catch (failure) {
    if (!isWanted()) return;
    own();
    throw failure;
  }
}

export function silence(): void {
  end();
}

/** Ends what is heard, where it is this one. */
export function silenceOf(name: string): void {
  if (useVoiceSound.getState().heard === name) silence();
}
