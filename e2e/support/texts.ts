// The texts that tests, benchmarks and pictures share.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('../fixtures/texts/', import.meta.url);

export type SampleFile = 'alice.txt' | 'earnest.txt' | 'earnest.epub' | 'war-and-peace.txt' | 'podcast.txt';

/** The bytes of a text, unpacked where the fixture is compressed. */
export function sampleBytes(name: SampleFile): Buffer {
  if (name === 'war-and-peace.txt') return gunzipSync(readFileSync(new URL(`${name}.gz`, FOLDER)));
  return readFileSync(new URL(name, FOLDER));
}

/** A text as a string. The texts are UTF-8. */
export function sampleText(name: SampleFile): string {
  return sampleBytes(name).toString('utf8');
}
