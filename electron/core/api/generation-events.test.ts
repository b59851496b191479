import { STAGES } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { createSecretScrubber } from './error-body.ts';
import { createEventReader, GenerationLog, type WireEvent } from './generation-events.ts';

const KEY = 'sk-a-key-that-is-long-enough';
const baseUrl = new URL('https://tts.test/base/');

const newLog = () =>
  new GenerationLog({
    baseUrl,
    readFrom: new URL('https://tts.test/base/api/v2/tts'),
    scrubber: createSecretScrubber(KEY),
  });

const generating = (log: GenerationLog, data: unknown) =>
  log.readEvent({ name: 'generating', data: typeof data === 'string' ? data : JSON.stringify(data) });
const completed = (log: GenerationLog, data: unknown) =>
  log.readEvent({ name: 'completed', data: JSON.stringify(data) });

describe('an event "generating"', () => {
  it('has what the interface shows', () => {
    const log = newLog();
    expect(generating(log, { id: 'j', progress: 0, stage: 'queued' })).toEqual({
      kind: 'generating',
      id: 'j',
      progress: 0,
      stage: 'queued',
      stageProgress: null,
    });
    expect(generating(log, { id: 'j', progress: 0.5, stage: 'generate', stageProgress: 0.25, more: [1] })).toEqual({
      kind: 'generating',
      id: 'j',
      progress: 0.5,
      stage: 'generate',
      stageProgress: 0.25,
    });
  });

  it.each(['', 'null', '[]', '7', '"text"', '{', '{"id": "j", "progress": 0.', 'not JSON'])(
    'is none where its data are %s',
    (data) => {
      const log = newLog();
      expect(generating(log, data)).toBeNull();
      expect(log.isOver).toBe(false);
    },
  );

  it('is as the one before in all that is missing, null or of another type', () => {
    const log = newLog();
    const first = generating(log, { id: 'j', progress: 0.4, stage: 'generate', stageProgress: 0.3 });
    for (const data of [
      {},
      { id: null, progress: null, stage: null, stageProgress: null, _links: null },
      { id: 7, progress: '0.9', stage: 'unknown', stageProgress: 'x', _links: 'x' },
      { progress: -1, stage: 'complete', stageProgress: -4, _links: { self: null } },
    ]) {
      expect(generating(log, data)).toEqual(first);
    }
  });

  it('never falls, whatever comes in whatever order', () => {
    const number = fc.oneof(fc.double(), fc.double({ min: 0, max: 1 }), fc.constant(null), fc.constant('x'));
    const event = fc.record(
      { progress: number, stageProgress: number, stage: fc.constantFrom(...STAGES, 'other', null) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const log = newLog();
        let before = { progress: 0, stage: 'queued', stageProgress: 0 as number | null };
        for (const data of events) {
          const after = generating(log, data);
          if (after?.kind !== 'generating') throw new Error('no event');
          expect(after.progress).toBeGreaterThanOrEqual(before.progress);
          expect(after.progress).toBeLessThanOrEqual(1);
          const moved =
            (STAGES as readonly string[]).indexOf(after.stage) - (STAGES as readonly string[]).indexOf(before.stage);
          expect(moved).toBeGreaterThanOrEqual(0);
          expect(after.stageProgress === null).toBe(after.stage === 'queued' || after.stage === 'active');
          if (moved === 0) expect(after.stageProgress ?? 0).toBeGreaterThanOrEqual(before.stageProgress ?? 0);
          expect(after.stageProgress ?? 0).toBeLessThanOrEqual(1);
          before = after;
        }
      }),
    );
  });

  it('leaves the progress of a later stage alone when it comes late', () => {
    const log = newLog();
    generating(log, { stage: 'generate', stageProgress: 0.2 });
    expect(generating(log, { stage: 'preload', stageProgress: 1 })).toMatchObject({
      stage: 'generate',
      stageProgress: 0.2,
    });
  });
});

