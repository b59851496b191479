// From a plan to a finished file: measured, levelled, limited and encoded, block by block.
import type { FileEncoder } from '../../../codecs/audio-encoder.ts';
import { sampleAt } from '../../../codecs/pcm.ts';
import type { DeliveryEncoding, LoudnessGoal, MasteringGoal } from '../../../shared/model/delivery.ts';
import { CellMeter, soundFigures } from '../audio/analyse-audio.ts';
import type { AudioTarget } from '../audio/convert-audio.ts';
import { isLossy, openDeliveryEncoder } from './delivery-encoder.ts';
import { TruePeakLimiter } from './limiter.ts';
import { renderSound, type TakeBlock, type WithAudio } from './render-sound.ts';
import type { SoundPlan } from './sound-plan.ts';
import { Dither, HighPass, RoomTone } from './sound-steps.ts';

/** Goes into the keys of finished files: higher whenever the same plan gives other bytes. */
export const MASTERING_VERSION = 2;

/** A file to make. */
export interface MasterOrder {
  readonly plan: SoundPlan;
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
}

/** What a finished sound measures, before it was encoded. */
export interface MasteredSound {
  /** LUFS; null where it is too short or too quiet. */
  readonly loudnessLufs: number | null;
  /** dBFS, of the whole file; null where all of it is silent. */
  readonly rmsDbfs: number | null;
  readonly truePeakDbtp: number | null;
  /** What was added to all takes, in dB. */
  readonly gainDb: number;
  /** By how much the limiter turned the loudest peak down, in dB. */
  readonly limitedDb: number;
}

/** Where the bytes go. */
export interface MasterTarget extends AudioTarget {
  /** Forgets what was written. */
  restart(): void;
}

export interface MasterPorts {
  readonly withAudio: WithAudio;
  /** Told after each block how much of the work is done, 0 to 1; throws to end it. */
  readonly onProgress?: (share: number) => void;
}

/** The limiter stays this far below the ceiling, in dB: another meter may interpolate otherwise. */
const METER_MARGIN_DB = 0.05;
/** And this far, because a lossy encoder lets peaks grow: the more, the fewer bits it has. Measured on limited speech. */
const LOSSY_MARGIN_DB = { usual: { low: 0.8, high: 0.3 }, aac: { low: 2.5, high: 1 } } as const;
/** Bits a second and channel (in thousands) below which a rate is low. */
const LOW_RATE = { usual: 80, aac: 64 } as const;

/** The loudness of the result may be this far from the goal, in dB: else it is made again with another gain. */
const CLOSE_ENOUGH_DB = 0.1;
const MOST_TRIES = 5;
/** What a decibel of gain brings where the limiter takes much of it away, at least. */
const LEAST_SLOPE = 0.25;
/** A gain beyond this would be one for noise. */
const MOST_GAIN_DB = 40;

const SEED = 0x1ec7e12;

/**
 * Masters and encodes one file. The same order gives the same bytes. It needs no more memory for an hour than for a minute.
 *
 * @throws AudioFormatError for a take that can't be decoded; what the ports and the target throw
 */
export async function masterSound(
  order: MasterOrder,
  target: MasterTarget,
  ports: MasterPorts,
): Promise<MasteredSound> {
  const { plan, goal } = order;
  let begun = 0;
  const counted = (take: TakeBlock, part: number): TakeBlock => {
    let frames = 0;
    return (channels) => {
      frames += channels[0]?.length ?? 0;
      ports.onProgress?.(Math.min(1, begun + (part * frames) / Math.max(1, plan.frames)));
      return take(channels);
    };
  };
  let gainDb = 0;
  if (goal.loudness !== null) {
    const meter = new OutputMeter(plan.sampleRate);
    const steps = highPasses(order);
    await renderSound(
      plan,
      ports.withAudio,
      counted((channels) => {
        for (const [index, step] of steps.entries()) step.apply(channels[index] ?? new Float32Array(0));
        meter.add(channels);
      }, MEASURING_SHARE),
    );
    begun = MEASURING_SHARE;
    gainDb = towards(goal.loudness, meter.finish());
  }
  let former: { readonly gainDb: number; readonly missing: number } | null = null;
  for (let tries = 1; ; tries += 1) {
    const pass = await MasterPass.open(order, gainDb, target);
    try {
      await renderSound(
        plan,
        ports.withAudio,
        counted((channels) => pass.add(channels), (1 - begun) * (tries === MOST_TRIES ? 1 : LAST_PASS_SHARE)),
      );
      begun += (1 - begun) * LAST_PASS_SHARE;
      const made = await pass.end();
      const missing = goal.loudness === null ? 0 : towards(goal.loudness, made);
      const isDone = Math.abs(missing) <= CLOSE_ENOUGH_DB || tries === MOST_TRIES || gainDb >= MOST_GAIN_DB;
      if (isDone) return { ...made, gainDb, limitedDb: pass.limitedDb };
      // What a decibel brought the last time says what the next one will bring.
      const slope: number = former ? (former.missing - missing) / (gainDb - former.gainDb) : 1;
      former = { gainDb, missing };
      gainDb = Math.min(MOST_GAIN_DB, gainDb + missing / Math.max(LEAST_SLOPE, Math.min(1, slope)));
      target.restart();
    } finally {
      pass.close();
    }
  }
}

