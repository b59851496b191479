import { LANGUAGES, supportsStyles } from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import { EMBEDDED_SAMPLE_RATE } from '../speech/embedded/plan.ts';
import { EspeakSpeaker } from '../speech/espeak/espeak-module.ts';
import { spokenBy } from '../testing/embedded-speech.ts';
import { distance, impressionOf, medianPitch } from '../testing/listening.ts';
import { EMBEDDED_VOICES, LISTED_VOICES } from './catalogue.ts';
import { spokenLanguage } from './languages.ts';
import type { EmbeddedVoice } from './voice.ts';

const { languages, variants } = (await EspeakSpeaker.load()).names();

function decibels(samples: Int16Array): number {
  const loud = samples.filter((sample) => Math.abs(sample) > 50);
  const mean = loud.reduce((sum, sample) => sum + sample * sample, 0) / loud.length;
  return 10 * Math.log10(mean / 32_768 ** 2);
}

const entries = [...EMBEDDED_VOICES];
const english = entries.filter(([, voice]) => voice.language === 'english');

describe('the catalogue of voices', () => {
  test('has a woman and a man for every language, and many for English', () => {
    expect(entries.length).toBeGreaterThanOrEqual(50);
    expect(english.length).toBeGreaterThanOrEqual(16);
    for (const language of LANGUAGES) {
      const genders = entries.filter(([, voice]) => voice.language === language).map(([, voice]) => voice.gender);
      expect(genders, language).toEqual(expect.arrayContaining(['female', 'male']));
    }
    expect(new Set(english.map(([, voice]) => voice.accent)).size).toBeGreaterThanOrEqual(8);
  });

  test('has styles for those voices that are asked for them, and for no others', () => {
    for (const { id, styles } of LISTED_VOICES) expect(supportsStyles(id), id).toBe(styles !== undefined);
  });

  test('says of every voice what it may be used for', () => {
    for (const { id, rights } of LISTED_VOICES) {
      expect(rights, id).toMatchObject({ commercialUse: true, forbiddenUses: [] });
      expect(rights?.licence, id).not.toBe('');
    }
  });

  test('gives every voice a name, an identifier and makings of its own', () => {
    const makings = ({ espeak, timbre, flite }: EmbeddedVoice): string => JSON.stringify(flite ?? [espeak, timbre]);
    for (const distinct of [
      LISTED_VOICES.map((voice) => voice.id),
      LISTED_VOICES.map((voice) => voice.slug),
      entries.map(([, voice]) => makings(voice)),
    ]) {
      expect(new Set(distinct).size).toBe(entries.length);
    }
    for (const { id, slug } of LISTED_VOICES) {
      expect(URL.canParse(id), id).toBe(true);
      expect(slug).toMatch(/^[a-z0-9-]+$/);
    }
  });

  test('ends with the voices of the second generation, which are English and told by their names', () => {
    const second = LISTED_VOICES.filter((voice) => voice.voiceEngine === 'Svc2.0');
    expect(second.length).toBeGreaterThanOrEqual(8);
    expect(LISTED_VOICES.slice(-second.length)).toEqual(second);
    expect(new Set(LISTED_VOICES.map((voice) => voice.voiceEngine))).toEqual(new Set(['SvcDialog', 'Svc2.0']));
    for (const { id, slug, language } of second) {
      expect(language).toBe('English');
      expect(id).toMatch(/^lectern:\/\/voices\/en-(us|gb)\/[a-z]+-2\/manifest\.json$/);
      expect(id).toContain(`/${slug}/`);
    }
  });

  test('asks eSpeak NG only for languages and variants that it has', () => {
    for (const [id, voice] of entries) {
      expect(languages.has(voice.espeak), `${id} ${voice.espeak}`).toBe(true);
      expect(variants.has(voice.timbre.variant), `${id} ${voice.timbre.variant}`).toBe(true);
    }
    for (const language of LANGUAGES) expect(languages.has(spokenLanguage(language).espeak), language).toBe(true);
  });

  test('says honestly where a language is read by the rules of another', () => {
    for (const language of ['galician', 'tagalog', 'xhosa'] as const) {
      for (const [id, voice] of entries.filter(([, each]) => each.language === language)) {
        expect(voice.accent, id).toContain(`read by the rules of ${spokenLanguage(language).spokenAs}`);
      }
    }
  });
});

describe('the voices as they sound', async () => {
  const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';
  const heard = new Map<string, Int16Array>();
  for (const [id] of english) heard.set(id, await spokenBy(id, text));

  const impressions = new Map([...heard].map(([id, samples]) => [id, impressionOf(samples, EMBEDDED_SAMPLE_RATE)]));

  test('any two English ones are clearly told apart', () => {
    const all = [...impressions];
    for (const [place, [id, one]] of all.entries()) {
      for (const [otherId, other] of all.slice(place + 1)) {
        expect(distance(one, other), `${id} and ${otherId}`).toBeGreaterThan(1);
      }
    }
  });

  test('sixty and more voices are told apart by the same English words alone', async () => {
    const apart = [...impressions.values()];
    for (const [id, { language }] of entries) {
      if (language === 'english') continue;
      const one = impressionOf(await spokenBy(id, text, { language: 'english' }), EMBEDDED_SAMPLE_RATE);
      if (apart.every((other) => distance(one, other) > 1)) apart.push(one);
    }
    expect(apart.length).toBeGreaterThanOrEqual(60);
  });

  test('women are higher than men, and there are high and low ones of both', () => {
    const pitches = (gender: string): number[] =>
      english
        .filter(([, voice]) => voice.gender === gender && voice.style !== 'whisper')
        .map(([id]) => medianPitch(heard.get(id) ?? new Int16Array(), EMBEDDED_SAMPLE_RATE));
    const [women, men] = [pitches('female'), pitches('male')];
    expect(Math.min(...women)).toBeGreaterThan(Math.max(...men));
    expect(Math.max(...women) - Math.min(...women)).toBeGreaterThan(60);
    expect(Math.max(...men) - Math.min(...men)).toBeGreaterThan(30);
  });

  test('all are about as loud as each other', () => {
    for (const [id, samples] of heard) {
      expect(decibels(samples), id).toBeGreaterThan(-27.5);
      expect(decibels(samples), id).toBeLessThan(-18);
    }
  });

  test('every voice speaks its own sample', async () => {
    for (const voice of LISTED_VOICES) {
      expect((await spokenBy(voice.id, voice.sampleText)).length / 22_050, voice.id).toBeGreaterThan(1.5);
    }
  });
});
