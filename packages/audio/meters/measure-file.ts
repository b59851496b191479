import type { FileFigures } from '../../../shared/model/export/check-report.ts';
import { at } from '../../../shared/rules/at.ts';
import { gapsInTakes, MAX_PLACES, type SilentStretch } from '../../../shared/rules/export/check-report.ts';
import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { type AudioBytes, asSource } from '../codecs/bytes.ts';
import { decodeFileBlocks } from '../codecs/decode-file.ts';
import { frameCount, type Pcm, sampleAt } from '../codecs/pcm.ts';
import { AudioFingerprinter } from '../fingerprint/audio-fingerprint.ts';
import { mp3Bitrate } from '../mp3/mp3-frames.ts';
import { analyseCells, CellMeter } from './analyse-audio.ts';

const STRETCHES_PER_SECOND = 200;
/** The noise floor is the level of the quietest half second, in stretches. */
const FLOOR_STRETCHES = STRETCHES_PER_SECOND / 2;
/** Below half a quantisation step at 16 bits, so that silence is recognised at any bit depth. */
const DIGITAL_SILENCE = 1e-5;
/** In seconds. Shorter digital silence occurs in the pauses of decoded speech. */
const MIN_SILENCE_SECONDS = 0.1;
/**
 * Samples count as a click if their second difference exceeds `MIN_CLICK` and is more than `CLICK_RATIO` times the
 * level around them.
 */
const MIN_CLICK = 0.25;
const CLICK_RATIO = 20;

class GrowingArray {
  #values = new Float32Array(4_096);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Float32Array(this.length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  all(): Float32Array {
    return this.#values.subarray(0, this.length);
  }
}

function levelOf(channels: readonly Float32Array[], frame: number): number {
  let level = 0;
  for (const samples of channels) level = Math.max(level, Math.abs(sampleAt(samples, frame)));
  return level;
}

class LevelMeter {
  sampleRate = 0;
  channels = 0;
  frames = 0;
  #squares = 0;
  #stretchSquares = 0;
  #peak = 0;
  #peakFrame = 0;
  #bend = 0;
  #bendSquares = 0;
  #silentFrom = 0;
  readonly #silences: { readonly from: number; readonly to: number }[] = [];
  #before: { one: number; two: number }[] = [];
  readonly #energies = new GrowingArray();
  readonly #bends = new GrowingArray();
  readonly #bendEnergies = new GrowingArray();
  #stretchEnd = 0;

  add({ sampleRate, channels }: Pcm): void {
    if (this.frames === 0) this.#begin(sampleRate, channels.length);
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#stretchEnd - this.frames);
      const parts = this.#before.map((_, channel) => (channels[channel] ?? at(channels, 0)).subarray(from, to));
      const loudest = parts.reduce((most, part, channel) => Math.max(most, this.#addChannel(part, channel)), 0);
      if (loudest >= DIGITAL_SILENCE) this.#addAudible(parts, loudest);
      this.frames += to - from;
      from = to;
      if (this.frames === this.#stretchEnd) this.#endStretch();
    }
  }

  #addChannel(samples: Float32Array, channel: number): number {
    const before = at(this.#before, channel);
    let { one, two } = before;
    let squares = 0;
    let bendSquares = 0;
    let bent = this.#bend;
    let loudest = 0;
    for (let index = 0; index < samples.length; index += 1) {
      const sample = sampleAt(samples, index);
      if (sample > loudest) loudest = sample;
      else if (-sample > loudest) loudest = -sample;
      squares += sample * sample;
      const bend = sample - 2 * one + two;
      bendSquares += bend * bend;
      if (bend > bent) bent = bend;
      else if (-bend > bent) bent = -bend;
      two = one;
      one = sample;
    }
    before.one = one;
    before.two = two;
    this.#stretchSquares += squares;
    this.#bendSquares += bendSquares;
    this.#bend = bent;
    return loudest;
  }

  /** Handles a part that isn't silent. Any silence within the part is too short to count. */
  #addAudible(channels: readonly Float32Array[], loudest: number): void {
    let first = 0;
    while (levelOf(channels, first) < DIGITAL_SILENCE) first += 1;
    this.#endSilence(this.#silentFrom, this.frames + first);
    let last = at(channels, 0).length - 1;
    while (levelOf(channels, last) < DIGITAL_SILENCE) last -= 1;
    this.#silentFrom = this.frames + last + 1;
    if (loudest <= this.#peak) return;
    let loudestAt = first;
    while (levelOf(channels, loudestAt) < loudest) loudestAt += 1;
    this.#peak = loudest;
    this.#peakFrame = this.frames + loudestAt;
  }

  finish() {
    const energies = this.#energies.all();
    const floor = quietestHalfSecond(energies);
    return {
      rmsDbfs: decibels(this.frames === 0 ? 0 : this.#totalSquares() / (this.frames * this.channels)),
      samplePeakDbfs: this.#peak === 0 ? null : 20 * Math.log10(this.#peak),
      peakAt: this.#peakFrame / this.sampleRate,
      noiseFloorDbfs: decibels(floor.energy),
      quietestAt: floor.stretch / STRETCHES_PER_SECOND,
      clicks: firstPositions(findClicks(this.#bends.all(), this.#bendEnergies.all())),
      silences: this.#silences.map(({ from, to }) => ({
        fromSeconds: from / this.sampleRate,
        toSeconds: to / this.sampleRate,
      })),
    };
  }

  #begin(sampleRate: number, channels: number): void {
    this.sampleRate = sampleRate;
    this.channels = channels;
    this.#before = Array.from({ length: channels }, () => ({ one: 0, two: 0 }));
    this.#stretchEnd = Math.ceil(sampleRate / STRETCHES_PER_SECOND);
  }

  #totalSquares(): number {
    return this.#squares + this.#stretchSquares;
  }

