// From a plan to a finished file: measured, levelled, limited and encoded, block by block.
import type { FileEncoder } from '../../../codecs/audio-encoder.ts';
import { decodeBlocks } from '../../../codecs/decode.ts';
import { sampleAt } from '../../../codecs/pcm.ts';
import type { DeliveryEncoding, LoudnessGoal, MasteringGoal } from '../../../shared/model/delivery.ts';
import { at } from '../../../shared/rules/at.ts';
import { CellMeter, soundFigures } from '../audio/analyse-audio.ts';
import type { AudioTarget } from '../audio/convert-audio.ts';
import { audioBytesAt } from '../audio/file-source.ts';
import { Compressor } from './compressor.ts';
import { type EncodedTags, isLossy, openDeliveryEncoder } from './delivery-encoder.ts';
import type { EncodedPeak } from './encoded-peak.ts';
import { GainSearch } from './gain-search.ts';
import { TruePeakLimiter } from './limiter.ts';
import { type ForecastGain, LoudnessForecast } from './loudness-forecast.ts';
import { missingGain } from './missing-gain.ts';
import { renderSound, type WithAudio } from './render-sound.ts';
import { planAtRate, type SoundPlan } from './sound-plan.ts';
import { Dither, HighPass, RoomTone } from './sound-steps.ts';

/** Goes into the keys of finished files: higher whenever the same plan gives other bytes. */
export const MASTERING_VERSION = 5;

/** A file to make. */
export interface MasterOrder {
  readonly plan: SoundPlan;
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  /** What the file says of itself, where its encoding `isTaggedWithin`. */
  readonly tags?: EncodedTags | undefined;
}

