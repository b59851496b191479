// Which endpoint counts in which scope ("Limits").

import type { RateLimit, Scope } from '@lectern/tts-protocol';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { SilentRenderer } from '../rendering/renderer.ts';
import { ACCOUNT, job, type TestService, testService, VOICE } from '../testing/test-service.ts';

const post = (url: string, payload?: Record<string, unknown>): InjectOptions => ({
  method: 'POST',
  url,
  ...(payload && { payload }),
});
const SINGLE = { text: 'Hello.', voice: VOICE };
const gone = { method: 'DELETE', url: '/api/v2/cloned-voices', payload: { voice_id: 'x' } } as const;

const CALLS: Record<Scope, readonly InjectOptions[]> = {
  batch: [post('/api/v2/tts/batches', { jobs: [job({ text: 'Hello.' })] })],
  single: [post('/api/v2/tts', SINGLE), post('/api/v1/convert', { content: ['Hel', 'lo.'], voice: VOICE })],
  stream: [post('/api/v2/tts/stream', SINGLE)],
  read: [
    { url: '/api/v2/tts/batches/bb-x' },
    { url: '/api/v2/tts/batches/bb-x/job/bc-x' },
    { url: '/api/v2/tts/batches/bb-x/job/custom-id/x' },
    { url: '/api/v2/tts/sj-x' },
    { url: '/api/v1/articleStatus?transcriptionId=cv-x' },
  ],
  list: [{ url: '/api/v2/voices' }, { url: '/api/v2/cloned-voices' }, post('/api/v2/leases')],
  clone: [gone],
};
const SCOPES = Object.keys(CALLS) as Scope[];

/** A service whose account has these limits in each scope, while its clock stands still. */
function limited(limit: RateLimit): TestService {
  const limits = Object.fromEntries(SCOPES.map((scope) => [scope, limit]));
  return testService(new SilentRenderer(), { accounts: [{ ...ACCOUNT, limits }], elapsed: () => 0 });
}

/** Makes all calls in turn. @returns the scopes of those that were refused */
async function refused(service: TestService, calls: readonly [Scope, InjectOptions][]): Promise<Scope[]> {
  const found: Scope[] = [];
  for (const [scope, call] of calls) {
    const { statusCode } = await service.ask(call);
    expect(statusCode).toBeLessThan(500);
    if (statusCode === 429) found.push(scope);
  }
  return found;
}

const each = (pick: (calls: readonly InjectOptions[]) => readonly InjectOptions[]): [Scope, InjectOptions][] =>
  SCOPES.flatMap((scope) => pick(CALLS[scope]).map((call): [Scope, InjectOptions] => [scope, call]));

describe('requests in a minute', () => {
  for (const scope of SCOPES) {
    test(`of the scope ${scope} are counted together, and apart from all others`, async () => {
      const calls = CALLS[scope];
      for (const first of calls) {
        const service = limited({ requests: 1 });
        await service.ask(first);
        const found = await refused(service, [...calls.map((call): [Scope, InjectOptions] => [scope, call])]);
        expect(found).toHaveLength(calls.length);
        const others = each(([call]) => (call === undefined ? [] : [call])).filter(([one]) => one !== scope);
        expect(await refused(service, others)).toEqual([]);
        await service.close();
      }
    });
  }
});

test('characters are counted where text is sent: six of them fit where six are allowed', async () => {
  const spoken = each((calls) => calls).filter(([scope]) => ['batch', 'single', 'stream'].includes(scope));
  for (const [characters, isRefused] of [
    [6, false],
    [5, true],
  ] as const) {
    for (const call of spoken) {
      const service = limited({ characters });
      expect(await refused(service, [call])).toEqual(isRefused ? [call[0]] : []);
      await service.close();
    }
  }
});

test('downloads, samples, health, counts and the description are not limited', async () => {
  const service = limited({ requests: 0 });
  for (const url of ['/audio/x.mp3', '/samples/x.mp3', '/internal/health', '/internal/stats', '/openapi.json']) {
    expect((await service.ask({ url })).statusCode).not.toBe(429);
  }
  await service.close();
});
