import { lenientClonedVoiceListSchema, voiceListResponseSchema } from '@lectern/tts-protocol';
import { describe, expect, it } from 'vitest';
import type { UsedVoice } from '../../../shared/model/voice-use.ts';
import { voiceCredits } from '../../../shared/rules/export/voice-credits.ts';
import { cloneAsVoice } from '../project/cast/voice-names.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { createVoiceLister, type KnownVoices, voiceUses } from './voice-uses.ts';

const RIGHTS = {
  licence: 'CC-BY-NC-4.0',
  licence_address: null,
  attribution: 'Anna by\nA. Speaker',
  commercial_use: false,
  forbidden_uses: ['Imitating a living person.'],
};

const request = (voice: string, voice_2?: string) => ({
  voice_engine: 'SvcDialog' as const,
  text: 'Yes.',
  voice,
  ...(voice_2 !== undefined && { voice_2 }),
});

const known = (list: unknown, consents: Readonly<Record<string, string>> = {}): KnownVoices => ({
  voices: () => voiceListResponseSchema.parse(list),
  consentOf: (voice) => consents[voice] ?? null,
});

describe('what the voices of a take may be used for', () => {
  it('is what the service lists at the time, in texts that can be shown, for each voice', async () => {
    const voices = known([
      { id: 'anna', name: 'Anna', synthesizer: 'Pack', rights: RIGHTS },
      { id: 'plain', name: 'Plain' },
    ]);
    expect(await voiceUses(request('anna', 'plain'), voices)).toEqual([
      {
        voice: 'anna',
        name: 'Anna',
        synthesizer: 'Pack',
        rights: {
          licence: 'CC-BY-NC-4.0',
          licenceAddress: null,
          attribution: 'Anna by A. Speaker',
          commercialUse: false,
          forbiddenUses: ['Imitating a living person.'],
        },
        consentId: null,
      },
      { voice: 'plain', name: 'Plain', synthesizer: null, rights: null, consentId: null },
    ]);
  });

  it('has the consent of a clone, also where the service does not list it', async () => {
    const uses = await voiceUses(request('mine'), known([], { mine: 'consent-1' }));
    expect(uses).toMatchObject([{ voice: 'mine', name: 'mine', rights: null, consentId: 'consent-1' }]);
  });

  it('has both where a pack speaks with a clone', async () => {
    const pack = { id: 'mine', name: 'Mine', type: 'instant', synthesizer: 'Pack', rights: RIGHTS };
    const [clone] = lenientClonedVoiceListSchema.parse([pack]);
    const voices = { voices: () => (clone ? [cloneAsVoice(clone)] : []), consentOf: () => 'consent-1' };
    expect(await voiceUses(request('mine'), voices)).toMatchObject([
      {
        name: 'Mine',
        synthesizer: 'Pack',
        rights: { licence: 'CC-BY-NC-4.0', commercialUse: false },
        consentId: 'consent-1',
      },
    ]);
  });

  it('is not known where a voice is not listed, or no list can be had', async () => {
    expect(await voiceUses(request('anna', 'other'), known([{ id: 'anna' }]))).toBeNull();
    const voices = createVoiceLister(() => Promise.reject(new Error('busy')), new FakeClock());
    expect(await voiceUses(request('anna'), { voices, consentOf: () => null })).toBeNull();
  });

  it('is of a list that is asked for again every ten seconds at most, and of the one before where that fails', async () => {
    const clock = new FakeClock();
    const answers = [['anna'], new Error('busy'), ['anna', 'of a pack']];
    const voices = createVoiceLister(async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return voiceListResponseSchema.parse(answer?.map((id) => ({ id })));
    }, clock);
    const ids = async () => (await voices()).map(({ id }) => id);
    expect([...(await Promise.all([ids(), ids()])), answers.length]).toEqual([['anna'], ['anna'], 2]);
    await clock.advance(9_999);
    expect([await ids(), answers.length]).toEqual([['anna'], 2]);
    await clock.advance(1);
    expect([await ids(), answers.length]).toEqual([['anna'], 1]);
    await clock.advance(10_000);
    expect([await ids(), answers.length]).toEqual([['anna', 'of a pack'], 0]);
  });

  it('is nothing that a service gets wrong: half a licence is none, endless texts are cut', async () => {
    const half = known([{ id: 'anna', name: 'Anna', rights: { licence: 7, commercial_use: 'yes' } }]);
    expect(await voiceUses(request('anna'), half)).toMatchObject([{ rights: null }]);
    const endless = { ...RIGHTS, licence: 'x'.repeat(9_999), forbidden_uses: Array.from({ length: 99 }, String) };
    const [use] = (await voiceUses(request('anna'), known([{ id: 'anna', rights: endless }]))) ?? [];
    expect([use?.rights?.licence.length, use?.rights?.forbiddenUses.length]).toEqual([200, 20]);
  });
});

describe('credits for voices', () => {
  it('name each once, as the licence wants it, or by the voice', () => {
    const heard = (name: string, attribution: string | null): UsedVoice => ({
      use: {
        voice: name,
        name,
        synthesizer: 'Pack',
        rights: {
          licence: 'MIT',
          licenceAddress: 'https://x.example',
          attribution,
          commercialUse: true,
          forbiddenUses: [],
        },
        consentId: null,
      },
      roles: [],
      lines: 1,
      examples: [],
    });
    const free = { ...heard('Free', null), use: { ...heard('Free', null).use, rights: null } };
    const clara = heard('Clara', null);
    const own = { ...clara, use: { ...clara.use, voice: 'lectern://voices/en-us/clara/manifest.json' } };
    expect(voiceCredits([heard('Low', 'By A'), heard('High', 'By A'), heard('Own', null), free, own])).toEqual([
      'By A, MIT (https://x.example)',
      'Own (Pack), MIT (https://x.example)',
    ]);
  });
});
