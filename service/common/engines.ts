// What each engine of the interface takes ("Voice engines"), in one table. Which endpoint takes which engine stands in the
// schemas of their bodies: batches SvcDialog alone, single jobs all but Svc3.0, streams all.
import type { Engine, Language, StreamEngine } from '@lectern/tts-protocol';

export interface EngineRules {
  /** The `voice_engine` of the prebuilt voices that it speaks with. */
  readonly voices: readonly Engine[];
  /** Whether it speaks dialogs: `voice_2` and the turn prefixes. */
  readonly dialogs: boolean;
  /** The only language that it speaks; undefined where it speaks all. */
  readonly onlyLanguage: Language | undefined;
  /** The language where none is named; undefined is the voice's own. */
  readonly language: Language | undefined;
  /** Hz where none are named; undefined is what the voice is spoken at. */
  readonly sampleRate: number | undefined;
}

const ANYTHING = { onlyLanguage: undefined, language: undefined, sampleRate: undefined } as const;

/** "Native 48 kHz sampling", "English is the default language". `Svc3.0` is not described: it is taken for the same. */
const THIRD: EngineRules = {
  voices: ['SvcDialog', 'Svc3.0-mini'],
  dialogs: false,
  onlyLanguage: undefined,
  language: 'english',
  sampleRate: 48_000,
};

export const ENGINE_RULES: Readonly<Record<StreamEngine, EngineRules>> = {
  // "Turn-based dialogs with several voices".
  SvcDialog: {
    ...ANYTHING,
    voices: ['SvcDialog'],
    dialogs: true,
  },
  'Svc3.0-mini': THIRD,
  'Svc3.0': THIRD,
  // "Only voices whose `voice_engine` is `Svc2.0` work with it".
  'Svc2.0-turbo': {
    ...ANYTHING,
    voices: ['Svc2.0'],
    dialogs: false,
  },
  // "Legacy engine, English only."
  'Svc2.0': {
    ...ANYTHING,
    voices: ['Svc2.0'],
    dialogs: false,
    onlyLanguage: 'english',
  },
};

/**
 * Whether an engine speaks with a voice. Instant clones work with every engine: with `Svc2.0-turbo` by the description,
 * and with `Svc2.0` because programs that were written for the public service ask for clones that way.
 */
export function speaksWith(
  engine: StreamEngine,
  voice: { readonly voiceEngine: Engine; readonly isCloned: boolean },
): boolean {
  return voice.isCloned || ENGINE_RULES[engine].voices.includes(voice.voiceEngine);
}
