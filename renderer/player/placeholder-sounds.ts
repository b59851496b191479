import type { MissingLines } from '../../shared/ipc/view-preferences.ts';
import type { PlaybackTake } from '../../shared/model/listening.ts';

export interface PlaceholderSound {
  readonly kind: 'beep' | 'voice';
  readonly soundId: string;
  readonly seconds: number;
}

export const BEEP: PlaceholderSound = { kind: 'beep', soundId: 'beep', seconds: 0.15 };

/** `level` is a fraction of full scale. The beep is audible next to speech, but quieter. */
const TONE = { hertz: 1_000, level: 0.06, edgeSeconds: 0.01 } as const;

export function beepSamples(rate: number): Float32Array<ArrayBuffer> {
  const length = Math.round(BEEP.seconds * rate);
  const edge = TONE.edgeSeconds * rate;
  return Float32Array.from({ length }, (_, at) => {
    const fade = Math.min(1, (at + 0.5) / edge, (length - at - 0.5) / edge);
    return TONE.level * Math.sin((fade * Math.PI) / 2) ** 2 * Math.sin((2 * Math.PI * TONE.hertz * at) / rate);
  });
}

/** Assumed length of a line until it has been spoken, in seconds. */
const ESTIMATED_SECONDS = 3;

export const toListenedTake = (placeholder: PlaceholderSound | 'coming'): PlaybackTake => ({
  takeId: 0,
  number: 0,
  durationSeconds: placeholder === 'coming' ? ESTIMATED_SECONDS : placeholder.seconds,
  trimStartSeconds: 0,
  trimEndSeconds: 0,
  gainDb: 0,
  loudnessLufs: null,
  headSilenceSeconds: null,
  tailSilenceSeconds: null,
  overview: null,
});

export interface PlaceholderPorts {
  readonly choice: () => MissingLines;
  /** Returns null if this line can't be spoken, and throws if no voice is available. */
  readonly speak: (lineId: number) => Promise<{ readonly soundId: string; readonly seconds: number } | null>;
  readonly onChange: () => void;
}

interface SpokenLine {
  /** Null while the line is being spoken for the first time. If `failed`, a beep is played instead. */
  placeholder: PlaceholderSound | 'failed' | null;
  /** The text or the voice may have changed since then. */
  isOld: boolean;
  request: Promise<void> | null;
}

export class PlaceholderSounds {
  readonly #ports: PlaceholderPorts;
  readonly #lines = new Map<number, SpokenLine>();
  /** The voice is unavailable, so it isn't requested again during this playback. */
  #isMute = false;

  constructor(ports: PlaceholderPorts) {
    this.#ports = ports;
  }

  /**
   * Returns null if the line should be skipped. Returns `coming` if the line still has to be spoken; `prepare` waits
   * until it has been.
   */
  of(lineId: number): PlaceholderSound | 'coming' | null {
    const choice = this.#ports.choice();
    if (choice === 'skip') return null;
    const known = this.#lines.get(lineId)?.placeholder ?? null;
    if (choice === 'beep' || known === 'failed') return BEEP;
    return known ?? (this.#isMute ? BEEP : 'coming');
  }

  /** Resolves once `of` returns the audio for the line; never rejects. */
  prepare(lineId: number): Promise<void> {
    if (this.#ports.choice() !== 'voice' || this.#isMute) return Promise.resolve();
    const line = this.#lines.get(lineId) ?? { placeholder: null, isOld: true, request: null };
    this.#lines.set(lineId, line);
    if (line.isOld) {
      line.isOld = false;
      line.request = this.#ask(lineId, line);
    }
    return line.request ?? Promise.resolve();
  }

  /** Marks all audio as outdated. It remains in use until it has been replaced. */
  invalidate(): void {
    for (const line of this.#lines.values()) line.isOld = true;
  }

  markFailed(lineId: number): void {
    const line = this.#lines.get(lineId);
    if (line) line.placeholder = 'failed';
  }

  async #ask(lineId: number, line: SpokenLine): Promise<void> {
    const before = line.placeholder;
    try {
      const spoken = await this.#ports.speak(lineId);
      const isSame = before !== null && before !== 'failed' && before.soundId === spoken?.soundId;
      if (isSame) return;
      line.placeholder = spoken && spoken.seconds > 0 ? { kind: 'voice', ...spoken } : 'failed';
    } catch {
      line.placeholder = 'failed';
      this.#isMute = true;
    }
    this.#ports.onChange();
  }
}