describe('an event "completed"', () => {
  const OUTPUT = { url: 'https://cdn.test/a.mp3?signature=1', duration: 2.5, size: 4000 };

  it('has the audio, and is the last', () => {
    const log = newLog();
    expect(completed(log, { id: 'j', progress: 1, stage: 'complete', ...OUTPUT })).toEqual({
      kind: 'completed',
      id: 'j',
      progress: 1,
      ...OUTPUT,
    });
    expect(log.isOver).toBe(true);
  });

  it('needs the address alone, which may be relative', () => {
    expect(completed(newLog(), { url: '/a.mp3', duration: null, size: 'x' })).toEqual({
      kind: 'completed',
      id: null,
      progress: 1,
      url: 'https://tts.test/a.mp3',
      duration: null,
      size: null,
    });
    expect(completed(newLog(), { ...OUTPUT, duration: -1, size: 0.5 })).toMatchObject({ duration: null, size: null });
  });

  it.each([[{}], [null], [[]], [{ url: null }], [{ url: 7 }], [{ url: 'ftp://x/y' }], [{ url: `https://x/${KEY}` }]])(
    'is none with %j, and yet the last',
    (data) => {
      const log = newLog();
      expect(completed(log, data)).toBeNull();
      expect(log.isOver).toBe(true);
    },
  );
});

describe('other events', () => {
  it('are pings with a timestamp, or without', () => {
    expect(newLog().readEvent({ name: 'ping', data: '2026-01-01T00:00:00.000Z' })).toEqual({
      kind: 'ping',
      at: '2026-01-01T00:00:00.000Z',
    });
    expect(newLog().readEvent({ name: 'ping', data: '{}' })).toEqual({ kind: 'ping', at: null });
  });

  it('are given as they are, within bounds and without the key', () => {
    const long = `${KEY} ${'x'.repeat(5000)}`;
    const event = newLog().readEvent({ name: 'news', data: long });
    if (event?.kind !== 'other') throw new Error('another kind');
    expect(event.name).toBe('news');
    expect(event.data).toHaveLength(1000);
    expect(event.data).not.toContain(KEY);
  });

  it('end the waiting where their name says that it went wrong', () => {
    for (const [name, isOver] of [
      ['error', true],
      ['failed', true],
      ['Error ', false],
      ['warning', false],
    ] as const) {
      const log = newLog();
      log.readEvent({ name, data: '{}' });
      expect(log.isOver).toBe(isOver);
    }
  });
});

