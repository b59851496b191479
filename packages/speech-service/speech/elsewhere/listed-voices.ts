import { ENGINE_LIMITS, type ServerVoice, serverVoiceSchema } from '@lectern/tts-protocol';

type ListedFields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is ListedFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const textIn = (fields: ListedFields, ...names: readonly string[]): string | null =>
  names.map((name) => text(fields[name])).find((found) => found !== null) ?? null;

/** Normalises `en_GB`, `en-gb` and the like to BCP 47; null if invalid. */
function languageCode(value: string | null): string | null {
  const [language = '', region] = (value ?? '').replaceAll('_', '-').split('-');
  if (!/^[a-z]{2,3}$/i.test(language)) return null;
  const isRegion = region !== undefined && /^([a-z]{2}|\d{3})$/i.test(region);
  return isRegion ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase();
}

function gender(value: string | null): ServerVoice['gender'] {
  if (value !== null && /^f(emale)?$/i.test(value)) return 'female';
  return value !== null && /^m(ale)?$/i.test(value) ? 'male' : 'neutral';
}

function usableVoices(voices: Iterable<ServerVoice>): ServerVoice[] {
  const kept = new Map<string, ServerVoice>();
  for (const voice of voices) {
    const parsed = serverVoiceSchema.safeParse(voice);
    if (!parsed.success) continue;
    const key = JSON.stringify([parsed.data.voice, parsed.data.model, parsed.data.speaker]);
    if (!kept.has(key)) kept.set(key, parsed.data);
    if (kept.size === ENGINE_LIMITS.voices) break;
  }
  return [...kept.values()];
}

function* listedIn(value: unknown, model: string | null, depth = 0): Generator<ServerVoice> {
  if (typeof value === 'string') {
    yield { voice: value, name: value, languageCode: null, gender: 'neutral', model, speaker: null };
  } else if (Array.isArray(value)) {
    if (depth < 4) for (const one of value) yield* listedIn(one, model, depth + 1);
  } else if (isFields(value)) {
    const inner = value['voices'] ?? value['data'];
    if (inner !== undefined && depth < 4) {
      yield* listedIn(inner, depth === 0 ? model : (textIn(value, 'model', 'id', 'name') ?? model), depth + 1);
      return;
    }
    const voice = textIn(value, 'id', 'voice', 'voice_id', 'name');
    if (voice === null || depth === 0) return;
    yield {
      voice,
      name: textIn(value, 'name', 'label') ?? voice,
      languageCode: languageCode(textIn(value, 'language', 'language_code', 'locale', 'lang')),
      gender: gender(textIn(value, 'gender')),
      model: textIn(value, 'model') ?? model,
      speaker: null,
    };
  }
}

/** Kokoro-FastAPI: `{"voices": [{"id": v, "name": v}]}`, before 0.3 `{"voices": [v]}`; LocalAI groups by model. */
export const parseVoiceList = (value: unknown): ServerVoice[] => usableVoices(listedIn(value, null));

/** Languages by the first letter of a Kokoro voice (hexgrad/kokoro). The second letter is the gender. */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-BR',
  z: 'zh',
};
const KOKORO_NAME = /^([abefhijpz])([fm])_([a-z0-9]+)$/;

export function kokoroTraits(voice: ServerVoice): ServerVoice {
  const [, language = '', speaker = '', own = ''] = KOKORO_NAME.exec(voice.voice) ?? [];
  if (own === '') return voice;
  return {
    ...voice,
    name: voice.name === voice.voice ? own.charAt(0).toUpperCase() + own.slice(1) : voice.name,
    languageCode: voice.languageCode ?? KOKORO_LANGUAGES[language] ?? null,
    gender: speaker === 'f' ? 'female' : 'male',
  };
}

/** Piper model names, such as `en_US-lessac-medium`. */
const PIPER_NAME = /^([a-z]{2,3}_[A-Z]{2})-(.+?)-(x_low|low|medium|high)$/;

function* piperModel(model: string, config: ListedFields): Generator<ServerVoice> {
  const [, locale = null, own = model] = PIPER_NAME.exec(model) ?? [];
  const { language, espeak, speaker_id_map: speakers, num_speakers: count } = config;
  const code =
    languageCode(isFields(language) ? textIn(language, 'code') : null) ??
    languageCode(locale) ??
    languageCode(isFields(espeak) ? textIn(espeak, 'voice') : null);
  const name = own.charAt(0).toUpperCase() + own.slice(1).replaceAll('_', ' ');
  const voice = { voice: model, languageCode: code, gender: 'neutral', model: null } as const;
  const several = isFields(speakers) ? Object.entries(speakers).filter(([, id]) => typeof id === 'number') : [];
  if (several.length > 1) {
    for (const [speaker, id] of several) yield { ...voice, name: `${name} ${speaker}`, speaker: Number(id) };
  } else if (typeof count === 'number' && count > 1) {
    for (let id = 0; id < Math.min(count, ENGINE_LIMITS.voices); id += 1) {
      yield { ...voice, name: `${name} ${id}`, speaker: id };
    }
  } else yield { ...voice, name, speaker: null };
}

/**
 * Parses the response of Piper's server to `GET /voices`, `{"<voice name>": { <voice config> }, …}` (piper1-gpl,
 * http_server.py).
 */
export function parsePiperVoices(value: unknown): ServerVoice[] {
  if (!isFields(value)) return [];
  const configs = Object.entries(value).flatMap(([model, config]) => (isPiper(config) ? [{ model, config }] : []));
  return usableVoices(inTurn(configs.map(({ model, config }) => piperModel(model, config))));
}

const isPiper = (config: unknown): config is ListedFields =>
  isFields(config) && (isFields(config['espeak']) || isFields(config['phoneme_id_map']) || 'num_speakers' in config);

function* inTurn<T>(all: readonly Iterable<T>[]): Generator<T> {
  for (const one of all) yield* one;
}
