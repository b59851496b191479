import { afterEach, describe, expect, it } from 'vitest';
import { ClientSession, KEY, problemOf } from './testing/client-session.ts';
import {
  type Answer,
  ASKED,
  COMPLETED,
  COMPLETED_EVENT,
  DONE,
  EVENTS,
  events,
  frame,
  generationDesk,
  HALF,
  JSON_TYPE,
  json,
  kindsOf,
  OUTPUT,
  PENDING,
  PING,
  QUEUED,
} from './testing/generation-scene.ts';
import { throughSilence } from './testing/silence.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

const session = new ClientSession();
afterEach(() => session.end());

const serve = generationDesk(session);

describe('events that do not come to their end', () => {
  const cutAfter =
    (text: string, headers: Record<string, string> = {}): Answer =>
    (response) => {
      response.writeHead(200, { ...EVENTS, ...headers }).write(text);
      setImmediate(() => response.destroy());
    };
  const TOO_LARGE = `${QUEUED}data: ${'x'.repeat(2 ** 20)}`;

  it.each<[string, Answer]>([
    ['the connection breaks', cutAfter(QUEUED + HALF)],
    ['the connection breaks within an event', cutAfter(QUEUED + HALF + COMPLETED.slice(0, 60))],
    ['the stream ends', events(QUEUED + HALF)],
    ['the stream ends within the last event', events(QUEUED + HALF + COMPLETED.slice(0, 60))],
    ['the last event names no audio', events(QUEUED + frame('completed', { id: 'job', url: null }))],
    ['the last event is no JSON', events(QUEUED + frame('completed', '{"id": "job", "url": "htt'))],
    [
      'an event says that it went wrong',
      (response) => void response.writeHead(200, EVENTS).write(`${QUEUED}${frame('error', 'x')}`),
    ],
    ['an event is too large', (response) => void response.writeHead(200, EVENTS).write(TOO_LARGE)],
  ])('are no failure: where %s, the job is read until it is done', async (_, answer) => {
    const { generate, posts, reads, clock, doubts } = await serve(answer, [PENDING, PENDING, DONE]);
    const told = await generate();
    expect(kindsOf(told).slice(0, 1)).toEqual(['generating']);
    expect(told.at(-1)).toEqual(COMPLETED_EVENT);
    expect(posts).toHaveLength(1);
    expect(reads).toEqual(['/api/v2/tts/job', '/api/v2/tts/job', '/api/v2/tts/job']);
    expect(clock.waits).toEqual([1000, 2000]);
    expect(doubts.at(-1)).toMatchObject({ kind: 'events-lost' });
  });

  /** Events for ever, each of which takes a minute by the client's clock. */
  const minutely =
    (clock: SkippingClock, event: (minute: number) => string): Answer =>
    (response) => {
      response.writeHead(200, EVENTS).write(QUEUED);
      const next = async (minute: number) => {
        await clock.sleep(60_000);
        if (!response.destroyed) response.write(event(minute), () => setImmediate(next, minute + 1));
      };
      setImmediate(next, 1);
    };

  it.each([
    ['only pings come', () => PING, 12],
    ['the job does not go on', () => HALF, 12],
    ['an event never ends', () => 'a', 12],
    ['they crawl', (minute: number) => frame('generating', { progress: minute / 1e6 }), 70],
  ])('are given up after a while where %s: then the job is read', async (_, event, mostEvents) => {
    const clock = new SkippingClock();
    const { generate, doubts } = await serve(minutely(clock, event), [DONE], { clock });
    const told = await generate();
    expect(told.at(-1)).toEqual(COMPLETED_EVENT);
    expect(told.length).toBeLessThanOrEqual(mostEvents);
    expect(doubts).toEqual([{ kind: 'events-lost', error: expect.objectContaining({ name: 'ServiceError' }) }]);
  });

  it('are given up when they go silent', async () => {
    const silent: Answer = (response) => void response.writeHead(200, EVENTS).write(QUEUED + PING);
    const { client, doubts } = await serve(silent, [DONE], { timeouts: { idleMs: 60_000 } });
    const kinds: string[] = [];
    const generate = async () => {
      const told = client.generate(ASKED, { onDoubt: (doubt) => doubts.push(doubt) });
      for await (const { kind } of told) kinds.push(kind);
    };
    await throughSilence(60_000, () => kinds.includes('ping'), generate);
    expect(kinds).toEqual(['generating', 'ping', 'completed']);
    expect(doubts).toMatchObject([{ kind: 'events-lost', error: { problem: { failure: 'timeout' } } }]);
  });

  it('are taken as they are where only the blank row at the end is missing', async () => {
    const { generate, reads } = await serve(events(QUEUED + COMPLETED.trimEnd()));
    expect((await generate()).at(-1)).toEqual(COMPLETED_EVENT);
    expect(reads).toEqual([]);
  });

  it.each([
    ['Location', { location: '/somewhere/else?job=1' }],
    ['Content-Location', { 'content-location': '/somewhere/else?job=1' }],
  ])('lead to the job by %s rather than by its identifier', async (_, headers) => {
    const { generate, reads } = await serve(cutAfter(QUEUED, headers), [DONE]);
    await generate();
    expect(reads).toEqual(['/somewhere/else?job=1']);
  });

  it('lead to the job by a link within an event', async () => {
    const linked = frame('generating', { id: 'job', _links: { self: { href: '/jobs/by/link' } } });
    const { generate, reads } = await serve(cutAfter(linked), [DONE]);
    await generate();
    expect(reads).toEqual(['/jobs/by/link']);
  });

  it('lead to the job by its identifier where the link leads nowhere', async () => {
    const lost = json({ error_message: 'no such job' }, 404);
    const { generate, reads } = await serve(cutAfter(QUEUED, { location: '/wrong' }), [lost, DONE]);
    expect((await generate()).at(-1)).toEqual(COMPLETED_EVENT);
    expect(reads).toEqual(['/wrong', '/api/v2/tts/job']);
  });

  it('never take an identifier for more than one part of an address', async () => {
    for (const id of ['../../v1/x?y#z', 'ä/b', '..', '.']) {
      const { generate, reads } = await serve(cutAfter(frame('generating', { id })), [DONE]);
      const told = generate();
      if ((id.startsWith('..') && id.length > 2) || id === 'ä/b') {
        await told;
        expect(reads).toEqual([`/api/v2/tts/${encodeURIComponent(id)}`]);
      } else {
        expect(await problemOf(told)).toMatchObject({ kind: 'in-doubt' });
        expect(reads).toEqual([]);
      }
    }
  });

  it('are a failure where the job has failed, with the service’s own reason', async () => {
    const failed = json({ id: 'job', status: 'failed', error_message: `no voice for ${KEY}` });
    const { generate, posts } = await serve(events(QUEUED), [failed]);
    expect(await problemOf(generate())).toEqual({ kind: 'job-failed', message: 'no voice for [key]' });
    expect(posts).toHaveLength(1);
  });

  it.each<[string, Answer | null, object]>([
    ['there is no such address', null, { kind: 'not-found' }],
    ['it has moved', (response) => response.writeHead(302, { location: '/x' }).end(), { kind: 'redirected' }],
    ['it may not be read', json({ error_message: 'no' }, 403), { kind: 'unsupported-plan' }],
    ['a page answers', (response) => response.writeHead(200).end('<html>'), { kind: 'not-the-service' }],
    ['what answers is no job', json([1, 2]), { kind: 'unreadable-reply' }],
  ])('leave a doubt where the job can’t be read: %s', async (_, reading, why) => {
    const { generate, posts } = await serve(cutAfter(QUEUED), reading ? [reading] : []);
    expect(await problemOf(generate())).toMatchObject({ kind: 'in-doubt', why, self: '/api/v2/tts/job' });
    expect(posts).toHaveLength(1);
  });

  it('leave a doubt where nothing says what the job is called', async () => {
    const { generate, reads } = await serve(cutAfter(PING));
    expect(await problemOf(generate())).toMatchObject({ kind: 'in-doubt', why: { kind: 'connection' }, self: null });
    expect(reads).toEqual([]);
  });
});

