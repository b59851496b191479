import type { MonotonicClock } from '../common/clock.ts';
import { configurationSchema } from '../speech/configuration/configuration-schema.ts';
import { createConfiguredEngines } from '../speech/configuration/configured-engines.ts';
import type { RemoteEngine } from '../speech/elsewhere/remote-engine.ts';
import { type SpeechEngine, SpeechError, type SpeechRequest, type SynthesisOptions } from '../speech/speech-engine.ts';

/** A clock that only advances when `sleep` is called, without waiting. */
export class SleepClock implements MonotonicClock {
  /** In milliseconds. */
  time = 0;
  readonly slept: number[] = [];

  now(): number {
    return this.time;
  }

  async sleep(milliseconds: number): Promise<void> {
    this.slept.push(milliseconds);
    this.time += milliseconds;
  }
}

/** Two voices of `testing/voice-server.ts`. */
export const LOW = 'lectern://voices/hums/low/manifest.json';
export const HIGH = 'lectern://voices/hums/high/manifest.json';
const VOICES = ['low', 'high'].map((voice) => ({ voice, name: voice, language: 'english' }));

/** Returns the engine of a configuration. @param folder for relative paths */
export function engineOf(
  engine: Readonly<Record<string, unknown>>,
  clock?: MonotonicClock,
  folder = '/',
): RemoteEngine {
  const configuration = configurationSchema.parse({ engines: [engine] });
  const [made] = createConfiguredEngines(configuration, folder, clock);
  if (made === undefined) throw new Error('There is no engine.');
  return made;
}

/** Returns an OpenAI-compatible engine called `hums`. */
export function humEngine(
  url: string,
  different: Readonly<Record<string, unknown>> = {},
  clock: MonotonicClock = new SleepClock(),
): RemoteEngine {
  return engineOf({ name: 'hums', kind: 'openai', url, model: 'hum-1', voices: VOICES, ...different }, clock);
}

export const requestOf = (text: string, different: Partial<SpeechRequest> = {}): SpeechRequest => ({
  turns: [{ voice: LOW, text }],
  speed: 1,
  seed: 0,
  temperature: 1,
  language: undefined,
  ...different,
});

export interface Spoken {
  readonly samples: Int16Array;
  readonly sampleRate: number;
  readonly seconds: number;
}

export async function spoken(
  engine: SpeechEngine,
  request: SpeechRequest,
  listening: SynthesisOptions = {},
  signal = new AbortController().signal,
): Promise<Spoken> {
  const parts: Int16Array[] = [];
  for await (const part of engine.synthesize(request, signal, listening)) parts.push(part);
  const samples = Int16Array.from(parts.flatMap((part) => [...part]));
  const sampleRate = engine.sampleRateOf(request);
  return { samples, sampleRate, seconds: samples.length / sampleRate };
}

/** Returns the error message of a failing request. */
export async function reasonOf(engine: SpeechEngine, request: SpeechRequest): Promise<string> {
  const error = await spoken(engine, request).catch((thrown: unknown) => thrown);
  if (!(error instanceof SpeechError)) throw new Error(`It was no SpeechError: ${String(error)}`);
  return error.message;
}
