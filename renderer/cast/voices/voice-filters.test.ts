import { describe, expect, it } from 'vitest';
import type { CastVoice } from '../../../shared/ipc/cast-requests.ts';
import {
  defaultVoiceFilter,
  distinguishesVoices,
  filterValues,
  filterVoices,
  NO_VALUE,
  searchable,
  type VoiceChoice,
} from './voice-filters.tsx';

const voice = (name: string, rest: Partial<CastVoice> = {}): CastVoice => ({
  id: `s3://${name}`,
  name,
  language: 'English',
  gender: 'female',
  accent: null,
  age: null,
  style: null,
  tempo: null,
  texture: null,
  loudness: null,
  synthesizer: null,
  licence: null,
  commercialUse: null,
  engine: 'SvcDialog',
  isCloned: false,
  hasSample: true,
  isCastable: true,
  isFavourite: false,
  ...rest,
});

const ALL = searchable([
  voice('Anna', { accent: 'british', tempo: 'slow' }),
  voice('Ben', { gender: 'male', accent: 'american' }),
  voice('Cora', { language: 'French', isFavourite: true }),
  voice('Dan', { gender: 'male', engine: 'Svc2.0', isCastable: false }),
  voice('Ada', { gender: 'female', isCloned: true }),
]);
const names = (search: string, choice = {}) => filterVoices(ALL, search, choice).map(({ name }) => name);

describe('the voices that are shown', () => {
  it('are all at first: favourites, then those that can be cast, then the others', () => {
    expect(names('')).toEqual(['Cora', 'Anna', 'Ben', 'Ada', 'Dan']);
  });

  it('have every word that is searched for, in whatever the service says of them', () => {
    expect(names('BRIT')).toEqual(['Anna']);
    expect(names('male svc2')).toEqual(['Dan']);
    expect(names('male')).toEqual(['Ben', 'Dan']);
    expect(names('cloned')).toEqual(['Ada']);
    expect(names('british american')).toEqual([]);
  });

  it('pass each filter by any of its values', () => {
    expect(names('', { accent: ['british', 'american'] })).toEqual(['Anna', 'Ben']);
    expect(names('', { accent: ['british', 'american'], gender: ['male'] })).toEqual(['Ben']);
    expect(names('', { favourite: ['yes'] })).toEqual(['Cora']);
    expect(names('', { accent: [NO_VALUE], gender: ['female'] })).toEqual(['Cora', 'Ada']);
    expect(names('', { accent: [] })).toHaveLength(5);
  });
});

describe('what voices may be used for', () => {
  it('is filtered by where the service says so', () => {
    const licensed = searchable([
      voice('Eve', { licence: 'CC-BY-4.0', commercialUse: true }),
      voice('Fay', { licence: 'CC-BY-NC-4.0', commercialUse: false }),
      voice('Gus'),
    ]);
    const found = (choice: VoiceChoice) => filterVoices(licensed, '', choice).map(({ name }) => name);
    expect(found({ commercialUse: ['yes', NO_VALUE] })).toEqual(['Eve', 'Gus']);
    expect(found({ licence: ['CC-BY-NC-4.0'] })).toEqual(['Fay']);
    expect(filterVoices(licensed, 'cc-by-nc', {}).map(({ name }) => name)).toEqual(['Fay']);
    expect(distinguishesVoices(ALL, 'commercialUse')).toBe(false);
  });
});

describe('the values of a filter', () => {
  it('say how many voices each would show as the others stand, its own choice aside', () => {
    expect(filterValues(ALL, '', { gender: ['male'] }, 'gender')).toEqual([
      { value: 'female', count: 3 },
      { value: 'male', count: 2 },
    ]);
    expect(filterValues(ALL, '', { gender: ['male'] }, 'engine')).toEqual([
      { value: 'Svc2.0', count: 1 },
      { value: 'SvcDialog', count: 1 },
    ]);
    expect(filterValues(ALL, 'anna', {}, 'gender')).toEqual([
      { value: 'female', count: 1 },
      { value: 'male', count: 0 },
    ]);
  });

  it('end with what is not said, and keep what is chosen', () => {
    expect(filterValues(ALL, '', {}, 'accent').map(({ value }) => value)).toEqual(['american', 'british', NO_VALUE]);
    expect(filterValues(ALL, '', { accent: ['scottish'] }, 'accent')).toContainEqual({ value: 'scottish', count: 0 });
  });

  it('are worth a filter only where they differ', () => {
    expect(distinguishesVoices(ALL, 'loudness')).toBe(false);
    expect(distinguishesVoices(ALL, 'gender')).toBe(true);
  });
});

describe('what is chosen at first', () => {
  const voices = [
    voice('Anna', { language: 'English (GB)' }),
    voice('Ben', { language: 'English (US)' }),
    voice('Cora', { language: 'French' }),
  ];
  const none = new Set<string>();

  it('is the language of the project, in all the forms that the service has of it', () => {
    expect(defaultVoiceFilter(voices, 'english', none)).toEqual({ language: ['English (GB)', 'English (US)'] });
  });

  it('is the language of the voices that are cast, where the project names none', () => {
    expect(defaultVoiceFilter(voices, null, new Set(['s3://Cora', 's3://gone']))).toEqual({ language: ['French'] });
  });

  it('keeps voices of which no language is known, such as a clone', () => {
    const all = [...voices, voice('Ada', { language: null, isCloned: true })];
    expect(defaultVoiceFilter(all, 'french', none)).toEqual({ language: ['French', NO_VALUE] });
  });

  it('is nothing where it would show nothing, or all', () => {
    expect(defaultVoiceFilter(voices, 'german', none)).toEqual({});
    expect(defaultVoiceFilter(voices, null, none)).toEqual({});
    expect(defaultVoiceFilter(voices.slice(0, 2), 'english', none)).toEqual({});
  });
});