  /** Ignores silence at the start and end of the file, because delivery targets require that silence. */
  #endSilence(from: number, to: number): void {
    if (from > 0 && to - from >= MIN_SILENCE_SECONDS * this.sampleRate) this.#silences.push({ from, to });
  }

  #endStretch(): void {
    const samples = this.channels * Math.ceil(this.sampleRate / STRETCHES_PER_SECOND);
    this.#energies.push(this.#stretchSquares / samples);
    this.#bends.push(this.#bend);
    this.#bendEnergies.push(this.#bendSquares / samples);
    this.#squares += this.#stretchSquares;
    this.#stretchSquares = 0;
    this.#bend = 0;
    this.#bendSquares = 0;
    this.#stretchEnd = Math.ceil(((this.#energies.length + 1) * this.sampleRate) / STRETCHES_PER_SECOND);
  }
}

const decibels = (meanSquare: number): number | null => (meanSquare > 0 ? 10 * Math.log10(meanSquare) : null);

const firstPositions = (positions: readonly number[]) => ({
  count: positions.length,
  at: positions.slice(0, MAX_PLACES),
});

/** Returns the half second with the least energy, or the whole audio if it is shorter. */
function quietestHalfSecond(energies: Float32Array): { readonly energy: number; readonly stretch: number } {
  const length = Math.min(FLOOR_STRETCHES, energies.length);
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let stretch = 0;
  for (let index = 0; index < energies.length; index += 1) {
    sum += at(energies, index);
    if (index >= length) sum -= at(energies, index - length);
    if (index >= length - 1 && sum < least) {
      least = sum;
      stretch = index - length + 1;
    }
  }
  // Tiny remainders in the running sum are rounding errors.
  return { energy: length === 0 || least / length < 1e-12 ? 0 : least / length, stretch };
}

/** Returns the stretches whose second difference is far greater than that of their neighbours. */
function findClicks(secondDifferences: Float32Array, energies: Float32Array): number[] {
  const places: number[] = [];
  for (let index = 0; index < secondDifferences.length; index += 1) {
    const bend = at(secondDifferences, index);
    if (bend < MIN_CLICK) continue;
    let around = 0;
    let count = 0;
    for (let near = Math.max(0, index - 3); near <= Math.min(secondDifferences.length - 1, index + 3); near += 1) {
      if (Math.abs(near - index) < 2) continue;
      around += at(energies, near);
      count += 1;
    }
    if (count > 0 && bend * bend > CLICK_RATIO ** 2 * (around / count)) places.push(index / STRETCHES_PER_SECOND);
  }
  return places;
}

export interface MeasuredAudioFile extends FileFigures {
  readonly silences: readonly SilentStretch[];
  readonly fingerprint: Uint32Array | null;
}

/** @param wantsFingerprint if false, the fingerprint is null, and measuring is faster */
export async function measureFile(audio: AudioBytes, wantsFingerprint = false): Promise<MeasuredAudioFile> {
  const source = asSource(audio);
  const cells = new CellMeter();
  const levels = new LevelMeter();
  const fingerprinter = wantsFingerprint ? await AudioFingerprinter.create() : null;
  const take = (block: Pcm): void => {
    if (frameCount(block) === 0) return;
    cells.add(block);
    levels.add(block);
    fingerprinter?.add(block);
  };
  const { packedAs, sampleRate, frames, soundBytes } = await decodeFileBlocks(source, take);
  if (frames === 0) throw new AudioFormatError('empty', 'The audio file contains no audio.');
  const figures = analyseCells(cells.finish());
  const { silences, ...found } = levels.finish();
  const durationSeconds = frames / sampleRate;
  const mp3 = packedAs === 'mp3' ? mp3Bitrate(source) : null;
  return {
    packedAs,
    integratedLufs: figures.loudnessLufs,
    truePeakDbtp: figures.truePeakDbtp,
    clippedSamples: figures.clippedSamples,
    headSeconds: figures.headSilenceSeconds,
    tailSeconds: figures.tailSilenceSeconds,
    ...found,
    silences,
    fingerprint: fingerprinter?.end() ?? null,
    digitalSilences: gapsInTakes(silences, []),
    sampleRate,
    channels: levels.channels,
    bitrate: mp3?.average ?? (soundBytes * 8) / durationSeconds / 1_000,
    constantBitrate: mp3?.isConstant ?? null,
    durationSeconds,
    sizeBytes: source.length,
  };
}
