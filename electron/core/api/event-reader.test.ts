import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader, type WireEvent } from './event-reader.ts';

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
    ['fields that nobody knows', 'x: 1\nevent: ping\nretry: 3\nid: 7\ndata: now\nEVENT: other\n\n'],
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
      { numRuns: 300 },
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
