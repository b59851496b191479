import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import type { VoiceReading } from '../service/voices.ts';
import { castRoles } from './default-cast.ts';
import { genderHints, genderOfName } from './role-genders.ts';
import { rolesOf } from './roles.ts';
import { parseScript } from './script-text.ts';

describe('a name', () => {
  it.each([
    ['LADY BRACKNELL', 'female'],
    ['Mrs. Alving', 'female'],
    ['MISS PRISM', 'female'],
    ['SECOND MAID', 'female'],
    ['LORD GORING', 'male'],
    ['SIR ROBERT', 'male'],
    ['MR. WORTHING', 'male'],
    ['THE BUTLER', 'male'],
    ['LANE', 'male'],
    ['CECILY', 'female'],
    ['Tom', 'male'],
    ['CHASUBLE', null],
    ['JACK AND CECILY', null],
  ])('%s tells %s', (name, gender) => {
    expect(genderOfName(name)).toBe(gender);
  });
});

describe('a script', () => {
  const hints = (script: string, ...names: string[]) => Object.fromEntries(genderHints(script, names));

  it('tells by a title before the name, and an office behind it', () => {
    const script = '(Merriman, butler to Mr. Worthing.)\n\nJACK: My charming Miss Fairfax! And Mrs. Cardew.';
    expect(hints(script, 'MERRIMAN', 'FAIRFAX', 'CARDEW', 'WORTHING')).toEqual({
      MERRIMAN: 'male',
      FAIRFAX: 'female',
      CARDEW: 'female',
      WORTHING: 'male',
    });
    expect(hints('(Merriman bows to Lady Bracknell.)', 'MERRIMAN')).toEqual({});
  });

  it('tells by pronouns in sentences about that role alone', () => {
    const script =
      'Quill took her hat, and she left. Vane saw his chance; Vane told Quill that he knew. Vane shook his head.';
    expect(hints(script, 'Quill', 'Vane')).toEqual({ Quill: 'female', Vane: 'male' });
    expect(hints('Quill took her hat.', 'Quill')).toEqual({});
  });

  it('says nothing where it says opposites, or somebody speaks of others', () => {
    expect(hints('Mr. Quill and Mrs. Quill.', 'Quill')).toEqual({});
    expect(hints('VANE: Quill, she loves her hat and her dog.', 'QUILL')).toEqual({});
    expect(hints('', 'QUILL')).toEqual({});
  });
});

it('the butler of the sample has a man’s voice, as its master has', () => {
  const text = readFileSync(new URL('../../assets/samples/earnest-scene.txt', import.meta.url), 'utf8');
  const voices: VoiceReading[] = ['male', 'female', 'male', 'female', 'male'].map((gender, at) => ({
    id: `${gender} ${at}`,
    gender,
    language: 'English',
  }));
  const roles = rolesOf(parseScript(text, DEFAULT_PROJECT_SETTINGS), DEFAULT_PROJECT_SETTINGS).map(({ name }) => ({
    name,
    voice: null,
    parameters: {},
    turnPrefix: null,
  }));
  const cast = castRoles(roles, voices, 'english', () => text);
  const voiceOf = new Map(cast.map(({ name, voice }) => [name, voice]));
  expect(voiceOf.get('ALGERNON')).toMatch(/^male/);
  expect(voiceOf.get('LANE')).toMatch(/^male/);
  expect(voiceOf.get('LANE')).not.toBe(voiceOf.get('ALGERNON'));
});
