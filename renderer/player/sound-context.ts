// The one audio context of the player, through the device that the producer chose.
import { playThroughChosen } from '../ui/sound-output.ts';

export interface SoundContext {
  /** Made with the first sound: it would not start before the producer has interacted with the page. */
  get(): AudioContext;
  remove(): void;
}

export function createSoundContext(): SoundContext {
  let context: AudioContext | null = null;
  let leave = () => {};
  return {
    get() {
      if (!context) {
        context = new AudioContext();
        leave = playThroughChosen(context);
      }
      if (context.state === 'suspended') void context.resume();
      return context;
    },
    remove() {
      leave();
      void context?.close();
    },
  };
}
