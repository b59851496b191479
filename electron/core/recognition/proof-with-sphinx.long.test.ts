// Finds faults in synthetic speech with pocketsphinx, which stands in for an installed recogniser. It needs Debian's packages
// `pocketsphinx`, `pocketsphinx-en-us` and `flite`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeWav } from '@lectern/audio';
import { proofTake, ReferenceReader } from '@lectern/audio/alignment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding, TakeProof } from '../../../shared/model/proof.ts';
import { combineProofs } from '../rules/proof/combine-proofs.ts';
import { compareWords } from '../rules/proof/compare-words.ts';
import { TakeListener } from './take-listener.ts';
import { installedRecogniser } from './testing/fake-recogniser.ts';
import { hasSphinx, recogniseWithSphinx, SphinxRecogniser, type SphinxTake } from './testing/sphinx-recogniser.ts';

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

describe.skipIf(!hasSphinx() || !existsSync(FLITE))('takes that are compared by alignment and by a recogniser', () => {
  let folder: string;
  let reader: ReferenceReader;
  let listener: TakeListener;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-proof-'));
    reader = await ReferenceReader.create();
    listener = new TakeListener({
      installed: () => [installedRecogniser('sphinx', ['en'])],
      create: () => new SphinxRecogniser(LINES),
      onProblem: (problem) => expect.fail(problem.kind),
      onDefect: (error) => expect.fail(String(error)),
    });
  });
  afterAll(() => {
    listener.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Nothing is known about the voice, so the alignment alone marks no take as suspicious. */
  async function proof(spoken: string, text: string): Promise<TakeProof> {
    const take = { ...speak(spoken, join(folder, 'take.wav')), text };
    const aligned = proofTake(reader, { ...take, language: 'english' }, null);
    const listened = await listener.listen('english', take, new AbortController().signal);
    if (!aligned.isCompared || !listened?.heard) throw new Error('not compared');
    return combineProofs(aligned.proof, listened.heard);
  }

  test('are suspicious if words differ, even though the voice is unknown, and rank above all clean takes', async () => {
    const clean: TakeProof[] = [];
    for (const line of LINES) clean.push(await proof(line, line));
    const faulty: TakeProof[] = [];
    for (const { spoken, line } of FAULTS) faulty.push(await proof(spoken, LINES[line] ?? ''));
    expect(clean.filter(({ isSuspicious }) => isSuspicious).length).toBeLessThanOrEqual(1);
    expect(faulty.map(({ isSuspicious }) => isSuspicious)).toEqual(FAULTS.map(() => true));
    const highest = clean.map(({ score }) => score).toSorted((a, b) => b - a)[1] ?? 0;
    for (const { score } of faulty) expect(score).toBeGreaterThan(highest);
    const confirmed = faulty.filter(({ findings }) => findings.some(({ source }) => source === 'both'));
    expect(confirmed.length).toBeGreaterThanOrEqual(4);
  });
});

function speak(text: string, file: string): SphinxTake {
  execFileSync(FLITE, ['-voice', 'slt', '-t', text, '-o', file]);
  const { sampleRate, channels } = decodeWav(readFileSync(file));
  return { sampleRate, samples: channels[0] ?? new Float32Array(0) };
}
