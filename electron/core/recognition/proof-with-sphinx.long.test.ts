// Finds faults in synthetic speech with pocketsphinx, which stands in for an installed recogniser. It needs Debian's packages
// `pocketsphinx`, `pocketsphinx-en-us` and `flite`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeWav } from '@lectern/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../../shared/model/proof.ts';
import { compareWords } from '../rules/proof/compare-words.ts';
import { hasSphinx, recogniseWithSphinx, type SphinxTake } from './testing/sphinx-recogniser.ts';

const FLITE = '/usr/bin/flite';

/** The start of Alice's Adventures in Wonderland. */
const LINES = [
  'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do.',
  'Once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it.',
  'So she was considering in her own mind, as well as she could, whether the pleasure of making a daisy chain would be worth the trouble.',
  'There was nothing so very remarkable in that, nor did Alice think it so very much out of the way.',
  'In another moment down went Alice after it, never once considering how in the world she was to get out again.',
  'Either the well was very deep, or she fell very slowly, for she had plenty of time as she went down to look about her.',
];

interface Fault {
  readonly kind: Finding['kind'];
  readonly line: number;
  readonly spoken: string;
  /** The words concerned, counted from 0. */
  readonly words: readonly [from: number, to: number];
}

const spokenWithout = (line: number, from: number, to: number): string =>
  (LINES[line] ?? '')
    .split(' ')
    .toSpliced(from, to - from)
    .join(' ');
const spokenWith = (line: number, at: number, words: string): string =>
  (LINES[line] ?? '').split(' ').toSpliced(at, 0, words).join(' ');

const FAULTS: readonly Fault[] = [
  { kind: 'missing', line: 0, spoken: spokenWithout(0, 9, 12), words: [9, 12] },
  { kind: 'missing', line: 1, spoken: spokenWithout(1, 17, 18), words: [17, 18] },
  { kind: 'repeated', line: 2, spoken: spokenWith(2, 4, 'was considering in'), words: [2, 5] },
  { kind: 'extra', line: 3, spoken: spokenWith(3, 5, 'considering the pictures'), words: [5, 5] },
  { kind: 'replaced', line: 4, spoken: (LINES[4] ?? '').replace('moment', 'conversation'), words: [2, 3] },
  { kind: 'wrong-text', line: 5, spoken: LINES[3] ?? '', words: [0, 25] },
];

describe.skipIf(!hasSphinx() || !existsSync(FLITE))('takes of a synthetic voice', () => {
  let folder: string;
  let clean: readonly Finding[][];
  let faulty: readonly (readonly Finding[])[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-proof-'));
    const texts = [...LINES, ...FAULTS.map(({ spoken }) => spoken)];
    const heard = recogniseWithSphinx(
      texts.map((text, index) => speak(text, join(folder, `${index}.wav`))),
      LINES,
    );
    const findingsOf = (line: number, take: number): Finding[] => [
      ...compareWords({ text: LINES[line] ?? '', languageCode: 'en-US', heard: heard[take] ?? [] }).findings,
    ];
    clean = LINES.map((_line, index) => findingsOf(index, index));
    faulty = FAULTS.map(({ line }, index) => findingsOf(line, LINES.length + index));
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('have at most one false finding in total if they were read as written', () => {
    expect(clean.flat().filter(({ confidence }) => confidence >= 0.5).length).toBeLessThanOrEqual(1);
  });

  test.each(FAULTS.map((fault, index) => [fault.kind, index] as const))('have a fault found: %s', (kind, index) => {
    const [from, to] = FAULTS[index]?.words ?? [0, 0];
    const near = (faulty[index] ?? []).filter(
      ({ confidence, fromWord, toWord }) => confidence >= 0.5 && fromWord <= to + 1 && toWord >= from - 1,
    );
    expect(near.map((finding) => finding.kind)).toContain(kind);
  });
});

function speak(text: string, file: string): SphinxTake {
  execFileSync(FLITE, ['-voice', 'slt', '-t', text, '-o', file]);
  const { sampleRate, channels } = decodeWav(readFileSync(file));
  return { sampleRate, samples: channels[0] ?? new Float32Array(0) };
}
