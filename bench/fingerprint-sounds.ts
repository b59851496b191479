// Speech for the fingerprint benchmark, synthesised with Debian's eSpeak NG and Flite, and the treatments of clips.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sampleText } from '../e2e/support/texts.ts';

const run = promisify(execFile);

export type Synthesizer = 'espeak' | 'flite';

export interface BenchVoice {
  readonly synthesizer: Synthesizer;
  /** The synthesizer's name of the voice, such as `en-us+max`. */
  readonly voice: string;
}

/** Voices of the registered files. The limits for matches were chosen with other voices. */
export const REGISTERED_VOICES: readonly BenchVoice[] = [
  { synthesizer: 'espeak', voice: 'en-us' },
  { synthesizer: 'espeak', voice: 'en-us+max' },
  { synthesizer: 'espeak', voice: 'en-gb+f4' },
  { synthesizer: 'espeak', voice: 'en-us+belinda' },
  { synthesizer: 'espeak', voice: 'en-gb-scotland+m7' },
  { synthesizer: 'flite', voice: 'awb' },
];

export const OTHER_VOICES: readonly BenchVoice[] = [
  'en-us+f1',
  'en-us+boris',
  'en-gb+m1',
  'en-us+steph',
  'en-gb+caleb',
  'en-us+anika',
  'en-gb+victor',
  'en-us+david',
].map((voice) => ({ synthesizer: 'espeak', voice }));

/** Average speaking rate of the synthesizers. */
export const CHARACTERS_PER_MINUTE = 1090;

const prose = sampleText('war-and-peace.txt').replace(/\s+/g, ' ').slice(20_000);

/** Hands out parts of a novel, each only once. */
export class NovelText {
  #position = 0;

  next(minutes: number): string {
    const start = this.#position;
    this.#position += Math.round(minutes * CHARACTERS_PER_MINUTE);
    return prose.slice(start, this.#position);
  }
}

/** Synthesises a text as a WAV file. */
export async function speakToFile({ synthesizer, voice }: BenchVoice, text: string, path: string): Promise<void> {
  const input = `${path}.txt`;
  writeFileSync(input, text);
  if (synthesizer === 'espeak') await run('espeak-ng', ['-v', voice, '-w', path, '-f', input]);
  else await run('flite', ['-voice', voice, '-f', input, '-o', path]);
}

/** How a clip is processed: ffmpeg options, and the extension of the result. */
export interface Treatment {
  readonly name: string;
  readonly options: readonly string[];
  readonly extension: string;
}

const ECHO = 'aecho=0.8:0.7:23|37|61|89:0.35|0.28|0.2|0.14';

export const TREATMENTS: readonly Treatment[] = [
  { name: 'MP3 at 64 kbit/s', options: ['-b:a', '64k'], extension: 'mp3' },
  { name: 'Opus at 16 kbit/s', options: ['-c:a', 'libopus', '-b:a', '16k'], extension: 'ogg' },
  { name: '8 kHz', options: ['-ar', '8000'], extension: 'wav' },
  { name: 'echo', options: ['-af', ECHO], extension: 'wav' },
  { name: 'loudness', options: ['-af', 'loudnorm=I=-30:TP=-9', '-ar', '44100'], extension: 'wav' },
];

export const ALL_TREATMENTS: Treatment = {
  name: 'all of these together',
  options: ['-af', `${ECHO},volume=-14dB`, '-ar', '8000', '-c:a', 'libopus', '-b:a', '16k'],
  extension: 'ogg',
};

/** Encodes a finished file as audiobook stores expect it, without metadata. */
export const finishedFile = async (from: string, to: string): Promise<void> =>
  void (await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    from,
    '-map_metadata',
    '-1',
    '-b:a',
    '192k',
    '-ar',
    '44100',
    to,
  ]));

/** Cuts a clip from a finished file, processes it, and returns the path of the result. */
export async function treatedClip(
  from: string,
  startSeconds: number,
  seconds: number,
  { options, extension }: Treatment,
  folder: string,
): Promise<string> {
  const path = join(folder, `clip.${extension}`);
  const cut = ['-ss', startSeconds.toFixed(3), '-t', String(seconds), '-i', from];
  await run('ffmpeg', ['-v', 'error', '-y', ...cut, '-map_metadata', '-1', ...options, path]);
  return path;
}

/** Returns the fingerprint that `fpcalc` calculates; null if it isn't installed. */
export async function referenceFingerprint(path: string): Promise<Uint32Array | null> {
  // Some versions fail at the end of a file, after printing the whole fingerprint.
  const { stdout } = await run('fpcalc', ['-raw', '-plain', '-length', '0', path], { maxBuffer: 2 ** 28 }).catch(
    (error: unknown) => ({
      stdout: typeof error === 'object' && error && 'stdout' in error ? String(error.stdout) : '',
    }),
  );
  return stdout.trim() === '' ? null : Uint32Array.from(stdout.trim().split(','), Number);
}

export const bytesOf = (path: string): Uint8Array => readFileSync(path);
