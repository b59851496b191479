// What is heard in place of a line that has nothing to play: nothing, a beep, or its words by a voice of the local service.
import type { MissingLines } from '../../shared/ipc/view-preferences.ts';
import type { ListenedTake } from '../../shared/model/listening.ts';

/** A sound in place of a line's take. */
export interface StandIn {
  readonly kind: 'beep' | 'voice';
  /** What a player loads. */
  readonly soundId: string;
  readonly seconds: number;
}

export const BEEP: StandIn = { kind: 'beep', soundId: 'beep', seconds: 0.15 };

/** Hertz, a share of full scale, and seconds of its edges: heard beside speech, and softer than that. */
const TONE = { hertz: 1_000, level: 0.06, edgeSeconds: 0.01 } as const;

/** The beep as samples of one channel. @param rate Hz */
export function beepSamples(rate: number): Float32Array<ArrayBuffer> {
  const length = Math.round(BEEP.seconds * rate);
  const edge = TONE.edgeSeconds * rate;
  return Float32Array.from({ length }, (_, at) => {
    const fade = Math.min(1, (at + 0.5) / edge, (length - at - 0.5) / edge);
    return TONE.level * Math.sin((fade * Math.PI) / 2) ** 2 * Math.sin((2 * Math.PI * TONE.hertz * at) / rate);
  });
}

/** How long a line is taken to be until it has been spoken. */
const COMING_SECONDS = 3;

/** What stands in for a take, as if it were one. */
export const soundOf = (standIn: StandIn | 'coming'): ListenedTake => ({
  takeId: 0,
  number: 0,
  durationSeconds: standIn === 'coming' ? COMING_SECONDS : standIn.seconds,
  trimStartSeconds: 0,
  trimEndSeconds: 0,
  gainDb: 0,
  loudnessLufs: null,
  headSilenceSeconds: null,
  tailSilenceSeconds: null,
  overview: null,
});

export interface StandInPorts {
  readonly choice: () => MissingLines;
  /**
   * Has a line's words spoken, without a take. Null: this line's can't be.
   * @throws where no voice can be had
   */
  readonly speak: (lineId: number) => Promise<{ readonly soundId: string; readonly seconds: number } | null>;
  /** A line has another sound now than it had. */
  readonly onChange: () => void;
}

interface SpokenLine {
  /** Null: it is being spoken for the first time. `failed`: there is a beep in its place. */
  standIn: StandIn | 'failed' | null;
  /** Its words, or who speaks them, may be others by now. */
  isOld: boolean;
  asked: Promise<void> | null;
}

/** The sounds of lines that have nothing to play, by the lines' ids. */
export class StandIns {
  readonly #ports: StandInPorts;
  readonly #lines = new Map<number, SpokenLine>();
  /** The voice could not be had: it is not asked for again while this is played through. */
  #isMute = false;

  constructor(ports: StandInPorts) {
    this.#ports = ports;
  }

  /** Null: the line is skipped. `coming`: it will be spoken, and `prepare` says when. */
  of(lineId: number): StandIn | 'coming' | null {
    const choice = this.#ports.choice();
    if (choice === 'skip') return null;
    const known = this.#lines.get(lineId)?.standIn ?? null;
    if (choice === 'beep' || known === 'failed') return BEEP;
    return known ?? (this.#isMute ? BEEP : 'coming');
  }

  /** Has a line spoken that will be heard soon. Resolves when `of` tells what is heard of it; never rejects. */
  prepare(lineId: number): Promise<void> {
    if (this.#ports.choice() !== 'voice' || this.#isMute) return Promise.resolve();
    const line = this.#lines.get(lineId) ?? { standIn: null, isOld: true, asked: null };
    this.#lines.set(lineId, line);
    if (line.isOld) {
      line.isOld = false;
      line.asked = this.#ask(lineId, line);
    }
    return line.asked ?? Promise.resolve();
  }

  /** The script or the cast changed: what is spoken from now on is asked for again. What is known is heard until then. */
  renew(): void {
    for (const line of this.#lines.values()) line.isOld = true;
  }

  /** A line's sound turned out not to be there. */
  lose(lineId: number): void {
    const line = this.#lines.get(lineId);
    if (line) line.standIn = 'failed';
  }

  async #ask(lineId: number, line: SpokenLine): Promise<void> {
    const before = line.standIn;
    try {
      const spoken = await this.#ports.speak(lineId);
      const isSame = before !== null && before !== 'failed' && before.soundId === spoken?.soundId;
      if (isSame) return;
      line.standIn = spoken && spoken.seconds > 0 ? { kind: 'voice', ...spoken } : 'failed';
    } catch {
      line.standIn = 'failed';
      this.#isMute = true;
    }
    this.#ports.onChange();
  }
}
