import { describe, expect, it } from 'vitest';
import { LOCAL_ORIGIN, RECORDING_ORIGIN } from '../model/connection.ts';
import type { VoiceUse } from '../model/voice-use.ts';
import {
  DIGITAL_SOURCE_TYPES,
  digitalSourceType,
  digitalSourceTypeUri,
  type SpeechSourceKind,
  speechSources,
} from './digital-source-type.ts';

const ESPEAK = 'lectern://voices/en-us/agnes/manifest.json';
const PACK = 'lectern://voices/packs/kokoro/heart/manifest.json';
const CLONE = 'lectern://voices/cloned/abc/manifest.json';
const REMOTE = 's3://voices/anna/manifest.json';

const use = (voice: string, synthesizer: string | null = null, consentId: string | null = null): VoiceUse => ({
  voice,
  name: voice,
  synthesizer,
  rights: null,
  consentId,
});
const made = (origin: string, voices: readonly string[], uses: readonly VoiceUse[] | null = null): SpeechSourceKind[] =>
  speechSources({ origin, voices, uses });

describe('the source of a take', () => {
  it('is a recording if the take was cut from one, regardless of the line’s voice', () => {
    expect(made(RECORDING_ORIGIN, [ESPEAK], [use(ESPEAK, 'eSpeak NG')])).toEqual(['recorded']);
  });

  it('is rule-based only for the built-in formant synthesizer', () => {
    expect(made(LOCAL_ORIGIN, [ESPEAK], [use(ESPEAK, 'eSpeak NG')])).toEqual(['rule-based']);
    expect(made(LOCAL_ORIGIN, [ESPEAK], [use(ESPEAK, 'Flite')])).toEqual(['trained']);
    expect(made(LOCAL_ORIGIN, [PACK], [use(PACK, 'eSpeak NG')])).toEqual(['trained']);
    expect(made('https://example.com', [REMOTE], [use(REMOTE, 'eSpeak NG')])).toEqual(['trained']);
  });

  it('is a clone if the voice is a local clone, or if a person has consented to its cloning', () => {
    expect(made(LOCAL_ORIGIN, [CLONE])).toEqual(['cloned']);
    expect(made('https://example.com', [REMOTE], [use(REMOTE, null, 'consent-1')])).toEqual(['cloned']);
  });

  it('is trained if nothing is known', () => {
    expect(made('https://example.com', [REMOTE])).toEqual(['trained']);
    expect(made(LOCAL_ORIGIN, [ESPEAK])).toEqual(['trained']);
    expect(made(LOCAL_ORIGIN, [])).toEqual(['trained']);
  });

  it('lists both voices of a dialog', () => {
    expect(made(LOCAL_ORIGIN, [ESPEAK, CLONE], [use(ESPEAK, 'eSpeak NG')])).toEqual(['rule-based', 'cloned']);
    expect(made(LOCAL_ORIGIN, [ESPEAK, ESPEAK], [use(ESPEAK, 'eSpeak NG')])).toEqual(['rule-based']);
  });
});

it.each<readonly [readonly SpeechSourceKind[], ReturnType<typeof digitalSourceType>]>([
  [[], null],
  [['recorded', 'recorded'], 'digitalCapture'],
  [['rule-based'], 'algorithmicMedia'],
  [['trained'], 'trainedAlgorithmicMedia'],
  [['cloned'], 'trainedAlgorithmicMedia'],
  [['cloned', 'trained'], 'trainedAlgorithmicMedia'],
  [['rule-based', 'recorded'], 'compositeSynthetic'],
  [['recorded', 'trained'], 'compositeWithTrainedAlgorithmicMedia'],
  [['cloned', 'rule-based'], 'compositeWithTrainedAlgorithmicMedia'],
])('a file with %j is %s', (sources, type) => {
  expect(digitalSourceType(sources)).toBe(type);
  expect(digitalSourceType([...sources].reverse())).toBe(type);
});

it('identifies types by their URI', () => {
  expect(DIGITAL_SOURCE_TYPES.map(digitalSourceTypeUri)).toContain(
    'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  );
});
