// The player's waveform: wavesurfer.js with peaks that are known already, so that nothing is decoded for it.
import WaveSurfer from 'wavesurfer.js';
import { styleNonce } from '../bridge/exposed.ts';
import { stretchPeaks } from './resample.ts';

/** The waveform of what is in the audio element. */
export interface Waveform {
  /**
   * Draws, and puts the address into the audio element unless it is there already. Peaks are bytes of full scale at even
   * distances; seconds are those of the file.
   */
  load(url: string, peaks: Uint8Array, seconds: number): void;
  remove(): void;
}

const BAR = { barWidth: 2, barGap: 1, barRadius: 1 } as const;

/** As many as a wide window has bars. */
const LEAST_PEAKS = 1_600;

/** What is drawn where nothing is known: a line. */
export const FLAT = new Uint8Array(2);

/** Draws into a box. `onSeek` is called with seconds when somebody clicks or drags. */
export function createWaveform(box: HTMLElement, media: HTMLMediaElement, onSeek: (seconds: number) => void): Waveform {
  const surfer = WaveSurfer.create({
    container: box,
    media,
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
  return {
    load(url, peaks, seconds) {
      // The square root keeps soft speech in sight, as in the small waveforms.
      const channel = stretchPeaks(peaks, LEAST_PEAKS).map(Math.sqrt);
      surfer.load(url, [channel], Math.max(seconds, 0.001)).catch(() => undefined);
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
