// The one audio context of the player, through the device that the producer chose.
import { playThroughChosen } from '../ui/sound-output.ts';

export interface SoundContext {
  /** Made with the first sound: before somebody has done something in the page it would not start. */
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