/** Measuring takes about this part of the time. */
const MEASURING_SHARE = 0.35;
/** Of what is left, what a pass counts for, since another one may follow: progress never goes back. */
const LAST_PASS_SHARE = 0.75;

type Measured = Pick<MasteredSound, 'loudnessLufs' | 'rmsDbfs' | 'truePeakDbtp'>;

/** The gain in dB that is still missing. */
function towards(goal: LoudnessGoal, { loudnessLufs, rmsDbfs }: Measured): number {
  const missing = goal.measure === 'rms' ? rmsDbfs && goal.dbfs - rmsDbfs : loudnessLufs && goal.lufs - loudnessLufs;
  return Math.min(MOST_GAIN_DB, missing ?? 0);
}

const highPasses = ({ goal, plan }: MasterOrder): HighPass[] => {
  const { highPassHz } = goal;
  if (highPassHz === undefined) return [];
  return Array.from({ length: plan.channels }, () => new HighPass(highPassHz, plan.sampleRate));
};

/** One way through the chain, with a gain. */
class MasterPass {
  readonly #encoder: FileEncoder;
  readonly #target: AudioTarget;
  readonly #factor: number;
  readonly #highPasses: readonly HighPass[];
  readonly #room: readonly RoomTone[];
  readonly #dither: readonly Dither[];
  readonly #limiter: TruePeakLimiter;
  readonly #meter: OutputMeter;

  private constructor(order: MasterOrder, gainDb: number, target: AudioTarget, encoder: FileEncoder) {
    const { plan, goal, encoding } = order;
    const { sampleRate, channels } = plan;
    const ceilingDb = goal.truePeakDbtp - METER_MARGIN_DB - lossyMargin(encoding, channels);
    const { roomToneDbfs } = goal;
    const is16 = !isLossy(encoding) && 'bits' in encoding && encoding.bits === 16;
    const sides = Array.from({ length: channels }, (_, index) => SEED + index);
    this.#encoder = encoder;
    this.#target = target;
    this.#factor = linear(gainDb);
    this.#highPasses = highPasses(order);
    this.#room =
      roomToneDbfs === undefined ? [] : sides.map((seed) => new RoomTone(linear(roomToneDbfs), sampleRate, seed));
    this.#dither = is16 ? sides.map((seed) => new Dither(~seed)) : [];
    this.#limiter = new TruePeakLimiter(linear(ceilingDb), sampleRate, channels);
    this.#meter = new OutputMeter(sampleRate);
  }

  static async open(order: MasterOrder, gainDb: number, target: AudioTarget): Promise<MasterPass> {
    const { sampleRate, channels } = order.plan;
    return new MasterPass(order, gainDb, target, await openDeliveryEncoder(order.encoding, { sampleRate, channels }));
  }

  /** By how much the loudest peak was turned down, in dB. */
  get limitedDb(): number {
    return -20 * Math.log10(this.#limiter.lowestGain);
  }

  async add(channels: readonly Float32Array[]): Promise<void> {
    for (const [index, samples] of channels.entries()) {
      this.#highPasses[index]?.apply(samples);
      if (this.#factor !== 1) {
        for (let at = 0; at < samples.length; at += 1) samples[at] = sampleAt(samples, at) * this.#factor;
      }
      this.#room[index]?.apply(samples);
    }
    await this.#encode(this.#limiter.process(channels));
  }

  async end(): Promise<Measured> {
    await this.#encode(this.#limiter.end());
    this.#target.write(await this.#encoder.end());
    this.#target.writeStart(this.#encoder.head());
    return this.#meter.finish();
  }

  close(): void {
    this.#encoder.close();
  }

  async #encode(channels: readonly Float32Array[]): Promise<void> {
    this.#meter.add(channels);
    for (const [index, step] of this.#dither.entries()) step.apply(channels[index] ?? new Float32Array(0));
    this.#target.write(await this.#encoder.add(channels));
  }
}

function lossyMargin(encoding: DeliveryEncoding, channels: number): number {
  if (!isLossy(encoding) || !('bitrate' in encoding)) return 0;
  const kind = encoding.codec === 'aac' ? 'aac' : 'usual';
  const { low, high } = LOSSY_MARGIN_DB[kind];
  return encoding.bitrate / channels < LOW_RATE[kind] ? low : high;
}

const linear = (decibels: number): number => 10 ** (decibels / 20);

/** Loudness, RMS and true peak of a sound that passes by. */
class OutputMeter {
  readonly #sampleRate: number;
  readonly #cells = new CellMeter();
  #squares = 0;
  #samples = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  add(channels: readonly Float32Array[]): void {
    if ((channels[0]?.length ?? 0) === 0) return;
    this.#cells.add({ sampleRate: this.#sampleRate, channels });
    for (const samples of channels) {
      let sum = 0;
      for (let index = 0; index < samples.length; index += 1) sum += sampleAt(samples, index) ** 2;
      this.#squares += sum;
      this.#samples += samples.length;
    }
  }

  finish(): Measured {
    const { loudnessLufs, truePeakDbtp } = soundFigures(this.#cells.finish());
    const rmsDbfs = this.#squares === 0 ? null : 10 * Math.log10(this.#squares / this.#samples);
    return { loudnessLufs, truePeakDbtp, rmsDbfs };
  }
}
