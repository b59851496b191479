import { describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/model/cast.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { effectiveParameter, type ParameterSources } from './line-request.ts';

const lane: Role = { name: 'LANE', voice: 'v', parameters: { speed: 0.9, language: 'french' }, turnPrefix: null };
const sources: ParameterSources = {
  override: { speed: 1.2 },
  roles: new Map([['LANE', lane]]),
  settings: { ...DEFAULT_PROJECT_SETTINGS, language: 'german', sampleRate: 24_000 },
};

describe('a parameter in force', () => {
  it('is what the line sets, else its role, else the project, else is left to the service', () => {
    expect(effectiveParameter('speed', 'LANE', sources)).toEqual({ name: 'speed', value: 1.2, origin: 'line' });
    expect(effectiveParameter('language', 'LANE', sources)).toMatchObject({ value: 'french', origin: 'role' });
    expect(effectiveParameter('language', 'NARRATOR', sources)).toMatchObject({ value: 'german', origin: 'project' });
    expect(effectiveParameter('sample_rate', 'LANE', sources)).toMatchObject({ value: 24_000, origin: 'project' });
    expect(effectiveParameter('seed', 'LANE', sources)).toEqual({ name: 'seed', value: undefined, origin: 'service' });
  });
});