describe('what is known of the job', () => {
  it('is the first identifier and link that can be used', () => {
    const log = newLog();
    for (const id of [7, '', 'x'.repeat(201), KEY]) generating(log, { id });
    expect(log.id).toBeNull();
    generating(log, { id: 'first', _links: { self: { href: `https://tts.test/jobs/${KEY}` } } });
    generating(log, { id: 'second', _links: { self: { href: '/jobs/1' } } });
    generating(log, { id: 'third', _links: { self: { href: '/jobs/2' } } });
    expect([log.id, log.self]).toEqual(['first', '/jobs/1']);
  });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Reads pieces to their end. */
function read(pieces: readonly Uint8Array[], limit = 1000): { events: WireEvent[]; fits: boolean } {
  const events: WireEvent[] = [];
  const reader = createEventReader((event) => events.push(event), limit);
  let fits = true;
  for (const piece of pieces) fits = reader.push(piece);
  reader.end();
  return { events, fits };
}

const eventsOf = (text: string) => read([bytesOf(text)]).events;
const A_PING = { name: 'ping', data: 'now' };

describe('the events of a stream', () => {
  it.each([
    ['rows that end with LF', 'event: ping\ndata: now\n\n'],
    ['rows that end with CR LF', 'event: ping\r\ndata: now\r\n\r\n'],
    ['rows that end with CR', 'event: ping\rdata: now\r\r'],
    ['no blank after the colon', 'event:ping\ndata:now\n\n'],
    ['a mark at the start', '\ufeffevent: ping\ndata: now\n\n'],
    ['comments', ': hello\n\n:\nevent: ping\n: in the middle\ndata: now\n\n'],
    ['unknown fields', 'x: 1\nevent: ping\nretry: 3\nid: 7\ndata: now\nEVENT: other\n\n'],
    ['the data first', 'data: now\nevent: ping\n\n'],
    ['no blank row at the end', 'event: ping\ndata: now\n'],
    ['no end of a row at the end', 'event: ping\ndata: now'],
    ['an event without data before', 'event: empty\n\nevent: ping\ndata: now\n\n'],
  ])('are read with %s', (_, text) => {
    expect(eventsOf(text)).toEqual([A_PING]);
  });

  it('may have rows of data, no name, and any characters', () => {
    expect(eventsOf('data: one\ndata:  two\ndata\n\n')).toEqual([{ name: 'message', data: 'one\n two\n' }]);
    expect(eventsOf('event: ä€𝄞\ndata: 日本語\n\n')).toEqual([{ name: 'ä€𝄞', data: '日本語' }]);
    expect(eventsOf('\ufeff\ufeffdata: one\n\ndata: two\n\n')).toEqual([{ name: 'message', data: 'two' }]);
    expect(eventsOf(`data: \ufeff\n\n`)).toEqual([{ name: 'message', data: '\ufeff' }]);
  });

  it('survive bytes that are no text', () => {
    const broken = new Uint8Array([...bytesOf('data: a'), 0xff, 0xc3, ...bytesOf('b\n\nevent: ping\ndata: now\n\n')]);
    expect(read([broken]).events).toEqual([{ name: 'message', data: 'a\ufffd\ufffdb' }, A_PING]);
    expect(read([bytesOf('data: a'), new Uint8Array([0xe2, 0x82])]).events).toEqual([
      { name: 'message', data: 'a\ufffd' },
    ]);
  });

  it('are the same wherever the bytes are cut: inside characters and ends of rows, with empty pieces between', () => {
    const row = fc.oneof(
      fc.constantFrom('event: ping', 'data: now', 'data:', 'data: é€𝄞', ': ü', 'id: 1', 'x', 'event: generating', ''),
      fc.string({ unit: 'binary', maxLength: 9 }).map((text) => `data: ${text}`),
    );
    // Half of a character now and then, which belongs to no text.
    const broken = fc.constantFrom([], [], [], [0xc3], [0xf0, 0x9d]);
    const end = fc.constantFrom('\n', '\r', '\r\n');
    const stream = fc.tuple(
      fc.constantFrom('', '\ufeff', '\ufeff\ufeff'),
      fc.array(
        fc.tuple(row, broken, end).map(([text, bytes, rowEnd]) => [...bytesOf(text), ...bytes, ...bytesOf(rowEnd)]),
        { maxLength: 25 },
      ),
    );
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 25 }), ([start, rows], cuts) => {
        const bytes = Uint8Array.from([...bytesOf(start), ...rows.flat()]);
        const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        const whole = read([bytes]).events;
        expect(read(pieces).events).toEqual(whole);
        expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte))).events).toEqual(whole);
      }),
      { numRuns: rounds(300) },
    );
  });
});

describe('an event that is too large', () => {
  const big = 'x'.repeat(400);
  it.each([
    ['one row in pieces', ['data: ', big, big, big, '\n\n']],
    ['many rows', [`data: ${big}\ndata: ${big}\ndata: ${big}\n`, 'data: more\n\n']],
    ['a name that never ends', ['event: ', big, big, big]],
  ])('ends the reading: %s', (_, pieces) => {
    const { events, fits } = read([...['data: first\n\n', ...pieces, 'data: later\n\n'].map(bytesOf)]);
    expect(events).toEqual([{ name: 'message', data: 'first' }]);
    expect(fits).toBe(false);
  });

  it('is not one whose size comes only from comments or unknown fields, which are not kept', () => {
    const pieces = ['data: first\n\n: ', big, big, big, '\nunknown: ', big, big, big, '\ndata: later\n\n'];
    const { events, fits } = read(pieces.map(bytesOf));
    expect(events.map(({ data }) => data)).toEqual(['first', 'later']);
    expect(fits).toBe(true);
  });
});