/** What a finished sound measures, before it was encoded; the true peak of AAC as it is decoded. */
export interface MasteredSound {
  /** LUFS; null where it is too short or too quiet, and where the goal is an RMS. */
  readonly loudnessLufs: number | null;
  /** dBFS, of the whole file; null where all of it is silent. */
  readonly rmsDbfs: number | null;
  /** dBTP; null where all of it is silent, and where the goal is an RMS. */
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
/**
 * And this far, because a lossy encoder lets peaks grow: the more, the fewer bits it has. Measured on limited speech. AAC may let
 * one grow by more, which its `EncodedPeak` tells.
 */
const LOSSY_MARGIN_DB = { usual: { low: 0.8, high: 0.3 }, aac: { low: 2.5, high: 1 } } as const;
/** Bits a second and channel (in thousands) below which a rate is low. */
const LOW_RATE = 80;

/** The loudness of the result may be this far from the goal, in dB: else it is made again with another gain. */
const CLOSE_ENOUGH_DB = 0.1;
/** A rehearsal has to come nearer, since the sound is another one then by a little. */
const REHEARSED_DB = 0.06;
/** Where the limiter takes more of the loudness than this, in dB, a forecast is not exact enough to be encoded by. */
const FORESEEN_DB = 1;
const MOST_TRIES = 5;
/** A ceiling that proved too high is lowered by so much more than it has to be, in dB: other peaks may grow then. */
const OVER_MARGIN_DB = 0.3;

const SEED = 0x1ec7e12;

/**
 * Masters and encodes one file. The same order gives the same bytes. It needs no more memory for an hour than for a minute.
 *
 * The gain that the loudness takes is found in rehearsals, which make the same sound at the lower rate of its takes and encode
 * nothing.
 *
 * @throws AudioFormatError for a take that can't be decoded; what the ports and the target throw
 */
export async function masterSound(
  order: MasterOrder,
  target: MasterTarget,
  ports: MasterPorts,
): Promise<MasteredSound> {
  const { loudness } = order.goal;
  const progress = new PassProgress(order.plan, ports);
  let gainDb = 0;
  if (loudness !== null) {
    const rate = await rehearsalRate(order.plan, ports.withAudio);
    gainDb = await rehearse({ ...order, plan: planAtRate(order.plan, rate) }, loudness, ports, progress);
  }
  progress.begin(REHEARSING_SHARE);
  const gain = new GainSearch(gainDb);
  let ceilingDbtp = order.goal.truePeakDbtp;
  for (let tries = 1; ; tries += 1) {
    const { plan, encoding, tags, goal } = order;
    const sound = { sampleRate: plan.sampleRate, channels: plan.channels, mostFrames: plan.frames };
    const encoder = await openDeliveryEncoder(encoding, sound, tags);
    const decoded = encoding.codec === 'aac' ? new (await import('./encoded-peak.ts')).EncodedPeak(sound) : null;
    const tried = { ...order, goal: { ...goal, truePeakDbtp: ceilingDbtp } };
    const pass = new MasterPass(tried, gain.gainDb, { encoder, decoded, target });
    try {
      const made = await pass.through(ports, progress.pass(tries === MOST_TRIES ? 1 : LAST_PASS_SHARE));
      const missing = loudness === null ? 0 : missingGain(loudness, made);
      const isLoudEnough = Math.abs(missing) <= CLOSE_ENOUGH_DB || gain.isAtItsEnd;
      const truePeakDbtp = decoded ? decoded.finish() : made.truePeakDbtp;
      const over = decoded && truePeakDbtp !== null ? truePeakDbtp - goal.truePeakDbtp : 0;
      if ((isLoudEnough && over <= 0) || tries === MOST_TRIES) {
        return { ...made, truePeakDbtp, gainDb: gain.gainDb, limitedDb: pass.limitedDb };
      }
      if (!isLoudEnough) gain.add(missing);
      if (over > 0) ceilingDbtp -= over + OVER_MARGIN_DB;
      target.restart();
    } finally {
      encoder.close();
    }
  }
}

/** What rehearsing takes of the time, about. */
const REHEARSING_SHARE = 0.2;
/** Of what is left, what a pass counts for, since another one may follow: progress never goes back. */
const LAST_PASS_SHARE = 0.75;

/** @returns the gain that the loudness takes, in dB */
async function rehearse(
  order: MasterOrder,
  loudness: LoudnessGoal,
  ports: MasterPorts,
  progress: PassProgress,
): Promise<number> {
  const forecast = await foretell(order, loudness, ports, progress);
  // What a compressor takes is heard in a rehearsal alone.
  if (forecast.lostDb <= FORESEEN_DB && order.goal.compression === undefined) return forecast.gainDb;
  const gain = new GainSearch(forecast.gainDb);
  for (let tries = 1; ; tries += 1) {
    const pass = new MasterPass(order, gain.gainDb, null);
    const made = await pass.through(ports, progress.pass(REHEARSING_SHARE / 2));
    const missing = missingGain(loudness, made);
    if (Math.abs(missing) <= REHEARSED_DB || tries === MOST_TRIES || gain.isAtItsEnd) return gain.gainDb;
    gain.add(missing);
  }
}

/** Goes through the sound once, without gain and limiter. */
async function foretell(
  order: MasterOrder,
  loudness: LoudnessGoal,
  { withAudio }: MasterPorts,
  progress: PassProgress,
): Promise<ForecastGain> {
  const { plan } = order;
  const forecast = new LoudnessForecast(loudness, plan.sampleRate);
  const filters = highPasses(order);
  const onProgress = progress.pass(REHEARSING_SHARE / 2);
  let frames = 0;
  await renderSound(plan, withAudio, (channels) => {
    for (const [index, filter] of filters.entries()) filter.apply(at(channels, index));
    forecast.add(channels);
    frames += at(channels, 0).length;
    onProgress(frames / plan.sampleRate);
  });
  return forecast.gain(ceilingFor(order));
}

/** How much of the work is done, over all passes. */
class PassProgress {
  readonly #plan: SoundPlan;
  readonly #tell: MasterPorts['onProgress'];
  #done = 0;

  constructor(plan: SoundPlan, { onProgress }: MasterPorts) {
    this.#plan = plan;
    this.#tell = onProgress;
  }

  /** What is to come begins with this share. */
  begin(share: number): void {
    this.#done = Math.max(this.#done, share);
  }

