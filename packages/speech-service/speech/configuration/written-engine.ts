import type { EngineEntry, EngineSetup, ServerVoice } from '@lectern/tts-protocol';
import { LANGUAGES } from '@lectern/tts-protocol';
import { spokenLanguage } from '../../voices/languages.ts';
import { OPENAI_CHARACTERS, OPENAI_SPEEDS } from '../elsewhere/openai-source.ts';
import { PIPER_HTTP_CHARACTERS } from '../elsewhere/piper-http-source.ts';
import { PIPER_SPEEDS } from '../elsewhere/piper-source.ts';
import type { ConfiguredEngine, ConfiguredVoice } from './configuration-schema.ts';
import { DEFAULT_CONCURRENCY, languageOf, slugOf } from './configured-engines.ts';
import type { WrittenEngine } from './read-configuration.ts';

export interface KeyFields {
  readonly key?: string;
  readonly keyFile?: string;
  readonly keyEnv?: string;
}

export function pickKeyFields({ key, keyFile, keyEnv }: KeyFields): KeyFields {
  if (key !== undefined) return { key };
  if (keyFile !== undefined) return { keyFile };
  return keyEnv === undefined ? {} : { keyEnv };
}

/** Returns a voice as its server would list it, or undefined if the configuration doesn't name the server's voice. */
function serverVoice(voice: ConfiguredVoice): ServerVoice | undefined {
  if (!('voice' in voice) || voice.voice === undefined) return undefined;
  const { language } = voice;
  return {
    voice: voice.voice,
    name: voice.name,
    languageCode: voice.languageCode ?? (language === undefined ? null : spokenLanguage(language).code),
    gender: voice.gender,
    model: 'model' in voice ? (voice.model ?? null) : null,
    speaker: 'speaker' in voice ? (voice.speaker ?? null) : null,
  };
}

function toSetup(engine: ConfiguredEngine): EngineSetup | null {
  if (engine.kind === 'piper') return null;
  const voices = engine.voices.map(serverVoice).filter((voice) => voice !== undefined);
  if (voices.length < engine.voices.length) return null;
  const isOpenai = engine.kind === 'openai';
  const speeds = isOpenai ? OPENAI_SPEEDS : PIPER_SPEEDS;
  return {
    kind: engine.kind,
    url: engine.url,
    model: engine.model ?? '',
    speeds: (isOpenai ? engine.speeds : undefined) ?? [speeds.min, speeds.max],
    maxCharacters: engine.maxCharacters ?? (isOpenai ? OPENAI_CHARACTERS : PIPER_HTTP_CHARACTERS),
    concurrency: engine.concurrency ?? DEFAULT_CONCURRENCY[engine.kind],
    voices,
  };
}

export const toEntry = (engine: ConfiguredEngine): EngineEntry => ({
  name: engine.name,
  kind: engine.kind,
  url: 'url' in engine ? engine.url : null,
  hasKey: engine.kind === 'openai' && Object.keys(pickKeyFields(engine)).length > 0,
  setup: toSetup(engine),
  voices: engine.voices.map(({ name }) => name),
});

type WrittenVoice = Readonly<Record<string, unknown>>;

const isWrittenVoice = (value: unknown): value is WrittenVoice => typeof value === 'object' && value !== null;

const isSameVoice = (written: WrittenVoice, { voice, model, speaker }: ServerVoice): boolean =>
  written['voice'] === voice && (written['model'] ?? null) === model && (written['speaker'] ?? null) === speaker;

function writtenLanguage({ language, languageCode }: WrittenVoice): unknown {
  const spoken = LANGUAGES.find((name) => name === language);
  return languageCode ?? (spoken && spokenLanguage(spoken).code);
}

/** Merges a voice into the file, keeping fields that can only be edited there. */
function toWrittenVoice(voice: ServerVoice, previous: WrittenVoice | undefined, isTaken: (slug: string) => boolean) {
  const { name, gender, languageCode, model, speaker } = voice;
  const there = { voice: voice.voice, ...(model !== null && { model }), ...(speaker !== null && { speaker }) };
  if (previous && (languageCode === null || languageCode === writtenLanguage(previous))) {
    return { ...previous, ...there, name, gender };
  }
  const spoken = languageCode === null ? {} : { languageCode };
  // If the language has no default sample text, the sample consists of the voice's name.
  const sample = languageCode !== null && languageOf(spoken) === undefined ? { sampleText: name } : {};
  const { language: _, ...kept } = previous ?? { id: freeSlug(slugOf({ ...there, name }) || 'voice', isTaken) };
  return { ...kept, ...there, name, gender, ...spoken, ...sample };
}

function freeSlug(preferred: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? preferred : `${preferred.slice(0, 54)}-${number}`;
    if (!isTaken(slug)) return slug;
  }
}

function toWrittenVoices(voices: readonly ServerVoice[], previous: readonly WrittenVoice[]): unknown[] {
  const slugs = new Set(previous.map(({ id }) => id));
  return voices.map((voice) => {
    const kept = previous.find((written) => isSameVoice(written, voice));
    const made: WrittenVoice = toWrittenVoice(voice, kept, (slug) => slugs.has(slug));
    slugs.add(made['id']);
    return made;
  });
}

const MANAGED_FIELDS: ReadonlySet<string> = new Set(['key', 'keyFile', 'keyEnv', 'model', 'voices']);

/** Keeps fields that the application can't edit. */
export function toWrittenEngine(
  name: string,
  setup: EngineSetup,
  { keys, former }: { readonly keys: KeyFields; readonly former?: WrittenEngine | undefined },
): WrittenEngine {
  const before: Readonly<Record<string, unknown>> = former?.['kind'] === setup.kind ? former : {};
  const kept = Object.fromEntries(Object.entries(before).filter(([field]) => !MANAGED_FIELDS.has(field)));
  const { voices } = before;
  const formerVoices = Array.isArray(voices) ? voices.filter(isWrittenVoice) : [];
  const { kind, url, model, speeds, maxCharacters, concurrency } = setup;
  return {
    ...kept,
    name,
    kind,
    url: url.replace(/\/$/, ''),
    ...(model !== '' && { model }),
    ...keys,
    ...(kind === 'openai' && { speeds }),
    maxCharacters,
    concurrency,
    voices: toWrittenVoices(setup.voices, formerVoices),
  };
}
