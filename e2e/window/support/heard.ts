// Records the samples that the page actually plays, because the page could be silent even if its labels say that it is
// playing.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { root } from '../../../scripts/steps.ts';
import type { KeptAudioContexts } from './kept-audio-contexts.ts';
import { silence } from './sounds.ts';

const SAMPLE_RATE = 16_000;
/** Pitch difference between the tones of consecutive lines, in Hz. */
const STEP_HERTZ = 60;
const FIRST_HERTZ = 300;

/**
 * Returns a steady tone that starts and ends abruptly, so that both times can be measured exactly. The pitch identifies
 * the line.
 * @param level relative to full scale
 */
export function toneOf(line: number, seconds: number, level = 0.25): Float32Array {
  const hertz = FIRST_HERTZ + STEP_HERTZ * line;
  return silence(seconds).map((_, at) => level * Math.sin((2 * Math.PI * hertz * (at + 0.5)) / SAMPLE_RATE));
}

/** Level below which audio counts as silence, relative to full scale. */
const QUIET = 0.003;
/** Minimum length of a silence in seconds. Shorter ones are part of a sound. */
const MIN_SILENCE = 0.02;

/** Audio between two silences, in samples since the recording began. */
interface RecordedSound {
  readonly from: number;
  to: number;
  crossings: number;
  level: number;
}

interface Recording {
  /** In Hz. */
  readonly rate: number;
  sampleCount: number;
  readonly sounds: RecordedSound[];
}

/** Audio between two silences. */
export interface Burst {
  /** Seconds since the start of the first audio. */
  readonly start: number;
  readonly end: number;
  /** The number of the line that the tone's pitch identifies. */
  readonly line: number;
  /** Peak level from 0 to 1 (full scale). */
  readonly level: number;
}

/**
 * Returns the address of the application's own recording worklet, because the page's CSP doesn't allow a script from
 * the test. The worklet runs on the audio thread, so there are no gaps in the recording.
 */
function recorderAddress(): string {
  const folder = join(root, 'out', 'renderer', 'assets');
  const name = readdirSync(folder).find((file) => file.startsWith('recorder-worklet'));
  if (!name) throw new Error(`There is no recorder worklet in ${folder}: build first.`);
  return `assets/${name}`;
}

/**
 * Starts recording everything that the page plays through one audio context.
 * @param which `first`: the oldest open context or, if no context is open, the next one that is created; `next`: always
 * the next one
 */
export async function listen(page: Page, which: 'first' | 'next' = 'first'): Promise<PlaybackRecorder> {
  const options = { address: recorderAddress(), isNext: which === 'next', quiet: QUIET, minSilence: MIN_SILENCE };
  await page.evaluate(async ({ address, isNext, quiet, minSilence }) => {
    const { Context, contexts } = Reflect.get(globalThis, 'keptSound') as KeptAudioContexts;
    const there = isNext ? undefined : contexts.find(({ state }) => state !== 'closed');
    const context = there ?? new Context();
    await Promise.all([context.resume(), context.audioWorklet.addModule(address)]);
    const recording: Recording = { rate: context.sampleRate, sampleCount: 0, sounds: [] };
    Reflect.set(globalThis, 'heardSound', recording);
    const recorder = new AudioWorkletNode(context, 'recorder', { numberOfOutputs: 0 });
    let sign = 0;
    // Measure samples as they arrive, because measuring all of them on each request would keep the page busy.
    recorder.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      for (const sample of data) {
        recording.sampleCount += 1;
        if (Math.abs(sample) < quiet) continue;
        const at = recording.sampleCount;
        let last = recording.sounds.at(-1);
        if (!last || at - last.to > minSilence * recording.rate) {
          last = { from: at, to: at, crossings: 0, level: 0 };
          recording.sounds.push(last);
          sign = Math.sign(sample);
        }
        if (Math.sign(sample) !== sign) last.crossings += 1;
        sign = Math.sign(sample);
        last.to = at;
        last.level = Math.max(last.level, Math.abs(sample));
      }
    };
    // Record silence too.
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.connect(recorder);
    silence.start();
    const connect = AudioNode.prototype.connect as (this: AudioNode, target: AudioNode) => AudioNode;
    AudioNode.prototype.connect = function tapped(this: AudioNode, ...where: [AudioNode, ...number[]]) {
      if (where[0] === context.destination) connect.call(this, recorder);
      return Reflect.apply(connect, this, where);
    } as AudioNode['connect'];
    // When the page creates its context, give it this one. If the recorder were loaded then, it would miss the first
    // audio.
    let isTaken = there !== undefined;
    globalThis.AudioContext = new Proxy(Context, {
      construct(target, options: [AudioContextOptions?]) {
        const made = isTaken ? new target(...options) : context;
        isTaken = true;
        contexts.push(made);
        return made;
      },
    });
  }, options);
  return new PlaybackRecorder(page);
}

/** Everything that has been recorded since `listen` was called. */
export class PlaybackRecorder {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Returns the bursts so far. If one is still playing, it ends with the last recorded sample.
   * @param minSeconds minimum silence between two bursts, in seconds; at least `MIN_SILENCE`
   */
  async bursts(minSeconds = MIN_SILENCE): Promise<readonly Burst[]> {
    const { rate, sounds } = await this.#recorded();
    const joined: RecordedSound[] = [];
    for (const sound of sounds) {
      const last = joined.at(-1);
      if (last && sound.from - last.to <= minSeconds * rate) joined[joined.length - 1] = joinSounds(last, sound);
      else joined.push(sound);
    }
    const origin = joined[0]?.from ?? 0;
    return joined.map(({ from, to, crossings, level }) => {
      const hertz = (crossings / 2 / Math.max(1, to - from)) * rate;
      const line = Math.round((hertz - FIRST_HERTZ) / STEP_HERTZ);
      return { start: (from - origin) / rate, end: (to + 1 - origin) / rate, line, level };
    });
  }

  /**
   * Returns the lines heard so far, in order. With `toTheEnd`, the result is empty until the last line is followed by
   * silence.
   */
  async lines({ toTheEnd = false } = {}): Promise<number[]> {
    if (toTheEnd && (await this.#quietSeconds()) < 0.3) return [];
    return (await this.bursts()).map(({ line }) => line);
  }

  /** Runs `act`, and waits until another burst has been heard. */
  async waitForMore(act: () => Promise<unknown>): Promise<void> {
    const before = (await this.bursts()).length;
    await act();
    await expect.poll(async () => (await this.bursts()).length, { timeout: 40_000 }).toBeGreaterThan(before);
  }

  /** Returns whether there has been silence for at least a second. */
  async isQuiet(): Promise<boolean> {
    return (await this.#quietSeconds()) >= 1;
  }

  async #quietSeconds(): Promise<number> {
    const { rate, sampleCount, sounds } = await this.#recorded();
    return (sampleCount - (sounds.at(-1)?.to ?? sampleCount)) / rate;
  }

  #recorded(): Promise<Recording> {
    return this.#page.evaluate(() => Reflect.get(globalThis, 'heardSound') as Recording);
  }
}

const joinSounds = (first: RecordedSound, second: RecordedSound): RecordedSound => ({
  from: first.from,
  to: second.to,
  crossings: first.crossings + second.crossings,
  level: Math.max(first.level, second.level),
});