  /** @param part of what is left, that a pass counts for. @returns told in seconds how far the pass is */
  pass(part: number): (seconds: number) => void {
    const from = this.#done;
    const size = (1 - from) * part;
    this.#done = from + size;
    const whole = this.#plan.frames / this.#plan.sampleRate;
    return (seconds) => this.#tell?.(Math.min(1, from + size * Math.min(1, seconds / Math.max(whole, 1e-9))));
  }
}

/** Thrown to end decoding early. */
class RateFound extends Error {
  readonly rate: number;

  constructor(rate: number) {
    super('The rate is known.');
    this.rate = rate;
  }
}

/** The rate of the first take, where that is lower than the plan's: usually all have the same. Hz. */
async function rehearsalRate({ clips, sampleRate }: SoundPlan, withAudio: WithAudio): Promise<number> {
  const [first] = clips;
  if (!first) return sampleRate;
  let rate = sampleRate;
  await withAudio(first.audio, async (audio) => {
    try {
      await decodeBlocks(audioBytesAt(audio), { format: first.audio.format }, (block) => {
        throw new RateFound(block.sampleRate);
      });
    } catch (error) {
      if (!(error instanceof RateFound)) throw error;
      rate = error.rate;
    }
  });
  return Math.min(sampleRate, Math.max(LEAST_REHEARSAL_RATE, rate));
}

/** Hz. */
const LEAST_REHEARSAL_RATE = 16_000;

type Measured = Pick<MasteredSound, 'loudnessLufs' | 'rmsDbfs' | 'truePeakDbtp'>;

const highPasses = ({ goal, plan }: MasterOrder): HighPass[] => {
  const { highPassHz } = goal;
  if (highPassHz === undefined) return [];
  return Array.from({ length: plan.channels }, () => new HighPass(highPassHz, plan.sampleRate));
};

interface PassOutput {
  readonly encoder: FileEncoder;
  /** Hears what was encoded. */
  readonly decoded: EncodedPeak | null;
  readonly target: AudioTarget;
}

function write(encoded: Uint8Array, { decoded, target }: PassOutput): void {
  decoded?.add(encoded);
  target.write(encoded);
}

/** One way through the chain, with a gain. */
class MasterPass {
  readonly #plan: SoundPlan;
  readonly #output: PassOutput | null;
  readonly #highPasses: readonly HighPass[];
  readonly #compressor: Compressor | null;
  readonly #room: readonly RoomTone[];
  readonly #dither: readonly Dither[];
  readonly #limiter: TruePeakLimiter;
  readonly #meter: OutputMeter;

  /** @param output null for a rehearsal */
  constructor(order: MasterOrder, gainDb: number, output: PassOutput | null) {
    const { plan, goal, encoding } = order;
    const { sampleRate, channels } = plan;
    const { roomToneDbfs, compression } = goal;
    const is16 = !isLossy(encoding) && 'bits' in encoding && encoding.bits === 16;
    const sides = Array.from({ length: channels }, (_, index) => SEED + index);
    // A high-pass may come behind the gain, and a compressor has to: its threshold is one of the finished sound.
    this.#plan = { ...plan, clips: plan.clips.map((clip) => ({ ...clip, gainDb: clip.gainDb + gainDb })) };
    this.#output = output;
    this.#highPasses = highPasses(order);
    this.#compressor = compression ? new Compressor(compression, sampleRate, channels) : null;
    this.#room =
      typeof roomToneDbfs === 'number' ? sides.map((seed) => new RoomTone(linear(roomToneDbfs), sampleRate, seed)) : [];
    this.#dither = is16 ? sides.map((seed) => new Dither(~seed)) : [];
    this.#limiter = new TruePeakLimiter(ceilingFor(order), sampleRate, channels);
    // Of AAC the true peak is told as it is decoded.
    this.#meter = meterFor(order, output !== null && output.decoded === null);
  }

