// Texts shared by tests, benchmarks and screenshots.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('../fixtures/texts/', import.meta.url);

export type SampleFile = 'alice.txt' | 'earnest.txt' | 'earnest.epub' | 'war-and-peace.txt' | 'podcast.txt';

/** Returns a text's bytes, decompressed if necessary. */
export function sampleBytes(name: SampleFile): Buffer {
  if (name === 'war-and-peace.txt') return gunzipSync(readFileSync(new URL(`${name}.gz`, FOLDER)));
  return readFileSync(new URL(name, FOLDER));
}

export function sampleText(name: SampleFile): string {
  return sampleBytes(name).toString('utf8');
}
