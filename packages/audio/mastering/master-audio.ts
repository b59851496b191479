import {
  type DeliveryEncoding,
  isLossy,
  type LoudnessGoal,
  type MasteringGoal,
} from '../../../shared/model/export/delivery.ts';
import { at } from '../../../shared/rules/at.ts';
import type { FileEncoder } from '../codecs/audio-encoder.ts';
import type { AudioTarget } from '../codecs/convert-audio.ts';
import { decodeBlocks } from '../codecs/decode.ts';
import { audioBytesOf } from '../codecs/file-source.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { analyseCells, CellMeter } from '../meters/analyse-audio.ts';
import { Watermarker } from '../watermark/watermarker.ts';
import { type AudioPlan, planAtSampleRate } from './audio-plan.ts';
import { BedMixer } from './bed-mixer.ts';
import { Compressor } from './compressor.ts';
import { type EncodedTags, openDeliveryEncoder } from './delivery-encoder.ts';
import { Dither, HighPass, RoomTone } from './effects.ts';
import type { EncodedPeak } from './encoded-peak.ts';
import { GainSearch } from './gain-search.ts';
import { TruePeakLimiter } from './limiter.ts';
import { type ForecastGain, LoudnessForecast } from './loudness-forecast.ts';
import { missingGain } from './missing-gain.ts';
import { renderPlan, type WithAudio } from './render-plan.ts';

/** Part of the cache keys of finished files. Increase it whenever the same plan produces different bytes. */
export const MASTERING_VERSION = 5;

export interface MasterOrder {
  readonly plan: AudioPlan;
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  readonly tags?: EncodedTags | undefined;
  /** Id of an inaudible watermark to add, as an unsigned 32-bit integer. */
  readonly watermarkId?: number | undefined;
}

/** Measurements before encoding. Only AAC's true peak is measured after decoding. */
export interface MasteredAudio {
  /** In LUFS; null if the audio is too short or too quiet, or if the target is an RMS level. */
  readonly loudnessLufs: number | null;
  /** RMS of the whole file in dBFS; null if it is silent. */
  readonly rmsDbfs: number | null;
  /** In dBTP; null if the file is silent, or if the target is an RMS level. */
  readonly truePeakDbtp: number | null;
  readonly gainDb: number;
  /** The limiter's greatest gain reduction, in dB. */
  readonly limitedDb: number;
}

export interface MasterTarget extends AudioTarget {
  restart(): void;
}

export interface MasterPorts {
  readonly withAudio: WithAudio;
  /** Called after each block with the completed share from 0 to 1. Throws to cancel. */
  readonly onProgress?: (share: number) => void;
}

/** The limiter stays this far below the ceiling, in dB, because other meters may interpolate differently. */
const METER_MARGIN_DB = 0.05;
/** How much lossy encoding raises the peaks of limited speech, in dB; `EncodedPeak` detects higher AAC peaks. */
const LOSSY_MARGIN_DB = { usual: { low: 0.8, high: 0.3 }, aac: { low: 2.5, high: 1 } } as const;
/** Bitrates per channel below this, in kbit/s, are low. */
const LOW_BITRATE = 80;

/** If the loudness misses the target by more than this, in dB, the file is encoded again with another gain. */
const TOLERANCE_DB = 0.1;
/** The analysis pass uses a tighter tolerance, in dB, because the final pass differs slightly. */
const ANALYSIS_TOLERANCE_DB = 0.06;
/** The forecast is accurate if the limiter reduces the loudness by less than this, in dB. */
const MAX_FORECAST_LOSS_DB = 1;
const MAX_ATTEMPTS = 5;
/** Extra margin when the ceiling is lowered, in dB, because encoding the new version may raise other peaks. */
const EXTRA_PEAK_MARGIN_DB = 0.3;

const NOISE_SEED = 0x1ec7e12;

/**
 * Masters and encodes audio. Analysis passes find the gain for the target loudness without encoding, at the takes'
 * lower sample rate.
 */