  /** By how much the loudest peak was turned down, in dB. */
  get limitedDb(): number {
    return -20 * Math.log10(this.#limiter.lowestGain);
  }

  /** Once. @param onProgress told how many seconds of the sound are done */
  async through({ withAudio }: MasterPorts, onProgress: (seconds: number) => void): Promise<Measured> {
    const plan = this.#plan;
    let frames = 0;
    await renderSound(plan, withAudio, async (channels) => {
      await this.#add(channels);
      frames += channels[0]?.length ?? 0;
      onProgress(frames / plan.sampleRate);
    });
    await this.#give(this.#limiter.end());
    if (this.#output) {
      const { encoder, target } = this.#output;
      write(await encoder.end(), this.#output);
      target.writeStart(encoder.head());
    }
    return this.#meter.finish();
  }

  async #add(channels: readonly Float32Array[]): Promise<void> {
    for (const [index, filter] of this.#highPasses.entries()) filter.apply(at(channels, index));
    this.#compressor?.apply(channels);
    for (const [index, room] of this.#room.entries()) room.apply(at(channels, index));
    await this.#give(this.#limiter.process(channels));
  }

  async #give(channels: readonly Float32Array[]): Promise<void> {
    this.#meter.add(channels);
    if (!this.#output) return;
    for (const [index, step] of this.#dither.entries()) step.apply(channels[index] ?? new Float32Array(0));
    this.#output.decoded?.hear(channels);
    write(await this.#output.encoder.add(channels), this.#output);
  }
}

/** Of the limiter, linear. */
const ceilingFor = ({ goal, encoding, plan }: MasterOrder): number =>
  linear(goal.truePeakDbtp - METER_MARGIN_DB - lossyMargin(encoding, plan.channels));

function lossyMargin(encoding: DeliveryEncoding, channels: number): number {
  if (!isLossy(encoding) || !('bitrate' in encoding)) return 0;
  const kind = encoding.codec === 'aac' ? 'aac' : 'usual';
  const { low, high } = LOSSY_MARGIN_DB[kind];
  return encoding.bitrate / channels < LOW_RATE ? low : high;
}

const linear = (decibels: number): number => 10 ** (decibels / 20);

/** Measures a sound that passes by. */
interface OutputMeter {
  add(channels: readonly Float32Array[]): void;
  finish(): Measured;
}

/** @param looksBetween false: there is no true peak */
const meterFor = ({ goal, plan }: MasterOrder, looksBetween: boolean): OutputMeter =>
  goal.loudness?.measure === 'rms' ? new RmsMeter() : new LoudnessMeter(plan.sampleRate, looksBetween);

const rmsOf = (meanSquare: number): number | null => (meanSquare === 0 ? null : 10 * Math.log10(meanSquare));

/** Loudness, RMS and true peak. */
class LoudnessMeter implements OutputMeter {
  readonly #sampleRate: number;
  readonly #cells: CellMeter;

  constructor(sampleRate: number, looksBetween: boolean) {
    this.#sampleRate = sampleRate;
    this.#cells = new CellMeter({ looksBetween });
  }

  add(channels: readonly Float32Array[]): void {
    if ((channels[0]?.length ?? 0) === 0) return;
    this.#cells.add({ sampleRate: this.#sampleRate, channels });
  }

  finish(): Measured {
    const cells = this.#cells.finish();
    const { loudnessLufs, truePeakDbtp } = soundFigures(cells);
    return { loudnessLufs, truePeakDbtp, rmsDbfs: rmsOf(cells.meanSquare) };
  }
}

/** RMS alone, where that is the goal: it costs a tenth of what the others do, which are measured of the finished file. */
class RmsMeter implements OutputMeter {
  #squares = 0;
  #samples = 0;

  add(channels: readonly Float32Array[]): void {
    let squares = 0;
    for (const samples of channels) {
      for (let index = 0; index < samples.length; index += 1) {
        const sample = sampleAt(samples, index);
        squares += sample * sample;
      }
      this.#samples += samples.length;
    }
    this.#squares += squares;
  }

  finish(): Measured {
    return {
      loudnessLufs: null,
      truePeakDbtp: null,
      rmsDbfs: rmsOf(this.#samples === 0 ? 0 : this.#squares / this.#samples),
    };
  }
}
