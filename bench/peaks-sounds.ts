// Creates speech for audio benchmarks: a few minutes of a play spoken by eSpeak NG, and an hour made by repeating them.
import load from '@echogarden/espeak-ng-emscripten';
import { durationSeconds, encode, encodeWav, type Pcm, pcmFromInt16, resample } from '@lectern/audio';
import { sampleText } from '../e2e/support/texts.ts';
import { readMp3Frame } from '../packages/audio/mp3/mp3-frames.ts';
import { wavFileParts } from '../packages/audio/wav/wav-encode.ts';

const SAMPLE_RATE = 24_000;
const HOUR_SECONDS = 3_600;
const SPEECH_SECONDS = 300;

/**
 * Returns speech that lasts at least the given number of seconds, and at most one line longer.
 * @param seconds at least 1
 */
async function speak(seconds: number): Promise<Pcm> {
  const silent = (): void => {};
  const module = await load({ print: silent, printErr: silent });
  const speaker = await new module.eSpeakNGWorker();
  speaker.set_voice('gmw/en-GB-x-rp', '', 0, 0, 0);
  speaker.set_rate(175);
  speaker.set_pitch(50);
  speaker.set_range(50);
  speaker.set_volume(100);
  const rate = speaker.get_samplerate();
  const pieces: Int16Array[] = [];
  let samples = 0;
  for (const [, text = ''] of sampleText('earnest.txt').matchAll(/^[A-Z ]+: (.+)$/gm)) {
    if (samples >= seconds * rate) break;
    speaker.synthesize(text, (piece) => {
      if (piece) pieces.push(new Int16Array(piece.slice()));
      samples += piece?.length ?? 0;
      return false;
    });
  }
  const joined = new Int16Array(samples);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return resample(pcmFromInt16(joined, rate), SAMPLE_RATE);
}

export interface BenchSounds {
  /** Several minutes of mono speech at 24 kHz. */
  readonly speech: Pcm;
  /** The length of the files, which is at least one hour. */
  readonly hourSeconds: number;
  readonly hourWav: Uint8Array;
  readonly hourMp3: Uint8Array;
}

/**
 * Creates two files with the same hour of audio: a 24 kHz mono 16-bit WAV file, and an MP3 file in the default quality.
 */
export async function makeSounds(): Promise<BenchSounds> {
  const speech = await speak(SPEECH_SECONDS);
  const times = Math.ceil(HOUR_SECONDS / durationSeconds(speech));
  const wav = encodeWav(speech);
  const samples = new Int16Array(wav.slice(44).buffer);
  const hourWav = Buffer.concat(wavFileParts(new Array<Int16Array>(times).fill(samples), SAMPLE_RATE));
  const mp3 = await encode(speech, 'mp3');
  // Skip the first frame: it states the length, which would be wrong once the audio is repeated.
  const frames = mp3.subarray(readMp3Frame(mp3, 0)?.size ?? 0);
  const hourMp3 = Buffer.concat(new Array<Uint8Array>(times).fill(frames));
  return { speech, hourSeconds: times * durationSeconds(speech), hourWav, hourMp3 };
}