export async function masterAudio(
  order: MasterOrder,
  target: MasterTarget,
  ports: MasterPorts,
): Promise<MasteredAudio> {
  const { loudness } = order.goal;
  const progress = new PassProgress(order.plan, ports);
  let gainDb = 0;
  if (loudness !== null) {
    const rate = await analysisRate(order.plan, ports.withAudio);
    gainDb = await analysisPass({ ...order, plan: planAtSampleRate(order.plan, rate) }, loudness, ports, progress);
  }
  progress.begin(ANALYSIS_SHARE);
  const gain = new GainSearch(gainDb);
  let ceilingDbtp = order.goal.truePeakDbtp;
  for (let tries = 1; ; tries += 1) {
    const { plan, encoding, tags, goal } = order;
    const input = { sampleRate: plan.sampleRate, channels: plan.channels, mostFrames: plan.frames };
    const encoder = await openDeliveryEncoder(encoding, input, tags);
    const decoded = encoding.codec === 'aac' ? new (await import('./encoded-peak.ts')).EncodedPeak(input) : null;
    const tried = { ...order, goal: { ...goal, truePeakDbtp: ceilingDbtp } };
    const watermarker = await openWatermarker(order);
    const pass = new MasterPass(tried, gain.gainDb, { encoder, decoded, watermarker, target });
    try {
      const made = await pass.run(ports, progress.pass(tries === MAX_ATTEMPTS ? 1 : PASS_SHARE));
      const missing = loudness === null ? 0 : missingGain(loudness, made);
      const isLoudEnough = Math.abs(missing) <= TOLERANCE_DB || gain.isAtLimit;
      const truePeakDbtp = decoded ? decoded.finish() : made.truePeakDbtp;
      const over = decoded && truePeakDbtp !== null ? truePeakDbtp - goal.truePeakDbtp : 0;
      if ((isLoudEnough && over <= 0) || tries === MAX_ATTEMPTS) {
        return { ...made, truePeakDbtp, gainDb: gain.gainDb, limitedDb: pass.limitedDb };
      }
      if (!isLoudEnough) gain.add(missing);
      if (over > 0) ceilingDbtp -= over + EXTRA_PEAK_MARGIN_DB;
      target.restart();
    } finally {
      encoder.close();
    }
  }
}

const ANALYSIS_SHARE = 0.2;
/** Share of the remaining progress allotted to a pass. Another pass may follow, and progress never goes back. */
const PASS_SHARE = 0.75;

async function analysisPass(
  order: MasterOrder,
  loudness: LoudnessGoal,
  ports: MasterPorts,
  progress: PassProgress,
): Promise<number> {
  const forecast = await forecastLoudness(order, loudness, ports, progress);
  // The effect of a compressor can only be measured in an analysis pass.
  if (forecast.lostDb <= MAX_FORECAST_LOSS_DB && order.goal.compression === undefined) return forecast.gainDb;
  const gain = new GainSearch(forecast.gainDb);
  for (let tries = 1; ; tries += 1) {
    const pass = new MasterPass(order, gain.gainDb, null);
    const made = await pass.run(ports, progress.pass(ANALYSIS_SHARE / 2));
    const missing = missingGain(loudness, made);
    if (Math.abs(missing) <= ANALYSIS_TOLERANCE_DB || tries === MAX_ATTEMPTS || gain.isAtLimit) return gain.gainDb;
    gain.add(missing);
  }
}

async function forecastLoudness(
  order: MasterOrder,
  loudness: LoudnessGoal,
  { withAudio }: MasterPorts,
  progress: PassProgress,
): Promise<ForecastGain> {
  const { plan } = order;
  const forecast = new LoudnessForecast(loudness, plan.sampleRate);
  const filters = highPasses(order);
  const onProgress = progress.pass(ANALYSIS_SHARE / 2);
  const beds = new BedMixer(plan, withAudio);
  let frames = 0;
  try {
    await renderPlan(plan, withAudio, async (channels) => {
      for (const [index, filter] of filters.entries()) filter.apply(at(channels, index));
      await beds.mix(channels);
      forecast.add(channels);
      frames += at(channels, 0).length;
      onProgress(frames / plan.sampleRate);
    });
  } finally {
    await beds.close();
  }
  return forecast.gain(ceilingFor(order));
}

