// Runs Piper as a program: text on stdin, raw samples on stdout.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { z } from 'zod';
import { childEnvironment } from '../../../../shared/rules/child-environment.ts';
import { readSmallFile } from '../../common/read-small-file.ts';
import { RawStream } from './received-audio.ts';
import { type Secrets, safeMessage } from './server-request.ts';
import {
  Deadline,
  type RemoteUtterance,
  type RemoteVoice,
  type Sound,
  SourceError,
  type SpeechSource,
  type Timeouts,
} from './speech-source.ts';

const MAX_STDERR_BYTES = 2048;

interface ProgramRun {
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly secrets: Secrets;
  readonly timeouts: Timeouts;
  readonly withheld: readonly string[];
}

/** On POSIX, the program leads a process group, so that its children are killed with it. */
const HAS_PROCESS_GROUPS = process.platform !== 'win32';

function kill(child: ChildProcessWithoutNullStreams): void {
  try {
    if (HAS_PROCESS_GROUPS && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {}
}

function startError({ title, program }: ProgramRun, error: Error): SourceError {
  const code = 'code' in error ? String(error.code) : error.name;
  const what = code === 'ENOENT' ? `there is no program "${program}"` : `"${program}" can't be started (${code})`;
  return new SourceError('down', `${title} can't speak: ${what}. Install it, or correct its command.`);
}

interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Resolves when the program has exited and all its output has been read. */
function waitForExit(child: ChildProcessWithoutNullStreams, run: ProgramRun): Promise<ProgramExit> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(startError(run, error)));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

function collectStderr(child: ChildProcessWithoutNullStreams): () => string {
  let kept = Buffer.alloc(0);
  child.stderr.on('data', (part: Buffer) => {
    kept = Buffer.concat([kept, part]).subarray(-MAX_STDERR_BYTES);
  });
  return () => {
    const words = kept.toString('utf8').trim();
    return words.slice(words.lastIndexOf('\n') + 1);
  };
}

/**
 * Runs a program without a shell. Kills the program and its children on a timeout, or when the output is no longer
 * needed.
 */
async function* programOutput(run: ProgramRun, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const { title, timeouts, secrets } = run;
  const child = spawn(run.program, run.args, {
    detached: HAS_PROCESS_GROUPS,
    windowsHide: true,
    env: childEnvironment(process.env, run.withheld),
  });
  let isOver = false;
  // Don't kill a program that has exited, because its process ID might have been reused.
  const giveUp = (): void => {
    if (!isOver) kill(child);
  };
  child.once('close', () => (isOver = true));
  signal.addEventListener('abort', giveUp, { once: true });
  const complaint = collectStderr(child);
  const ended = waitForExit(child, run);
  // Prevent an unhandled rejection before this promise is awaited below.
  ended.catch(() => {});
  // Ignore write errors if the program exits early; its exit code is more informative.
  child.stdin.on('error', () => {});
  child.stdin.end(run.input);
  const deadline = new Deadline(title, timeouts);
  try {
    yield* deadline.each(child.stdout, signal, giveUp);
    const { code, signal: by } = await deadline.wait(ended, signal, giveUp);
    if (code === 0) return;
    const words = safeMessage(complaint(), secrets);
    const how = code === null ? `was killed by ${by}` : `exited with status ${code}`;
    throw new SourceError('final', `${title} ${how}${words === undefined ? '' : `: ${words.replace(/\.$/, '')}`}.`);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    giveUp();
  }
}

/** Piper's default noise scales, which make takes differ. */
export const PIPER_NOISE = { scale: 0.667, width: 0.8 } as const;
export const PIPER_SPEEDS = { min: 0.5, max: 2 } as const;
export const PIPER_SAMPLE_RATE = 22_050;

const voiceFileSchema = z.object({
  audio: z.object({ sample_rate: z.int().min(1000).max(192_000) }),
  inference: z
    .object({ length_scale: z.number().positive(), noise_scale: z.number().min(0), noise_w: z.number().min(0) })
    .partial()
    .optional(),
});

interface PiperVoice {
  readonly sampleRate: number;
  readonly lengthScale: number;
  readonly noiseScale: number;
  readonly noiseWidth: number;
}

/** Maximum size of a voice's settings file. Files with many speakers and phonemes have several hundred kilobytes. */
const MAX_VOICE_BYTES = 16 * 1024 * 1024;

/** Reads the settings next to a model (`MODEL.onnx.json`). @throws SourceError if they can't be read */
export function readPiperVoice(model: string, title: string): PiperVoice {
  const path = `${model}.json`;
  let text: string;
  try {
    text = readSmallFile(path, MAX_VOICE_BYTES);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new SourceError(
      'final',
      `${title} has no voice at ${path} (${code}): correct its model in the configuration.`,
    );
  }
  try {
    const { audio, inference } = voiceFileSchema.parse(JSON.parse(text));
    return {
      sampleRate: audio.sample_rate,
      lengthScale: inference?.length_scale ?? 1,
      noiseScale: inference?.noise_scale ?? PIPER_NOISE.scale,
      noiseWidth: inference?.noise_w ?? PIPER_NOISE.width,
    };
  } catch {
    throw new SourceError('final', `${title} has an unreadable voice: ${path} has no sample rate.`);
  }
}

/** The maximum text length of a job: segments needn't be shorter, because Piper works sentence by sentence. */
export const PIPER_CHARACTERS = 20_000;

export interface PiperOptions {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
  readonly model: string | undefined;
  readonly sampleRate: number | undefined;
  readonly maxCharacters: number;
  readonly timeouts: Timeouts;
  readonly withheld: readonly string[];
}

const formatNumber = (value: number): string => String(Math.round(value * 10_000) / 10_000);

export class PiperSource implements SpeechSource {
  readonly title: string;
  readonly speeds = PIPER_SPEEDS;
  readonly maxCharacters: number;
  readonly #options: PiperOptions;
  readonly #known = new Map<string, PiperVoice>();

  constructor(options: PiperOptions) {
    this.#options = options;
    this.title = options.title;
    this.maxCharacters = options.maxCharacters;
  }

  sampleRateOf(voice: RemoteVoice): number {
    if (this.#options.sampleRate !== undefined) return this.#options.sampleRate;
    try {
      return this.#readVoice(this.#modelPath(voice)).sampleRate;
    } catch {
      // Ignore the error here, because `say` reports it.
      return PIPER_SAMPLE_RATE;
    }
  }

  async *say(utterance: RemoteUtterance, signal: AbortSignal): AsyncGenerator<Sound> {
    const { title, command, timeouts, withheld } = this.#options;
    const model = this.#modelPath(utterance);
    const voice = this.#readVoice(model);
    const [program, ...first] = command;
    const output = programOutput(
      {
        title,
        program,
        args: [...first, '--model', model, '--output_raw', ...this.#arguments(utterance, voice)],
        // Piper speaks each line separately, so join them.
        input: `${utterance.text.replace(/\s+/g, ' ').trim()}\n`,
        secrets: { key: undefined, text: utterance.text },
        timeouts,
        withheld,
      },
      signal,
    );
    const stream = new RawStream(voice.sampleRate);
    for await (const bytes of output) yield* stream.add(bytes);
  }

  #arguments({ speaker, speed, temperature }: RemoteUtterance, voice: PiperVoice): string[] {
    const settings: string[] = [];
    if (speaker !== undefined) settings.push('--speaker', String(speaker));
    // Omit default values, so that the voice's own settings apply.
    if (speed !== 1) settings.push('--length_scale', formatNumber(voice.lengthScale / speed));
    if (temperature !== 1) {
      settings.push('--noise_scale', formatNumber(voice.noiseScale * temperature));
      settings.push('--noise_w', formatNumber(voice.noiseWidth * temperature));
    }
    return settings;
  }

  #modelPath({ model }: RemoteVoice): string {
    const path = model ?? this.#options.model;
    if (path === undefined) throw new SourceError('final', `${this.title} has no model: add one to the configuration.`);
    return path;
  }

  #readVoice(model: string): PiperVoice {
    const voice = this.#known.get(model) ?? readPiperVoice(model, this.title);
    this.#known.set(model, voice);
    return voice;
  }
}
