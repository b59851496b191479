import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { LANGUAGES, type Language, STYLES } from '@lectern/tts-protocol';
import { at } from '../../../../shared/rules/at.ts';
import type { MonotonicClock } from '../../common/clock.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { spokenLanguage } from '../../voices/languages.ts';
import {
  type KeySource,
  OPENAI_CHARACTERS,
  OPENAI_SAMPLE_RATE,
  OPENAI_SPEEDS,
  OpenaiSource,
  speechAddress,
} from '../elsewhere/openai-source.ts';
import { PIPER_HTTP_CHARACTERS, PiperHttpSource } from '../elsewhere/piper-http-source.ts';
import { PIPER_CHARACTERS, PiperSource } from '../elsewhere/piper-source.ts';
import { type MappedVoice, RemoteEngine } from '../elsewhere/remote-engine.ts';
import type { RemoteVoice, SpeechSource, Timeouts } from '../elsewhere/speech-source.ts';
import type {
  Configuration,
  ConfiguredEngine,
  ConfiguredVoice,
  OpenaiConfiguration,
  PiperConfiguration,
  PiperHttpConfiguration,
} from './configuration-schema.ts';

export const voiceIdentifier = (engine: string, slug: string): string =>
  `lectern://voices/${engine}/${slug}/manifest.json`;

/** Alternative codes of the interface's languages. */
const LANGUAGE_ALIASES: Readonly<Record<string, Language>> = {
  cmn: 'mandarin',
  fil: 'tagalog',
  iw: 'hebrew',
  in: 'indonesian',
};

export function languageOf({
  language,
  languageCode = '',
}: Pick<ConfiguredVoice, 'language' | 'languageCode'>): Language | undefined {
  const [primary = ''] = languageCode.toLowerCase().split('-');
  return language ?? LANGUAGES.find((one) => spokenLanguage(one).code === primary) ?? LANGUAGE_ALIASES[primary];
}

interface NamedVoice {
  readonly id?: string;
  readonly name: string;
  readonly voice?: string;
  readonly model?: string;
  readonly speaker?: number;
}

function serverName({ name, voice, model, speaker }: NamedVoice): string {
  const ofModel = model === undefined ? undefined : basename(model).replace(/\.onnx$/, '');
  return [voice ?? ofModel ?? name, speaker ?? ''].join('-');
}

/**
 * Returns the voice's `id`, or else its name on the server in lower case with dashes. Empty if no usable characters
 * remain.
 */
export function slugOf(voice: NamedVoice): string {
  const plain = serverName(voice).normalize('NFKD').toLowerCase();
  const made = plain.replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-');
  return voice.id ?? made.slice(0, 60).replace(/^-+|(?<!-)-+$/g, '');
}

function toRemoteVoice(engine: ConfiguredEngine, voice: ConfiguredVoice, folder: string): RemoteVoice {
  const model = 'model' in voice ? voice.model : undefined;
  return {
    voice: 'voice' in voice ? voice.voice : undefined,
    model: engine.kind === 'piper' && model !== undefined ? resolve(folder, model) : model,
    speaker: 'speaker' in voice ? voice.speaker : undefined,
  };
}

/** Returns a hash that changes whenever the voice's sample would sound different. */
function editionOf(engine: ConfiguredEngine, remoteVoice: RemoteVoice, sampleText: string): string {
  const { kind, model = '' } = engine;
  const address = 'url' in engine ? engine.url : '';
  const makings = JSON.stringify([kind, model, address, remoteVoice, engine.gain ?? null, sampleText]);
  return createHash('sha256').update(makings).digest('hex').slice(0, 12);
}

function displayLanguage(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(at(code.split('-'), 0)) ?? code;
  } catch {
    return code;
  }
}

export function mapVoices(engine: ConfiguredEngine, folder: string): MappedVoice[] {
  return engine.voices.map((voice) => {
    const language = languageOf(voice);
    const spoken = language && spokenLanguage(language);
    const there = toRemoteVoice(engine, voice, folder);
    const slug = slugOf(voice);
    const languageCode = voice.languageCode ?? spoken?.code ?? '';
    const languageName = spoken?.name ?? displayLanguage(languageCode);
    const sampleText = voice.sampleText ?? spoken?.sampleText ?? '';
    return {
      here: {
        id: voiceIdentifier(engine.name, slug),
        // Unique, because names never contain two consecutive dashes.
        slug: `${engine.name}--${slug}`,
        name: voice.name,
        accent: voice.accent ?? languageName,
        age: voice.age,
        gender: voice.gender,
        language: languageName,
        languageCode,
        loudness: voice.loudness ?? null,
        style: voice.style ?? null,
        tempo: voice.tempo ?? null,
        texture: voice.texture ?? null,
        voiceEngine: voice.voiceEngine,
        synthesizer: engine.name,
        // `openai` servers read numbers well, but Piper doesn't.
        normalises: engine.kind !== 'openai',
        ...(engine.kind === 'openai' &&
          engine.instructions === true && { styles: STYLES, marks: ['emphasis', 'spelling'] as const }),
        sampleText,
        edition: editionOf(engine, there, sampleText),
      },
      there,
    };
  });
}