class PassProgress {
  readonly #plan: AudioPlan;
  readonly #tell: MasterPorts['onProgress'];
  #done = 0;

  constructor(plan: AudioPlan, { onProgress }: MasterPorts) {
    this.#plan = plan;
    this.#tell = onProgress;
  }

  begin(share: number): void {
    this.#done = Math.max(this.#done, share);
  }

  /**
   * Returns a callback for the position in seconds.
   * @param part share of the remaining progress that the pass covers
   */
  pass(part: number): (seconds: number) => void {
    const from = this.#done;
    const size = (1 - from) * part;
    this.#done = from + size;
    const whole = this.#plan.frames / this.#plan.sampleRate;
    return (seconds) => this.#tell?.(Math.min(1, from + size * Math.min(1, seconds / Math.max(whole, 1e-9))));
  }
}

class SampleRateSignal extends Error {
  readonly rate: number;

  constructor(rate: number) {
    super('The sample rate has been found.');
    this.rate = rate;
  }
}

async function analysisRate({ clips, beds = [], sampleRate }: AudioPlan, withAudio: WithAudio): Promise<number> {
  const [first] = clips;
  // Music may have more treble than the takes.
  if (!first || beds.length > 0) return sampleRate;
  let rate = sampleRate;
  await withAudio(first.audio, async (audio) => {
    try {
      await decodeBlocks(audioBytesOf(audio), { format: first.audio.format }, (block) => {
        throw new SampleRateSignal(block.sampleRate);
      });
    } catch (error) {
      if (!(error instanceof SampleRateSignal)) throw error;
      rate = error.rate;
    }
  });
  return Math.min(sampleRate, Math.max(MIN_ANALYSIS_RATE, rate));
}

const MIN_ANALYSIS_RATE = 16_000;

type Measured = Pick<MasteredAudio, 'loudnessLufs' | 'rmsDbfs' | 'truePeakDbtp'>;

const highPasses = ({ goal, plan }: MasterOrder): HighPass[] => {
  const { highPassHz } = goal;
  if (highPassHz === undefined) return [];
  return Array.from({ length: plan.channels }, () => new HighPass(highPassHz, plan.sampleRate));
};

interface PassOutput {
  readonly encoder: FileEncoder;
  readonly decoded: EncodedPeak | null;
  readonly watermarker: Watermarker | null;
  readonly target: AudioTarget;
}

async function openWatermarker({ watermarkId, plan }: MasterOrder): Promise<Watermarker | null> {
  return watermarkId === undefined ? null : await Watermarker.create(watermarkId, plan.sampleRate, plan.channels);
}

function writeEncoded(encoded: Uint8Array, { decoded, target }: PassOutput): void {
  decoded?.addStream(encoded);
  target.write(encoded);
}

class MasterPass {
  readonly #plan: AudioPlan;
  readonly #output: PassOutput | null;
  readonly #highPasses: readonly HighPass[];
  readonly #compressor: Compressor | null;
  readonly #room: readonly RoomTone[];
  readonly #dither: readonly Dither[];
  readonly #limiter: TruePeakLimiter;
  readonly #meter: OutputMeter;
  readonly #gainDb: number;

  /** @param output null for an analysis pass, which needs no watermark, because that doesn't affect the loudness */
  constructor(order: MasterOrder, gainDb: number, output: PassOutput | null) {
    const { plan, goal, encoding } = order;
    const { sampleRate, channels } = plan;
    const { roomToneDbfs, compression } = goal;
    const is16 = !isLossy(encoding) && encoding.bits === 16;
    const sides = Array.from({ length: channels }, (_, index) => NOISE_SEED + index);
    // Apply the gain before the compressor, because the compressor's threshold refers to the final level.
    this.#gainDb = gainDb;
    this.#plan = { ...plan, clips: plan.clips.map((clip) => ({ ...clip, gainDb: clip.gainDb + gainDb })) };
    this.#output = output;
    this.#highPasses = highPasses(order);
    this.#compressor = compression ? new Compressor(compression, sampleRate, channels) : null;
    this.#room =
      typeof roomToneDbfs === 'number' ? sides.map((seed) => new RoomTone(linear(roomToneDbfs), sampleRate, seed)) : [];
    this.#dither = is16 ? sides.map((seed) => new Dither(~seed)) : [];
    this.#limiter = new TruePeakLimiter(ceilingFor(order), sampleRate, channels);
    this.#meter = meterFor(order, output !== null && output.decoded === null);
  }

