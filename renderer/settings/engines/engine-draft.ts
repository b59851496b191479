import type { EngineEntry, EngineSetup, FoundEngine, ServerVoice } from '@lectern/tts-protocol';

export interface EngineStart {
  readonly entry: EngineEntry | null;
  readonly found: FoundEngine | null;
}

export interface EngineDraft {
  readonly name: string;
  readonly kind: EngineSetup['kind'];
  readonly model: string;
  readonly models: readonly string[];
  readonly voices: readonly ServerVoice[];
  readonly chosen: ReadonlySet<number>;
  /** Used for voices without a language. */
  readonly language: string;
  readonly slowest: number;
  readonly fastest: number;
  readonly characters: number;
  readonly atOnce: number;
}

/** Engines distinguish US and British English. */
export const LANGUAGE_CODES = [
  'en-US',
  'en-GB',
  'af',
  'sq',
  'am',
  'ar',
  'bn',
  'bg',
  'ca',
  'hr',
  'cs',
  'da',
  'nl',
  'fr',
  'gl',
  'de',
  'el',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'ms',
  'zh',
  'pl',
  'pt',
  'ru',
  'sr',
  'es',
  'sv',
  'tl',
  'th',
  'tr',
  'uk',
  'ur',
  'xh',
];

/**
 * If an engine has more voices than this, none is preselected, because hundreds of unnamed speakers would make the
 * others hard to find.
 */
const MAX_PRESELECTED = 100;

/** The same limits as in the speech service. */
const DEFAULT_LIMITS = {
  openai: { slowest: 0.25, fastest: 4, characters: 4096, atOnce: 2 },
  'piper-http': { slowest: 0.25, fastest: 4, characters: 2000, atOnce: 1 },
} as const;

const PROGRAM_NAMES: Readonly<Record<string, string>> = {
  'Kokoro-FastAPI': 'kokoro',
  LocalAI: 'localai',
  'openedai-speech': 'openedai',
  Piper: 'piper',
};

export function proposedName(found: FoundEngine, takenNames: readonly string[]): string {
  const host = URL.canParse(found.url) ? new URL(found.url).host : '';
  const made = host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  const programName = PROGRAM_NAMES[found.program ?? ''] ?? (found.models.includes('kokoro') ? 'kokoro' : undefined);
  const baseName = programName ?? (made.slice(0, 50) || 'engine');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? baseName : `${baseName}-${number}`;
    if (!takenNames.includes(name)) return name;
  }
}

const voiceKey = ({ voice, model, speaker }: ServerVoice): string => JSON.stringify([voice, model, speaker]);

/** Kokoro's server also accepts OpenAI's model names, but its own are preferable. */
const bestModel = (models: readonly string[]): string =>
  models.find((id) => id === 'kokoro') ?? models.find((id) => /tts|speech|voice/i.test(id)) ?? models[0] ?? '';

/** Merges a server's reply into the draft. Choices that have already been made are kept. */
export function draftOf(found: FoundEngine, before: EngineDraft | null, takenNames: readonly string[]): EngineDraft {
  const { kind, models, voices } = found;
  const kept = new Set(before?.voices.filter((_, at) => before.chosen.has(at)).map(voiceKey));
  const known = new Set(voices.map(voiceKey));
  // Keeps chosen voices even if the server doesn't list them.
  const all = [
    ...voices,
    ...(before?.voices.filter((voice) => kept.has(voiceKey(voice)) && !known.has(voiceKey(voice))) ?? []),
  ];
  const isNew = before === null || before.kind !== kind;
  const chosen = all.flatMap((voice, at) =>
    (isNew && all.length <= MAX_PRESELECTED) || kept.has(voiceKey(voice)) ? [at] : [],
  );
  const usual = isNew ? DEFAULT_LIMITS[kind] : before;
  return {
    name: before?.name || proposedName(found, takenNames),
    kind,
    model: !isNew && before.model !== '' ? before.model : bestModel(models),
    models,
    voices: all,
    chosen: new Set(chosen),
    language: before?.language ?? 'en-US',
    slowest: usual.slowest,
    fastest: usual.fastest,
    characters: usual.characters,
    atOnce: usual.atOnce,
  };
}

/** Returns null if the application can't edit the engine. */
export function draftOfEntry({ name, setup }: EngineEntry): EngineDraft | null {
  if (setup === null) return null;
  const { kind, model, voices, speeds, maxCharacters, concurrency } = setup;
  return {
    name,
    kind,
    model,
    models: [],
    voices,
    chosen: new Set(voices.keys()),
    language: 'en-US',
    slowest: speeds[0],
    fastest: speeds[1],
    characters: maxCharacters,
    atOnce: concurrency,
  };
}

export function withVoice(draft: EngineDraft, name: string): EngineDraft {
  const voice = { voice: name, name, languageCode: null, gender: 'neutral', model: null, speaker: null } as const;
  const at = draft.voices.findIndex((other) => voiceKey(other) === voiceKey(voice));
  if (at >= 0) return { ...draft, chosen: new Set([...draft.chosen, at]) };
  return { ...draft, voices: [...draft.voices, voice], chosen: new Set([...draft.chosen, draft.voices.length]) };
}

/** Returns the setup with the chosen voices or, if an index is given, with only the voice at that index. */
export function setupOf(draft: EngineDraft, url: string, only?: number): EngineSetup {
  const { kind, model, slowest, fastest, characters, atOnce, language } = draft;
  const voices = draft.voices.filter((_, at) => (only === undefined ? draft.chosen.has(at) : at === only));
  return {
    kind,
    url,
    model: kind === 'openai' ? model.trim() : '',
    speeds: [slowest, fastest],
    maxCharacters: characters,
    concurrency: atOnce,
    voices: voices.map((voice) => ({ ...voice, languageCode: voice.languageCode ?? language })),
  };
}

export function isLocalAddress(address: string): boolean {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(whole)) return true;
  const { hostname } = new URL(whole);
  return /^(localhost|.*\.localhost|\[::1\]|127(\.\d{1,3}){3})$/i.test(hostname);
}
