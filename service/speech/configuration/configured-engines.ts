// From a configuration to engines that speak.
import { resolve } from 'node:path';
import { DECISIONS } from '../../common/decisions.ts';
import type { KeySource } from '../elsewhere/key-source.ts';
import {
  OPENAI_CHARACTERS,
  OPENAI_SAMPLE_RATE,
  OPENAI_SPEEDS,
  OpenaiSource,
  speechAddress,
} from '../elsewhere/openai-source.ts';
import type { Clock } from '../elsewhere/persistent-source.ts';
import { PIPER_HTTP_CHARACTERS, PiperHttpSource } from '../elsewhere/piper-http-source.ts';
import { PIPER_CHARACTERS, PiperSource } from '../elsewhere/piper-source.ts';
import { RemoteEngine } from '../elsewhere/remote-engine.ts';
import type { SpeechSource, Timeouts } from '../elsewhere/speech-source.ts';
import type {
  Configuration,
  ConfiguredEngine,
  OpenaiConfiguration,
  PiperConfiguration,
  PiperHttpConfiguration,
} from './configuration-schema.ts';
import { mappedVoices } from './mapped-voices.ts';

/** Utterances at once: a server has several hands, Piper takes all processors for one. */
const CONCURRENCY = { openai: 2, piper: 1, 'piper-http': 1 } as const;

const timeoutsOf = ({ timeouts }: ConfiguredEngine): Timeouts => ({ ...DECISIONS.elsewhere.timeouts, ...timeouts });

function keySource({ key, keyFile, keyEnv }: OpenaiConfiguration, folder: string): KeySource | undefined {
  if (key !== undefined) return { kind: 'inline', key };
  if (keyFile !== undefined) return { kind: 'file', path: resolve(folder, keyFile) };
  return keyEnv === undefined ? undefined : { kind: 'environment', name: keyEnv };
}

function openaiSource(engine: OpenaiConfiguration, folder: string): SpeechSource {
  const [least, most] = engine.speeds ?? [OPENAI_SPEEDS.least, OPENAI_SPEEDS.most];
  return new OpenaiSource({
    title: `The voice server "${engine.name}"`,
    url: speechAddress(engine.url),
    model: engine.model,
    key: keySource(engine, folder),
    responseFormat: engine.responseFormat,
    sampleRate: engine.sampleRate ?? OPENAI_SAMPLE_RATE,
    maxCharacters: engine.maxCharacters ?? OPENAI_CHARACTERS,
    speeds: { least, most },
    timeouts: timeoutsOf(engine),
  });
}

function piperSource(engine: PiperConfiguration, folder: string, withheld: readonly string[]): SpeechSource {
  const [program, ...first] = typeof engine.command === 'string' ? [engine.command] : engine.command;
  return new PiperSource({
    title: `The voice program "${engine.name}"`,
    // A bare name is looked for where programs are; a path begins at the configuration's folder.
    command: [/[\\/]/.test(program) ? resolve(folder, program) : program, ...first],
    model: engine.model === undefined ? undefined : resolve(folder, engine.model),
    sampleRate: engine.sampleRate,
    maxCharacters: engine.maxCharacters ?? PIPER_CHARACTERS,
    timeouts: timeoutsOf(engine),
    withheld,
  });
}

function piperHttpSource(engine: PiperHttpConfiguration): SpeechSource {
  return new PiperHttpSource({
    title: `The voice server "${engine.name}"`,
    url: new URL(engine.url),
    model: engine.model,
    sampleRate: engine.sampleRate,
    maxCharacters: engine.maxCharacters ?? PIPER_HTTP_CHARACTERS,
    timeouts: timeoutsOf(engine),
  });
}

function sourceOf(engine: ConfiguredEngine, folder: string, withheld: readonly string[]): SpeechSource {
  switch (engine.kind) {
    case 'openai':
      return openaiSource(engine, folder);
    case 'piper':
      return piperSource(engine, folder, withheld);
    case 'piper-http':
      return piperHttpSource(engine);
  }
}

/**
 * The engines of a configuration. Whether they can be reached is found when they are asked to speak.
 *
 * @param folder the configuration's: paths in it begin there
 */
export function configuredEngines({ engines }: Configuration, folder: string, clock?: Clock): RemoteEngine[] {
  const keyVariables = engines.flatMap((engine) =>
    engine.kind === 'openai' && engine.keyEnv !== undefined ? [engine.keyEnv] : [],
  );
  return engines.map(
    (engine) =>
      new RemoteEngine({
        name: engine.name,
        source: sourceOf(engine, folder, keyVariables),
        voices: mappedVoices(engine, folder),
        concurrency: engine.concurrency ?? CONCURRENCY[engine.kind],
        gainDecibels: engine.gain,
        ...(clock && { clock }),
      }),
  );
}
