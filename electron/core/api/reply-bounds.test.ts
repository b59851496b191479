import type { BatchJob, Voice } from '@lectern/tts-protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { rejectOversized } from './exchange.ts';
import { ServiceError } from './service-error.ts';
import { ClientSession, problemOf } from './testing/client-session.ts';

const session = new ClientSession();
afterEach(() => session.end());

/** What is wrong with a text that may have ten values. */
function wrong(text: string): string {
  try {
    rejectOversized(text, { bytes: 1000, values: 10 }, 200);
    return 'nothing';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.problem.kind !== 'oversized-reply') throw error;
    return error.problem.limit.unit;
  }
}

describe('the values of a JSON text', () => {
  it('are counted without making them', () => {
    expect(wrong(JSON.stringify(Array.from({ length: 10 }, () => 1)))).toBe('nothing');
    expect(wrong(JSON.stringify(Array.from({ length: 11 }, () => 1)))).toBe('values');
    expect(wrong(`[${'{},'.repeat(20)}{}]`)).toBe('values');
    expect(wrong(`[${'[],'.repeat(20)}`)).toBe('values');
    expect(wrong(JSON.stringify({ a: 1, b: [1, 2, { c: 3 }] }))).toBe('nothing');
  });

  it('are none within a string, whatever its escapes', () => {
    for (const text of ['[[[[[[,,,,,,,,,,,,{{{{', 'a "quoted" [,,,,,,,,,,,,,] word', '\\', '\\"[,,,,,,,,,,,,', '"']) {
      expect(wrong(JSON.stringify([text, text]))).toBe('nothing');
    }
    expect(wrong(`["ends with a backslash \\\\",${'1,'.repeat(20)}1]`)).toBe('values');
    expect(wrong('["never ends ,,,,,,,,,,,,,,,,,,,')).toBe('nothing');
  });

  it('may not be nested without end', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(() => rejectOversized(deep(64), { bytes: 1000, values: 1000 }, 200)).not.toThrow();
    expect(() => rejectOversized(deep(65), { bytes: 1000, values: 1000 }, 200)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ limit: { unit: 'levels', most: 64 } }) }),
    );
  });

  it('are not counted in what is no JSON', () => {
    expect(wrong(`<html>${',,[{'.repeat(100)}`)).toBe('nothing');
    expect(wrong(`Dear user${','.repeat(100)}`)).toBe('nothing');
  });
});

const json = (body: unknown) => session.serve((response) => response.end(JSON.stringify(body)));

describe('honest replies that are large', () => {
  const voice = (number: number): Voice => ({
    id: `s3://voices/${'x'.repeat(80)}/${number}/manifest.json`,
    name: `Voice ${number}`,
    is_cloned: false,
    sample: `https://cdn.example/samples/${'y'.repeat(120)}/${number}.mp3`,
    voice_engine: 'SvcDialog',
    accent: 'british',
    age: 'adult',
    gender: 'female',
    language: 'English (GB)',
    language_code: 'en-GB',
    loudness: 'neutral',
    style: 'narrative',
    tempo: 'neutral',
    texture: null,
  });

  it('are read: 5,000 voices', async () => {
    const { url } = await json(Array.from({ length: 5_000 }, (_, number) => voice(number)));
    const voices = await session.client(url).listVoices();
    expect(voices).toHaveLength(5_000);
    expect(voices[4_999]).toMatchObject({ name: 'Voice 4999', texture: undefined, tempo: 'neutral' });
  });

  it('are read: a batch of 50 that echoes 20,000 characters each, written as escapes', async () => {
    const text = 'Ж'.repeat(20_000);
    const link = { href: 'https://tts.example/api/v2/tts/batches/bb-1', description: 'the batch' };
    const jobs = Array.from({ length: 50 }, (_, at): BatchJob['jobs'][number] => ({
      id: `bc-${at}`,
      custom_id: `line-${at}`,
      created_at: '2026-01-01T00:00:00Z',
      status: 'in_progress',
      input: { voice_engine: 'SvcDialog', text, voice: 's3://voices/anna/manifest.json' },
      _links: { self: link, batch: link },
    }));
    const body = JSON.stringify({ id: 'bb-1', status: 'in_progress', jobs }).replaceAll('Ж', '\\u0416');
    const { url } = await session.serve((response) => response.end(body));
    const batch = await session.client(url).readBatch('/batch');
    expect(batch.jobs?.map((job) => job.input?.text === text)).toEqual(jobs.map(() => true));
  });
});

describe('what is far too long in a reply', () => {
  const long = 'very '.repeat(200_000);

  it('is told in part, in one row', async () => {
    const { url } = await json({ id: 'bc-1', status: 'failed', error_message: `Not\n\u0007 today. ${long}` });
    const { error_message: told } = await session.client(url).readChild('/child');
    expect(told).toMatch(/^Not today\. very/);
    expect(told?.length).toBeLessThanOrEqual(300);
  });

  it('is left out where a part of it would be wrong: identifiers and links', async () => {
    const href = `/batches/${'x'.repeat(20_000)}`;
    const output = { url: `https://cdn.example/${'y'.repeat(20_000)}`, size: 1, duration: 1 };
    const { url } = await json({ id: long, status: 'completed', output, _links: { self: { href }, batch: { href } } });
    const child = await session.client(url).readChild('/child');
    expect(child).toMatchObject({ status: 'completed' });
    expect([child.id, child.output, child._links?.self, child._links?.batch]).toEqual(Array(4).fill(undefined));
  });

  it('is left out of a list of voices', async () => {
    const { url } = await json([{ id: long }, { id: 'v', name: long, sample: `https://a.example/${long}` }]);
    const [only, ...others] = await session.client(url).listVoices();
    expect(others).toEqual([]);
    expect(only?.name?.length).toBe(200);
    expect(only?.sample).toBeUndefined();
  });

  it('is the whole list where it has more voices than any catalogue', async () => {
    const { url } = await json(Array.from({ length: 10_001 }, (_, id) => ({ id: `v${id}` })));
    const problem = await problemOf(session.client(url).listVoices());
    expect(problem).toMatchObject({ kind: 'oversized-reply', limit: { unit: 'entries', most: 10_000 } });
  });
});
