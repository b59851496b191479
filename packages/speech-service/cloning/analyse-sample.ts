import {
  AudioFormatError,
  type CompressedContainer,
  decodeBlocks,
  decodeCompressedBlocks,
  identify,
  mixToMono,
  type Pcm,
  readFlacStreamInfo,
  readMp3Stream,
  readOggPages,
} from '@lectern/audio';
import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import { SampleRejectedError } from './cloner.ts';
import { type VoiceMeasurement, VoiceMeter } from './voice-meter.ts';

const SAMPLE_RATES = { min: 8000, max: 192_000 } as const;
const MAX_CHANNELS = 8;
const MIN_VOICED_SECONDS = 0.4;
/** Minimum share of the energy that is in overtones. Tuning forks and test tones have less. */
const MIN_OVERTONE_SHARE = 1e-4;
/** Bytes of compressed audio decoded at a time. A few bytes can encode minutes of silence. */
const CHUNK_BYTES = 16 * 1024;

/** Rounds down to whole milliseconds, so that a duration is never overstated. */
const floorToMilliseconds = (seconds: number): number => Math.floor(seconds * 1000) / 1000;

const tooLong = (): SampleRejectedError =>
  new SampleRejectedError(`is too long: it must last at most ${CLONE_BOUNDS.seconds.max} seconds`);

class SampleCompleteError extends Error {
  override readonly name = 'SampleCompleteError';
}

export type AudioSink = (samples: Float32Array, sampleRate: number) => void;

class SampleAnalyser {
  readonly #onSound: AudioSink;
  #meter: VoiceMeter | undefined;
  #sampleRate = 0;
  #frames = 0;

  constructor(onSound: AudioSink) {
    this.#onSound = onSound;
  }

  get seconds(): number {
    return this.#sampleRate === 0 ? 0 : this.#frames / this.#sampleRate;
  }

  add(block: Pcm): void {
    const { sampleRate } = block;
    const mono = at(mixToMono(block).channels, 0);
    if (this.#meter === undefined) this.#start(block);
    if (sampleRate !== this.#sampleRate) throw new SampleRejectedError('changes its sample rate midway');
    this.#frames += mono.length;
    if (this.seconds > CLONE_BOUNDS.seconds.max) {
      throw tooLong();
    }
    if (mono.some((sample) => !Number.isFinite(sample))) {
      throw new SampleRejectedError('is damaged: it has samples that are not numbers');
    }
    this.#meter?.add(mono);
    this.#onSound(mono, sampleRate);
  }

  /** Measures more audio. @throws SampleCompleteError once more audio would not change the result */
  addUntilComplete(block: Pcm): void {
    this.add(block);
    if (this.#meter?.isFull) throw new SampleCompleteError();
  }

  finish(): VoiceMeasurement {
    const { min } = CLONE_BOUNDS.seconds;
    if (this.#meter === undefined || this.seconds < min) {
      throw new SampleRejectedError(
        `is too short: it lasts ${floorToMilliseconds(this.seconds)} seconds, but must last at least ${min}`,
      );
    }
    const heard = this.#meter.finish();
    if (heard.isSilent) throw new SampleRejectedError('is silent');
    if (heard.voicedSeconds < MIN_VOICED_SECONDS || heard.pitch === 0) {
      throw new SampleRejectedError('contains no voice: no pitch was detected (a whisper has none)');
    }
    if (heard.overtones < MIN_OVERTONE_SHARE) throw new SampleRejectedError('contains no voice: it is a pure tone');
    return heard;
  }

  #start({ sampleRate, channels }: Pcm): void {
    if (sampleRate < SAMPLE_RATES.min || sampleRate > SAMPLE_RATES.max) {
      throw new SampleRejectedError(
        `has a sample rate of ${sampleRate} Hz: it must be ${SAMPLE_RATES.min} to ${SAMPLE_RATES.max} Hz`,
      );
    }
    if (channels.length > MAX_CHANNELS) {
      throw new SampleRejectedError(`has ${channels.length} channels: it must have at most ${MAX_CHANNELS}`);
    }
    this.#sampleRate = sampleRate;
    this.#meter = new VoiceMeter(sampleRate);
  }
}

/** Allowance in seconds for the encoder delay and padding that MP3 and Opus files include in their declared length. */
const CODEC_PADDING_SECONDS = 0.2;

/** Returns the declared length, so that hours of silence can be rejected without decoding them. */
function declaredSeconds(bytes: Uint8Array, container: CompressedContainer): number {
  if (container === 'flac') {
    const { totalSamples, sampleRate } = readFlacStreamInfo(bytes);
    return totalSamples / sampleRate;
  }
  if (container === 'ogg') {
    const { lastPosition, sampleRate } = readOggPages(bytes);
    return sampleRate === undefined ? 0 : lastPosition / sampleRate - CODEC_PADDING_SECONDS;
  }
  const stream = readMp3Stream(bytes);
  if (stream === undefined) return 0;
  return (stream.frames * stream.first.samples) / stream.first.sampleRate - CODEC_PADDING_SECONDS;
}

/**
 * Measures compressed audio until the meter is full. Decoding the rest would take several hundred megabytes, because
 * decoder output is garbage-collected late.
 */
async function analyseCompressed(
  bytes: Uint8Array,
  container: CompressedContainer,
  analyser: SampleAnalyser,
): Promise<void> {
  if (declaredSeconds(bytes, container) > CLONE_BOUNDS.seconds.max) throw tooLong();
  try {
    await decodeCompressedBlocks(bytes, container, (block) => analyser.addUntilComplete(block), {
      stretchBytes: CHUNK_BYTES,
    });
  } catch (error) {
    if (!(error instanceof SampleCompleteError)) throw error;
  }
}

const messageAsClause = ({ message }: AudioFormatError): string =>
  `can't be read: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;

/**
 * Measures a WAV, MP3, Ogg or FLAC file.
 * @param onSound receives the audio from the start
 * @throws SampleRejectedError
 */
export async function analyseSample(bytes: Uint8Array, onSound: AudioSink = () => {}): Promise<VoiceMeasurement> {
  const hearing = new SampleAnalyser(onSound);
  try {
    const container = identify(bytes);
    if (container === 'mp3' || container === 'ogg' || container === 'flac')
      await analyseCompressed(bytes, container, hearing);
    else await decodeBlocks(bytes, {}, (block) => hearing.add(block));
  } catch (error) {
    throw error instanceof AudioFormatError ? new SampleRejectedError(messageAsClause(error)) : error;
  }
  return hearing.finish();
}
