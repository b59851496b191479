// The rules of each engine ("Voice engines" in the specification).
import type { Engine, Language, StreamEngine } from '@lectern/tts-protocol';

export interface EngineRules {
  readonly voices: readonly Engine[];
  readonly dialogs: boolean;
  readonly onlyLanguage: Language | undefined;
  /** The default language; undefined means the voice's own. */
  readonly language: Language | undefined;
  /** The default sample rate in Hz; undefined means the voice's own. */
  readonly sampleRate: number | undefined;
}

const DEFAULT_RULES = { onlyLanguage: undefined, language: undefined, sampleRate: undefined } as const;

/**
 * "Native 48 kHz sampling", "English is the default language". `Svc3.0` is undocumented and treated like `Svc3.0-mini`.
 */
const THIRD_GENERATION: EngineRules = {
  voices: ['SvcDialog', 'Svc3.0-mini'],
  dialogs: false,
  onlyLanguage: undefined,
  language: 'english',
  sampleRate: 48_000,
};

export const ENGINE_RULES: Readonly<Record<StreamEngine, EngineRules>> = {
  // "Turn-based dialogs with several voices".
  SvcDialog: {
    ...DEFAULT_RULES,
    voices: ['SvcDialog'],
    dialogs: true,
  },
  'Svc3.0-mini': THIRD_GENERATION,
  'Svc3.0': THIRD_GENERATION,
  // "Only voices whose `voice_engine` is `Svc2.0` work with it".
  'Svc2.0-turbo': {
    ...DEFAULT_RULES,
    voices: ['Svc2.0'],
    dialogs: false,
  },
  // "Legacy engine, English only."
  'Svc2.0': {
    ...DEFAULT_RULES,
    voices: ['Svc2.0'],
    dialogs: false,
    onlyLanguage: 'english',
  },
};

/** Clones work with `Svc2.0` too, because clients written for the public service request clones with this engine. */
export function isVoiceCompatible(
  engine: StreamEngine,
  voice: { readonly voiceEngine: Engine; readonly isCloned: boolean },
): boolean {
  return voice.isCloned || ENGINE_RULES[engine].voices.includes(voice.voiceEngine);
}