describe('an answer that is no event stream', () => {
  it.each<[string, Answer, string]>([
    ['201 with Location', json({ id: 'job', status: 'pending' }, 201, { location: '/jobs/1' }), '/jobs/1'],
    ['201 with a link', json({ status: 'pending', _links: { self: { href: '/jobs/2' } } }, 201), '/jobs/2'],
    ['200 with an identifier alone', json({ id: 'job' }), '/api/v2/tts/job'],
    ['202 without a body', (response) => response.writeHead(202, { location: '/jobs/3' }).end(), '/jobs/3'],
    [
      '201 with a body that is cut',
      (response) => {
        response.writeHead(201, { ...JSON_TYPE, location: '/jobs/4', 'content-length': '99' }).write('{"id": ');
        setImmediate(() => response.destroy());
      },
      '/jobs/4',
    ],
    ['201 with a page', (response) => response.writeHead(201, { location: '/jobs/5' }).end('<html>'), '/jobs/5'],
    [
      'a job under the wrong type',
      (response) => response.writeHead(200, EVENTS).end('{"id": "job"}'),
      '/api/v2/tts/job',
    ],
    ['a message beside the identifier', json({ id: 'job', message: 'accepted', error: '' }), '/api/v2/tts/job'],
  ])('is followed to its job: %s', async (_, answer, address) => {
    const { generate, posts, reads, doubts } = await serve(answer, [PENDING, DONE]);
    expect(await generate()).toEqual([COMPLETED_EVENT]);
    expect(posts).toHaveLength(1);
    expect(reads).toEqual([address, address]);
    expect(doubts).toEqual([]);
  });

  it('is the end where the job is finished already', async () => {
    const { generate, reads } = await serve(json({ id: 'job', status: 'completed', output: OUTPUT }, 201));
    expect(await generate()).toEqual([COMPLETED_EVENT]);
    const flat = await serve(json({ id: 'job', ...OUTPUT }));
    expect(await flat.generate()).toEqual([COMPLETED_EVENT]);
    const failed = await serve(json({ id: 'job', status: 'failed', error: 'no' }, 201));
    expect(await problemOf(failed.generate())).toEqual({ kind: 'job-failed', message: 'no' });
    expect([...reads, ...flat.reads, ...failed.reads]).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['nothing', (response) => response.writeHead(200).end()],
    ['an empty object', json({})],
    ['no JSON', (response) => response.writeHead(200, JSON_TYPE).end('{"id": ')],
    ['a string', json('accepted')],
    ['an error', json({ error_message: 'no', error_id: 'X' })],
    ['what is compressed', (response) => response.writeHead(200, { ...EVENTS, 'content-encoding': 'gzip' }).end('x')],
  ])('leaves a doubt where it tells no job: %s', async (_, answer) => {
    const { generate, posts } = await serve(answer);
    expect(await problemOf(generate())).toMatchObject({
      kind: 'in-doubt',
      why: { kind: 'unreadable-reply' },
      self: null,
    });
    expect(posts).toHaveLength(1);
  });

  it('is not the service’s where it is something else', async () => {
    const { generate } = await serve((response) => response.writeHead(200, { 'content-type': 'image/png' }).end('PNG'));
    expect(await problemOf(generate())).toMatchObject({ kind: 'not-the-service', contentType: 'image/png' });
  });
});
