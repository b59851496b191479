import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { BodyMemory, BodyTooLongError, receiveBody } from './json-body.ts';

const KIB = 1024;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a body', () => {
  test('is what was sent, in whatever pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50_000 }), { maxLength: 12 }), async (pieces) => {
        const source = new PassThrough();
        const receiving = receiveBody(source, 10 ** 6, new BodyMemory(64 * KIB));
        for (const piece of pieces) source.write(piece);
        source.end();
        const { bytes, release } = await receiving;
        expect(bytes.equals(Buffer.concat(pieces))).toBe(true);
        release();
      }),
      { numRuns: rounds(50) },
    );
  });

  test('that is too long is refused as soon as it is, and read to its end all the same', async () => {
    const source = new PassThrough();
    const receiving = receiveBody(source, 100, new BodyMemory(KIB));
    source.write(Buffer.alloc(101));
    await expect(receiving).rejects.toBeInstanceOf(BodyTooLongError);
    for (let more = 0; more < 100; more += 1) source.write(Buffer.alloc(64 * KIB));
    await turn();
    expect(source.readableLength).toBe(0);
  });

  test('that breaks off gives its memory back', async () => {
    const memory = new BodyMemory(32 * KIB);
    const source = new PassThrough();
    const receiving = receiveBody(source, 10 ** 6, memory);
    source.write(Buffer.alloc(32 * KIB));
    await turn();
    source.destroy();
    await expect(receiving).rejects.toThrow();
    expect(memory.open().grow(32 * KIB)).toBeUndefined();
  });
});

describe('memory for bodies', () => {
  test('is given in order; one body at a time may go beyond it, so that it ends and makes room', async () => {
    const memory = new BodyMemory(100);
    const [one, two, three] = [memory.open(), memory.open(), memory.open()];
    const given: string[] = [];
    expect([one.grow(50), two.grow(50)]).toEqual([undefined, undefined]);
    // The first that asks for more than there is gets it.
    expect(one.grow(60)).toBeUndefined();
    two.grow(10)?.then(() => given.push('two'));
    three.grow(1)?.then(() => given.push('three'));
    // And goes on getting it, before those who wait: they wait for it to end.
    expect(one.grow(70)).toBeUndefined();
    await turn();
    expect(given).toEqual([]);
    one.release();
    await turn();
    expect(given).toEqual(['two', 'three']);
    two.release();
    two.release();
    three.release();
    expect(memory.open().grow(100)).toBeUndefined();
  });

  test('is enough for many bodies of which no two fit, all of which are received', async () => {
    const memory = new BodyMemory(KIB);
    const sources = Array.from({ length: 50 }, () => new PassThrough());
    const lengths = sources.map(async (source) => {
      const { bytes, release } = await receiveBody(source, 10 ** 6, memory);
      release();
      return bytes.length;
    });
    for (let sent = 0; sent < 8 * KIB; sent += 256) for (const source of sources) source.write(Buffer.alloc(256));
    for (const source of sources) source.end();
    expect(await Promise.all(lengths)).toEqual(sources.map(() => 8 * KIB));
  });

  test('is not kept from others by senders that stop halfway', async () => {
    const memory = new BodyMemory(64 * KIB);
    const slow = Array.from({ length: 200 }, () => new PassThrough());
    for (const source of slow) {
      receiveBody(source, 10 ** 6, memory).catch(() => {});
      source.write('{');
    }
    const source = new PassThrough();
    const receiving = receiveBody(source, 10 ** 6, memory);
    for (const one of slow) one.destroy();
    source.end('{}');
    expect((await receiving).bytes.toString()).toBe('{}');
  });
});