  get limitedDb(): number {
    return -20 * Math.log10(this.#limiter.lowestGain);
  }

  async run({ withAudio }: MasterPorts, onProgress: (seconds: number) => void): Promise<Measured> {
    const plan = this.#plan;
    const beds = new BedMixer(plan, withAudio, this.#gainDb);
    let frames = 0;
    try {
      await renderPlan(plan, withAudio, async (channels) => {
        await this.#add(channels, beds);
        frames += channels[0]?.length ?? 0;
        onProgress(frames / plan.sampleRate);
      });
    } finally {
      await beds.close();
    }
    const watermarker = this.#output?.watermarker;
    if (watermarker) await this.#emit(this.#limiter.process(watermarker.end()));
    await this.#emit(this.#limiter.end());
    if (this.#output) {
      const { encoder, target } = this.#output;
      writeEncoded(await encoder.end(), this.#output);
      target.writeStart(encoder.header());
    }
    return this.#meter.finish();
  }

  /** The high-pass and the compressor are for speech, so that music keeps its bass and doesn't pump. */
  async #add(channels: readonly Float32Array[], beds: BedMixer): Promise<void> {
    for (const [index, filter] of this.#highPasses.entries()) filter.apply(at(channels, index));
    this.#compressor?.apply(channels);
    await beds.mix(channels);
    for (const [index, room] of this.#room.entries()) room.apply(at(channels, index));
    // Before the limiter, because the watermark can raise peaks.
    const marked = this.#output?.watermarker?.process(channels) ?? channels;
    await this.#emit(this.#limiter.process(marked));
  }

  async #emit(channels: readonly Float32Array[]): Promise<void> {
    this.#meter.add(channels);
    if (!this.#output) return;
    for (const [index, step] of this.#dither.entries()) step.apply(channels[index] ?? new Float32Array(0));
    this.#output.decoded?.addSamples(channels);
    writeEncoded(await this.#output.encoder.add(channels), this.#output);
  }
}

const ceilingFor = ({ goal, encoding, plan }: MasterOrder): number =>
  linear(goal.truePeakDbtp - METER_MARGIN_DB - lossyMargin(encoding, plan.channels));

function lossyMargin(encoding: DeliveryEncoding, channels: number): number {
  if (!isLossy(encoding)) return 0;
  const kind = encoding.codec === 'aac' ? 'aac' : 'usual';
  const { low, high } = LOSSY_MARGIN_DB[kind];
  return encoding.bitrate / channels < LOW_BITRATE ? low : high;
}

const linear = (decibels: number): number => 10 ** (decibels / 20);

interface OutputMeter {
  add(channels: readonly Float32Array[]): void;
  finish(): Measured;
}

const meterFor = ({ goal, plan }: MasterOrder, measuresTruePeak: boolean): OutputMeter =>
  goal.loudness?.measure === 'rms' ? new RmsMeter() : new LoudnessMeter(plan.sampleRate, measuresTruePeak);

const rmsOf = (meanSquare: number): number | null => (meanSquare === 0 ? null : 10 * Math.log10(meanSquare));

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
    const { loudnessLufs, truePeakDbtp } = analyseCells(cells);
    return { loudnessLufs, truePeakDbtp, rmsDbfs: rmsOf(cells.meanSquare) };
  }
}

/** Measures only RMS, for RMS targets, in a tenth of the time. The other figures are measured in the finished file. */
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
