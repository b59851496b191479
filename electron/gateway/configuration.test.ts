import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigurationError, readUpstreamConfiguration } from './configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-upstream-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'upstream.json');
const GOOD = {
  name: 'studio',
  address: 'https://api.example.com/speech',
  userId: 'team',
  keyFile: 'team.key',
  plan: 'startup',
};

function read(content: unknown, environment: NodeJS.ProcessEnv = {}) {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readUpstreamConfiguration(path, environment);
}

function refusal(content: unknown, environment: NodeJS.ProcessEnv = {}): string {
  try {
    read(content, environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'accepted';
}

it('reads the key from a file beside it or from a variable', () => {
  writeFileSync(join(folder, 'team.key'), 'sk-secret\n');
  expect(read(GOOD)).toEqual({
    name: 'studio',
    baseUrl: new URL('https://api.example.com/speech'),
    credentials: { key: 'sk-secret', userId: 'team' },
    settings: { plan: 'startup', limits: {}, sharePercent: 100 },
    reuse: false,
  });
  const { keyFile: _, ...rest } = GOOD;
  const limits = { batch: { requests: 5, characters: 1000 } };
  const fromVariable = read({ ...rest, keyEnv: 'TEAM_KEY', limits, reuse: true }, { TEAM_KEY: 'sk-other' });
  expect(fromVariable.credentials.key).toBe('sk-other');
  expect(fromVariable).toMatchObject({ settings: { limits }, reuse: true });
});

it('names what is wrong, and never quotes a key', () => {
  writeFileSync(join(folder, 'team.key'), 'sk-secret\n');
  expect(refusal('{ "key": "sk-secret"')).toBe(`The file ${path} isn’t valid JSON.`);
  expect(refusal({ ...GOOD, key: 'sk-secret' })).not.toContain('sk-secret');
  expect(refusal({ ...GOOD, address: 'http://api.example.com' })).toContain('https://');
  expect(refusal({ ...GOOD, address: 'http://127.0.0.1:4000' })).toBe('accepted');
  expect(refusal({ ...GOOD, name: 'Our studio' })).toContain('name');
  expect(refusal({ ...GOOD, plan: 'gold' })).toContain('plan');
  expect(refusal({ ...GOOD, keyEnv: 'TEAM_KEY' })).toContain('either keyFile or keyEnv');
  expect(refusal({ ...GOOD, keyFile: 'missing.key' })).toContain('missing.key');
  const { keyFile: _, ...rest } = GOOD;
  expect(refusal({ ...rest, keyEnv: 'TEAM_KEY' })).toContain('TEAM_KEY, which isn’t set');
  writeFileSync(join(folder, 'team.key'), ' \n');
  expect(refusal(GOOD)).toContain('empty');
  expect(() => readUpstreamConfiguration(join(folder, 'none.json'), {})).toThrow('ENOENT');
});
