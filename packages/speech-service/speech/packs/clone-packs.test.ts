import type { PackRights, VoicePack } from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import { toyPack, toyPocketPack } from '../../../../node/testing/toy-models/toy-pack.ts';
import { parseVoicePack } from '../../../../node/voice-packs/read-pack.ts';
import { describeCloneSpeech, selectClonePacks } from './clone-packs.ts';

const { pack: toy } = toyPocketPack();
const RIGHTS: PackRights = { licence: 'CC-BY-4.0', attribution: 'By A', commercialUse: true, forbiddenUses: [] };

const pocket = (id: string, languageCode: string, rights: Partial<PackRights> = {}): VoicePack =>
  parseVoicePack(
    JSON.stringify({
      ...toy,
      id,
      name: `Pack ${id}`,
      rights: { ...RIGHTS, ...rights },
      voices: toy.voices.map((voice) => ({ ...voice, languageCode })),
    }),
  );

const english = pocket('bravo', 'en-GB');
const german = pocket('delta', 'de-AT', {
  licence: 'CC-BY-NC-4.0',
  attribution: 'By B',
  commercialUse: false,
  forbiddenUses: ['Imitating a living person.'],
});

describe('the packs that speak with clones', () => {
  test('are those of Pocket TTS that have a voice of the language; of several the one whose ID comes first', () => {
    const letters = parseVoicePack(JSON.stringify(toyPack('alpha')));
    const other = pocket('charlie', 'en-US');
    for (const packs of [
      [letters, english, other, german],
      [german, other, english, letters],
    ]) {
      expect(Object.fromEntries([...selectClonePacks(packs)].map(([language, { id }]) => [language, id]))).toEqual({
        english: 'bravo',
        german: 'delta',
      });
    }
    expect(describeCloneSpeech(selectClonePacks([letters]))).toBeUndefined();
  });

  test('give a clone their name, what each of them allows, and an edition that changes with them', () => {
    const one = describeCloneSpeech(selectClonePacks([english]));
    expect(one).toMatchObject({ synthesizer: 'Pack bravo', rights: RIGHTS });
    const both = describeCloneSpeech(selectClonePacks([german, english]));
    expect(both).toMatchObject({
      synthesizer: 'Pack bravo; Pack delta',
      rights: {
        licence: 'CC-BY-4.0; CC-BY-NC-4.0',
        attribution: 'By A; By B',
        commercialUse: false,
        forbiddenUses: ['Imitating a living person.'],
      },
    });
    expect(both?.edition).toMatch(/^[0-9a-f]{12}$/);
    expect(both?.edition).not.toBe(one?.edition);
  });
});
