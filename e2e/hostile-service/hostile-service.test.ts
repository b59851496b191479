import { decode, durationSeconds } from '@lectern/audio';
import { batchJobSchema, PATHS } from '@lectern/tts-protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { HostileBehaviours } from './behaviours.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import { misfortuneDrawer, seededRandom, shuffleItems } from './seeded-random.ts';

let service: HostileService;

afterEach(() => service?.close());

const job = (text: string) => ({ voice_engine: 'SvcDialog', voice: 'v', text, custom_id: 'id-1' });

async function post(behaviours: HostileBehaviours = {}, texts = ['Hello.', 'And good-bye to you.']) {
  service = await startHostileService({ seed: 7, behaviours });
  return fetch(new URL(PATHS.batches, service.baseUrl), {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ jobs: texts.map(job) }),
    redirect: 'manual',
  });
}

const headers = () => ({ authorization: `Bearer ${service.key}`, 'x-user-id': service.userId });

describe('the hostile service', () => {
  it('keeps to the letter of the interface, with all its whims', async () => {
    const whims: HostileBehaviours = {
      shuffle: true,
      nulls: true,
      unknownFields: true,
      freshLinks: true,
      readsUntilDone: 2,
    };
    for (const behaviours of [{}, whims, { ...whims, echoCustomId: false, failChance: 1 }]) {
      const reply = await post(behaviours);
      expect(reply.status).toBe(201);
      const batch = batchJobSchema.parse(await reply.json());
      expect(batch.jobs).toHaveLength(2);
      const again = await fetch(reply.headers.get('location') ?? '', { headers: headers() });
      expect(batchJobSchema.parse(await again.json()).id).toBe(batch.id);
      await service.close();
    }
  });

  it('gives audio that is as long as it says', async () => {
    const batch = batchJobSchema.parse(await (await post()).json());
    for (const { output } of batch.jobs) {
      const bytes = new Uint8Array(await (await fetch(output?.url ?? '')).arrayBuffer());
      expect(bytes.length).toBe(output?.size);
      expect(durationSeconds(await decode(bytes, { format: 'wav' }))).toBeCloseTo(output?.duration ?? 0, 3);
    }
  });

  it('refuses requests beyond its limits per minute', async () => {
    const limits = { batch: { requests: 5, characters: 30 }, list: { requests: 1 } };
    expect((await post({ limits })).status).toBe(201);
    const again = await fetch(new URL(PATHS.batches, service.baseUrl), {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({ jobs: [job('Hello again.')] }),
    });
    expect(again.status).toBe(429);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
    const lists = [1, 2].map(() => fetch(new URL(PATHS.voices, service.baseUrl), { headers: headers() }));
    expect((await Promise.all(lists)).map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(service.stats().beyondLimits).toMatchObject({ batch: 1, list: 1, read: 0 });
    expect(service.stats().accepted).toMatchObject([{ lines: 2, characters: 26 }]);
  });

  it('counts what arrived, what was made of it, and what was left in doubt', async () => {
    await post({ submission: { sequence: ['500-after'] } });
    expect(service.stats().byText.get('Hello.')).toEqual({ arrived: 1, made: 1, refused: 0, doubtful: 1 });
    expect(service.stats().byCustomId.get('id-1')).toEqual({ arrived: 2, made: 2, refused: 0, doubtful: 2 });
    await service.close();
    await post({ submission: { sequence: ['429'] } });
    expect(service.stats().byText.get('Hello.')).toEqual({ arrived: 1, made: 0, refused: 1, doubtful: 0 });
    expect(service.stats()).toMatchObject({ jobs: 0, requests: { batch: 1 }, mostPerMinute: { batch: 1 } });
  });

  it('notices credentials and bodies at its other origin', async () => {
    const reply = await post({ submission: { sequence: ['redirect'] } });
    expect(reply.status).toBe(307);
    expect(service.stats().leaks).toEqual([]);
    const sent = { method: 'POST', headers: { ...headers(), cookie: 'a=b' }, body: 'text' };
    await fetch(reply.headers.get('location') ?? '', sent);
    expect(service.stats().leaks.map(({ what }) => what)).toEqual([
      'authorization',
      'user-id',
      'cookie',
      'body',
      'key',
    ]);
  });

  it('has no time for strangers', async () => {
    service = await startHostileService({ seed: 7 });
    const reply = await fetch(new URL(PATHS.voices, service.baseUrl));
    expect(reply.status).toBe(401);
    expect(await reply.json()).toMatchObject({ error_id: 'UNAUTHORIZED' });
  });
});

describe('chance', () => {
  it('is the same for the same seed', () => {
    const draw = (seed: number) => {
      const chance = seededRandom(seed);
      return Array.from({ length: 5 }, () => chance());
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(1).every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it('loses nothing when it shuffles', () => {
    expect(shuffleItems([1, 2, 3, 4], seededRandom(3)).sort()).toEqual([1, 2, 3, 4]);
  });

  it('follows the sequence from its start for each subject, then the chances, up to the maximum', () => {
    const draw = misfortuneDrawer<'a' | 'b'>(
      { sequence: ['a', 'none'], chances: { b: 1 }, atMost: 2 },
      seededRandom(1),
    );
    expect([draw('x'), draw('x'), draw('x'), draw('x')]).toEqual(['a', 'none', 'b', 'none']);
    expect(draw('y')).toBe('a');
  });
});
