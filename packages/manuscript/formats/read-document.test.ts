import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DocumentJob, readDocument } from './read-document.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const rtf = (text: string): DocumentJob => ({ format: 'rtf', file: 'a.rtf', bytes: bytesOf(`{\\rtf1 ${text}}`) });
const PAGE: DocumentJob = { format: 'html', file: 'a.html', bytes: bytesOf('<p>A night.</p>') };

let started = 0;
const count = () => {
  started += 1;
};
beforeEach(() => {
  process.on('worker', count);
});
afterEach(() => {
  process.off('worker', count);
});

async function startedBy(...jobs: readonly DocumentJob[]): Promise<number> {
  started = 0;
  for (const job of jobs) await readDocument(job);
  return started;
}

describe('the thread that reads documents', () => {
  it('reads one short document after another', async () => {
    await readDocument(PAGE);
    expect(await startedBy(rtf('A day.'), PAGE)).toBe(0);
  });

  it('reads several documents at once', async () => {
    const all = await Promise.all([rtf('One.'), rtf('Two.'), PAGE].map((job) => readDocument(job)));
    expect(all.map(({ sections }) => JSON.stringify(sections))).toEqual([
      expect.stringContaining('One.'),
      expect.stringContaining('Two.'),
      expect.stringContaining('A night.'),
    ]);
  });

  it('is replaced after a document that can’t be read', async () => {
    await readDocument(PAGE);
    await expect(readDocument({ ...PAGE, bytes: bytesOf('') })).rejects.toMatchObject({ kind: 'empty' });
    expect(await startedBy(PAGE)).toBe(1);
  });

  it('is replaced after a long document', async () => {
    await readDocument(rtf('A long night. '.repeat(80_000)));
    expect(await startedBy(PAGE)).toBe(1);
  });

  it('is replaced after a read that was cancelled', async () => {
    await readDocument(PAGE);
    const cancellation = new AbortController();
    const reading = readDocument(PAGE, { signal: cancellation.signal, onProgress: () => undefined });
    cancellation.abort(new Error('cancelled'));
    await expect(reading).rejects.toThrow('cancelled');
    expect(await startedBy(PAGE)).toBe(1);
  });
});
