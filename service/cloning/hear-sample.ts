// Measures an uploaded recording from end to end in a bounded amount of memory.

import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import { AudioFormatError } from '../../codecs/audio-format-error.ts';
import { decodeBlocks } from '../../codecs/decode.ts';
import { readFlacStreamInfo } from '../../codecs/flac-format.ts';
import { identify } from '../../codecs/identify.ts';
import { readMp3Stream } from '../../codecs/mp3-frames.ts';
import { readOggPages } from '../../codecs/ogg-pages.ts';
import { decodePackedBlocks, type PackedContainer } from '../../codecs/packed-decode.ts';
import { mixToMono, type Pcm } from '../../codecs/pcm.ts';
import { at } from '../../shared/rules/at.ts';
import { SampleRejectedError } from './cloner.ts';
import { type Heard, VoiceMeter } from './voice-meter.ts';

/** Hz between which a voice can be measured. */
const SAMPLE_RATES = { min: 8000, max: 192_000 } as const;
const MOST_CHANNELS = 8;
/** Seconds of voice that are needed to tell its pitch. */
const LEAST_VOICED = 0.4;
/** The least part of a voice's strength that lies in its overtones: that of a tuning fork or a test tone is less. */
const LEAST_OVERTONES = 1e-4;
/** Bytes of a packed file that are decoded at once: a few of them can stand for minutes of silence. */
const STRETCH_BYTES = 16 * 1024;

/** To whole milliseconds, so that nothing looks longer than it is. */
const floored = (seconds: number): number => Math.floor(seconds * 1000) / 1000;

const tooLong = (): SampleRejectedError =>
  new SampleRejectedError(`is too long: at most ${CLONE_BOUNDS.seconds.max} seconds are taken`);

/** Ends the decoding of a file of which enough was heard. */
class EnoughError extends Error {
  override readonly name = 'EnoughError';
}

/** Takes sound of one channel, which is valid until it returns. @param sampleRate Hz */
export type SoundTaker = (samples: Float32Array, sampleRate: number) => void;

/** Measures blocks as they come, and refuses them as soon as they are no sample. */
class SampleHearing {
  readonly #onSound: SoundTaker;
  #meter: VoiceMeter | undefined;
  #sampleRate = 0;
  #frames = 0;

  constructor(onSound: SoundTaker) {
    this.#onSound = onSound;
  }

  get seconds(): number {
    return this.#sampleRate === 0 ? 0 : this.#frames / this.#sampleRate;
  }

  add(block: Pcm): void {
    const { sampleRate } = block;
    const mono = at(mixToMono(block).channels, 0);
    if (this.#meter === undefined) this.#begin(block);
    if (sampleRate !== this.#sampleRate) throw new SampleRejectedError('changes its sample rate midway');
    this.#frames += mono.length;
    if (this.seconds > CLONE_BOUNDS.seconds.max) {
      throw tooLong();
    }
    if (mono.some((sample) => !Number.isFinite(sample))) {
      throw new SampleRejectedError('is damaged: it has samples that are no numbers');
    }
    this.#meter?.add(mono);
    this.#onSound(mono, sampleRate);
  }

  /** @throws EnoughError where more would change nothing */
  addWhileNeeded(block: Pcm): void {
    this.add(block);
    if (this.#meter?.isFull) throw new EnoughError();
  }

  finish(): Heard {
    const { min } = CLONE_BOUNDS.seconds;
    if (this.#meter === undefined || this.seconds < min) {
      throw new SampleRejectedError(
        `is too short: it lasts ${floored(this.seconds)} seconds, at least ${min} are needed`,
      );
    }
    const heard = this.#meter.finish();
    if (heard.isSilent) throw new SampleRejectedError('is silent');
    if (heard.voicedSeconds < LEAST_VOICED || heard.pitch === 0) {
      throw new SampleRejectedError('has no voice in it: no pitch can be heard (a whisper has none)');
    }
    if (heard.overtones < LEAST_OVERTONES) throw new SampleRejectedError('has no voice in it: it is a pure tone');
    return heard;
  }

  #begin({ sampleRate, channels }: Pcm): void {
    if (sampleRate < SAMPLE_RATES.min || sampleRate > SAMPLE_RATES.max) {
      throw new SampleRejectedError(
        `has a sample rate of ${sampleRate} Hz: it must be ${SAMPLE_RATES.min} to ${SAMPLE_RATES.max} Hz`,
      );
    }
    if (channels.length > MOST_CHANNELS) {
      throw new SampleRejectedError(`has ${channels.length} channels: it may have ${MOST_CHANNELS}`);
    }
    this.#sampleRate = sampleRate;
    this.#meter = new VoiceMeter(sampleRate);
  }
}

/** Seconds by which what a file says of its length may be more than its sound: MP3 and Opus have some silence of their own. */
const OWN_SILENCE_SECONDS = 0.2;

/** The length that a packed file declares, in seconds: hours of silence are small, and need not be unpacked. */
function announcedSeconds(bytes: Uint8Array, container: PackedContainer): number {
  if (container === 'flac') {
    const { totalSamples, sampleRate } = readFlacStreamInfo(bytes);
    return totalSamples / sampleRate;
  }
  if (container === 'ogg') {
    const { lastPosition, sampleRate } = readOggPages(bytes);
    return sampleRate === undefined ? 0 : lastPosition / sampleRate - OWN_SILENCE_SECONDS;
  }
  const stream = readMp3Stream(bytes);
  if (stream === undefined) return 0;
  return (stream.frames * stream.first.samples) / stream.first.sampleRate - OWN_SILENCE_SECONDS;
}

/**
 * What is not needed is not decoded: what comes out of a decoder is collected late, so that an hour of it would take some
 * hundred megabytes.
 */
async function hearPacked(bytes: Uint8Array, container: PackedContainer, hearing: SampleHearing): Promise<void> {
  if (announcedSeconds(bytes, container) > CLONE_BOUNDS.seconds.max) throw tooLong();
  try {
    await decodePackedBlocks(bytes, container, (block) => hearing.addWhileNeeded(block), {
      stretchBytes: STRETCH_BYTES,
    });
  } catch (error) {
    if (!(error instanceof EnoughError)) throw error;
  }
}

/** The message of an AudioFormatError as a clause about the file. */
const asClause = ({ message }: AudioFormatError): string =>
  `can't be read: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;

/**
 * Hears an audio file: WAV (also mu-law), MP3, Ogg or FLAC, found from its bytes. Of a packed one no more is decoded than
 * the meter takes.
 *
 * @param onSound told what is heard, from the start on
 * @throws SampleProblem
 */
export async function hearSample(bytes: Uint8Array, onSound: SoundTaker = () => {}): Promise<Heard> {
  const hearing = new SampleHearing(onSound);
  try {
    const container = identify(bytes);
    if (container === 'mp3' || container === 'ogg' || container === 'flac') await hearPacked(bytes, container, hearing);
    else await decodeBlocks(bytes, {}, (block) => hearing.add(block));
  } catch (error) {
    throw error instanceof AudioFormatError ? new SampleRejectedError(asClause(error)) : error;
  }
  return hearing.finish();
}
