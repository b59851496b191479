// The player's waveform: wavesurfer.js with peaks that are known already, so that nothing is decoded for it.
import WaveSurfer from 'wavesurfer.js';
import { styleNonce } from '../bridge/exposed.ts';
import { stretchPeaks } from './resample.ts';

/** A picture of the sound. It never touches the sound itself: the player tells it how far playback has come. */
export interface Waveform {
  /** Peaks are bytes of full scale at even distances; seconds are those of the file. */
  draw(peaks: Uint8Array, seconds: number): void;
  /** Marks what has been played, in seconds from the start of the file. */
  showPosition(seconds: number): void;
  remove(): void;
}

const BAR = { barWidth: 2, barGap: 1, barRadius: 1 } as const;

/** As many as a wide window has bars. */
const LEAST_PEAKS = 1_600;

/** What is drawn where nothing is known: a line. */
export const FLAT = new Uint8Array(2);

/** Draws into a box. `onSeek` is called with seconds on a click or drag. */
export function createWaveform(box: HTMLElement, onSeek: (seconds: number) => void): Waveform {
  const surfer = WaveSurfer.create({
    container: box,
    height: 'auto',
    cspNonce: styleNonce(),
    cursorWidth: 1,
    dragToSeek: { debounceTime: 0 },
    hideScrollbar: true,
    ...BAR,
    ...colours(),
  });
  surfer.on('interaction', onSeek);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => surfer.setOptions(colours());
  scheme.addEventListener('change', repaint);
  let position = 0;
  return {
    draw(peaks, seconds) {
      // The square root keeps soft speech in sight, as in the small waveforms.
      const channel = stretchPeaks(peaks, LEAST_PEAKS).map(Math.sqrt);
      // Without an address, so that nothing is fetched. It draws a moment later, from the start.
      surfer.load('', [channel], Math.max(seconds, 0.001)).then(
        () => surfer.setTime(position),
        () => undefined,
      );
    },
    showPosition(seconds) {
      position = seconds;
      surfer.setTime(seconds);
    },
    remove() {
      scheme.removeEventListener('change', repaint);
      surfer.destroy();
    },
  };
}

/** A canvas needs colours by their values. */
function colours() {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return { waveColor: token('--wave'), progressColor: token('--accent'), cursorColor: token('--text') };
}
