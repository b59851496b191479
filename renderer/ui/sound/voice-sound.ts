// Plays voice samples in dialogs. The player can't be used, because it exists only while a project is open.
import { create } from 'zustand';
import { auditionUrl } from '../../bridge/media-url.ts';
import { stopAudition } from './audition.ts';
import { usePlayer } from './player-store.ts';
import { routeToChosenDevice } from './sound-output.ts';

const useVoiceSound = create<{ readonly heard: string | null }>()(() => ({ heard: null }));

export const useIsVoicePlaying = (name: string): boolean => useVoiceSound(({ heard }) => heard === name);

let made: AudioContext | null = null;

/** If the context were created earlier, it would stay suspended until the user interacts with the page. */
function soundContext(): AudioContext {
  if (!made) {
    made = new AudioContext();
    routeToChosenDevice(made);
  }
  if (made.state === 'suspended') void made.resume();
  return made;
}

let end: () => void = () => undefined;

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

export function silenceOf(name: string): void {
  if (useVoiceSound.getState().heard === name) silence();
}
