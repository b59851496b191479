import { describe, expect, test } from 'vitest';
import { BlockReader } from './event-stream.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(...pieces: readonly string[]) {
  const reader = new BlockReader();
  for (const [index, piece] of pieces.entries()) reader.push(bytes(piece), index);
  return reader;
}

describe('the reader of event streams', () => {
  test('gives each block with its lines, and tells a missing line from an empty one', () => {
    const { blocks } = read('event: ping\ndata: now\n\ndata: x\n\nevent: done\n\n');
    expect(blocks).toEqual([
      { event: 'ping', data: 'now', atMs: 0 },
      { event: undefined, data: 'x', atMs: 0 },
      { event: 'done', data: undefined, atMs: 0 },
    ]);
  });

  test('bears any ends of lines and any pieces', () => {
    const text = 'event: a\r\ndata: ä\r\n\r\nevent: b\ndata: 2\n\n';
    for (let cut = 1; cut < text.length; cut += 1) {
      const { blocks, unfinished } = read(text.slice(0, cut), text.slice(cut));
      expect(blocks.map(({ event, data }) => `${event} ${data}`)).toEqual(['a ä', 'b 2']);
      expect(unfinished).toBe('');
    }
  });

  test('counts no comment as a block, and shows what was not ended', () => {
    const reader = read(': hello\n\nevent: a\ndata: 1\n\nevent: b\nda');
    expect(reader.blocks).toHaveLength(1);
    expect(reader.unfinished).toBe('event: b\nda');
  });
});