/** Default concurrency. Piper already uses all CPUs for one utterance. */
export const DEFAULT_CONCURRENCY = { openai: 2, piper: 1, 'piper-http': 1 } as const;

const timeoutsOf = ({ timeouts }: ConfiguredEngine): Timeouts => ({ ...DECISIONS.elsewhere.timeouts, ...timeouts });

export function keySource(
  { key, keyFile, keyEnv }: Pick<OpenaiConfiguration, 'key' | 'keyFile' | 'keyEnv'>,
  folder: string,
): KeySource | undefined {
  if (key !== undefined) return { kind: 'inline', key };
  if (keyFile !== undefined) return { kind: 'file', path: resolve(folder, keyFile) };
  return keyEnv === undefined ? undefined : { kind: 'environment', name: keyEnv };
}

function createOpenaiSource(engine: OpenaiConfiguration, folder: string): SpeechSource {
  const [min, max] = engine.speeds ?? [OPENAI_SPEEDS.min, OPENAI_SPEEDS.max];
  return new OpenaiSource({
    title: `The voice server "${engine.name}"`,
    url: speechAddress(engine.url),
    model: engine.model,
    key: keySource(engine, folder),
    responseFormat: engine.responseFormat,
    sampleRate: engine.sampleRate ?? OPENAI_SAMPLE_RATE,
    maxCharacters: engine.maxCharacters ?? OPENAI_CHARACTERS,
    speeds: { min, max },
    takesInstructions: engine.instructions,
    timeouts: timeoutsOf(engine),
  });
}

function createPiperSource(
  engine: PiperConfiguration,
  folder: string,
  withheldVariables: readonly string[],
): SpeechSource {
  const [program, ...first] = typeof engine.command === 'string' ? [engine.command] : engine.command;
  return new PiperSource({
    title: `The voice program "${engine.name}"`,
    // Program names without a path are looked up in PATH; other paths are relative to the configuration's folder.
    command: [/[\\/]/.test(program) ? resolve(folder, program) : program, ...first],
    model: engine.model === undefined ? undefined : resolve(folder, engine.model),
    sampleRate: engine.sampleRate,
    maxCharacters: engine.maxCharacters ?? PIPER_CHARACTERS,
    timeouts: timeoutsOf(engine),
    withheld: withheldVariables,
  });
}

function createPiperHttpSource(engine: PiperHttpConfiguration): SpeechSource {
  return new PiperHttpSource({
    title: `The voice server "${engine.name}"`,
    url: new URL(engine.url),
    model: engine.model,
    sampleRate: engine.sampleRate,
    maxCharacters: engine.maxCharacters ?? PIPER_HTTP_CHARACTERS,
    timeouts: timeoutsOf(engine),
  });
}

function createSource(engine: ConfiguredEngine, folder: string, withheldVariables: readonly string[]): SpeechSource {
  switch (engine.kind) {
    case 'openai':
      return createOpenaiSource(engine, folder);
    case 'piper':
      return createPiperSource(engine, folder, withheldVariables);
    case 'piper-http':
      return createPiperHttpSource(engine);
  }
}

/**
 * Creates the configured engines without connecting to them.
 * @param folder the configuration's folder, for relative paths
 */
export function createConfiguredEngines(
  { engines }: Configuration,
  folder: string,
  clock?: MonotonicClock,
): RemoteEngine[] {
  const keyVariables = engines.flatMap((engine) =>
    engine.kind === 'openai' && engine.keyEnv !== undefined ? [engine.keyEnv] : [],
  );
  return engines.map(
    (engine) =>
      new RemoteEngine({
        name: engine.name,
        source: createSource(engine, folder, keyVariables),
        voices: mapVoices(engine, folder),
        concurrency: engine.concurrency ?? DEFAULT_CONCURRENCY[engine.kind],
        gainDecibels: engine.gain,
        ...(clock && { clock }),
      }),
  );
}
