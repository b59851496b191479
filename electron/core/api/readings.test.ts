import { describe, expect, it } from 'vitest';
import { createSecretScrubber } from './error-body.ts';
import { parseBatch, parseChildJob, parseSingleJob, storedLink } from './readings.ts';
import { outcomeOfCreated } from './submission.ts';

const KEY = 'a-key-that-is-long-enough';
const context = {
  baseUrl: new URL('https://tts.example/'),
  readFrom: new URL('https://tts.example/api/v2/tts/batches'),
  scrubber: createSecretScrubber(KEY),
};

const reply = (body: unknown, headers: Record<string, string> = {}) => ({
  status: 201,
  text: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

const link = (href: string) => ({ href, description: 'd' });

describe('links of a reading', () => {
  it('come out as they can be kept: of the own origin without it, others whole', () => {
    const child = parseChildJob(
      reply({ id: 'bc-1', _links: { self: link('batches/1'), batch: link('https://other.example/b') } }),
      context,
    );
    expect(child._links).toEqual({
      self: { href: '/api/v2/tts/batches/1' },
      batch: { href: 'https://other.example/b' },
    });
  });

  it('are left out where they lead nowhere, or hold the key, which must not be kept', () => {
    const links = { self: link('javascript:1'), batch: link(`/b?key=${KEY}`) };
    expect(parseChildJob(reply({ id: 'bc-1', _links: links }), context)._links).toEqual({
      self: undefined,
      batch: undefined,
    });
    expect(storedLink(undefined, context)).toBeUndefined();
  });

  it('to audio come out whole, wherever they started', () => {
    const child = parseChildJob(reply({ id: 'bc-1', output: { url: '/audio/1?sig=x%2By', size: null } }), context);
    expect(child.output).toEqual({ url: 'https://tts.example/audio/1?sig=x%2By' });
  });
});

describe('a batch', () => {
  it('keeps the children that can be read, in their order, with all they say', () => {
    const batch = parseBatch(
      reply({
        id: 'bb-1',
        jobs: [{ id: 'bc-2', status: 'completed' }, null, 'x', { id: 'bc-1', input: { text: 'é' } }],
      }),
      context,
    );
    expect(batch.jobs?.map((job) => job.id)).toEqual(['bc-2', 'bc-1']);
    expect(batch.jobs?.[1]?.input?.text).toBe('é');
  });

  it('may begin with a byte order mark or come under any name but that of a page', () => {
    const text = '{"jobs": []}';
    expect(parseBatch({ status: 200, headers: {}, text }, context).jobs).toEqual([]);
    expect(parseBatch({ status: 200, headers: { 'content-type': 'text/html' }, text }, context).jobs).toEqual([]);
  });
});

describe('a created batch', () => {
  it('is found by Location, its own link, or the link of a child, in that order', () => {
    const child = { id: 'bc-1', _links: { self: link('/c/1'), batch: link('/from-child') } };
    const body = { jobs: [child], _links: { self: link('/from-self') } };
    const self = (of: unknown, headers = {}) => {
      const outcome = outcomeOfCreated(reply(of, headers), null, context);
      return outcome.kind === 'accepted' ? outcome.self : outcome.kind;
    };
    expect(self(body, { location: '/from-location' })).toBe('/from-location');
    expect(self(body)).toBe('/from-self');
    expect(self({ jobs: [child] })).toBe('/from-child');
    expect(self({ _links: { self: link('/from-bare-self') } })).toBe('/from-bare-self');
    expect(self({ jobs: [{ id: 'bc-1' }] })).toBe('in-doubt');
  });

  it('is read where its link is good: no broken Location, and rather the own origin than another', () => {
    const body = { jobs: [], _links: { self: link('/from-self') } };
    for (const location of ['http://', 'ftp://x/1', `/b?key=${KEY}`, 'https://other.example/b']) {
      expect(outcomeOfCreated(reply(body, { location }), null, context)).toMatchObject({ self: '/from-self' });
    }
    const abroad = outcomeOfCreated(reply({ jobs: [] }, { location: 'https://other.example/b' }), null, context);
    expect(abroad).toMatchObject({ kind: 'accepted', self: 'https://other.example/b' });
  });
});

describe('a job of single generation', () => {
  const OUTPUT = { duration: 1.5, size: 4000 };

  it('gives what there is, wherever the service puts it, with addresses that can be used', () => {
    const [first, second, third] = [
      { id: 'j', status: 'completed', output: { ...OUTPUT, url: '/a.mp3' }, _links: { self: { href: '/x' } } },
      { id: 'j', status: 'unheard-of', url: '/b.mp3', duration: null, output: null },
      { status: 'failed', message: `because of ${KEY}`, output: { duration: 1 } },
    ].map((body) => parseSingleJob(reply(body), context));
    expect(first).toMatchObject({ id: 'j', status: 'completed', self: '/x', output: OUTPUT });
    expect(first?.output?.url).toBe('https://tts.example/a.mp3');
    expect(second).toMatchObject({ status: undefined, output: { url: 'https://tts.example/b.mp3' } });
    expect(third).toMatchObject({ hasFailed: true, reason: 'because of [key]', output: undefined });
  });

  it('is none where nothing says so', () => {
    expect(() => parseSingleJob(reply({ hello: 1 }), context)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'unreadable-reply' }) }),
    );
  });
});
