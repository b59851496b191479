import { describe, expect, it } from 'vitest';
import { pdf } from '../testing/pdf.ts';
import { openPdf } from './pdf-document.ts';
import { readPages } from './pdf-pages.ts';

const PAGES = 250;
const LONG = pdf(Array.from({ length: PAGES }, (_, at) => [{ text: `Page ${at}`, y: 600 }]));

async function read(bytes: Uint8Array) {
  const told: number[] = [];
  const pages = await readPages(await openPdf(LONG), bytes, (done) => told.push(done));
  return { words: pages.map((page) => page?.map(({ text }) => text).join(' ')), told };
}

const ALL = Array.from({ length: PAGES }, (_, at) => `Page ${at}`);

describe('the pages of a long PDF', () => {
  it('come in their order, and it is told how many have been read', async () => {
    const { words, told } = await read(LONG);
    expect(words).toEqual(ALL);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(PAGES);
  });

  it('come without a second thread that can’t read them, or not all that it took', async () => {
    expect((await read(Buffer.from('no PDF'))).words).toEqual(ALL);
    expect((await read(pdf([[{ text: 'Page 0', y: 600 }]]))).words).toEqual(ALL);
  });
});
