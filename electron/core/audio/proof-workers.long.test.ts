import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { ReferenceReader } from '@lectern/audio/alignment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALIGNMENT_RATE, MIN_LINES_OF_VOICE } from '../../../shared/model/proof.ts';
import { createProofWorkers, type ProofOrder, type ProofWorkers, type TakeComparison } from './proof-workers.ts';

const TEXT = 'The captain opened the heavy door.';
const RATE = 24_000;

let folder: string;
let file: FileHandle;
let workers: ProofWorkers;
let order: ProofOrder;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-proof-'));
  const path = join(folder, 'take.wav');
  const { samples } = (await ReferenceReader.create()).read({
    text: TEXT,
    language: 'english',
    accent: 'en-gb-scotland',
  });
  // Plays faster and higher, like another voice.
  writeFileSync(path, encodeWav({ sampleRate: RATE, channels: [samples] }));
  file = await open(path);
  workers = createProofWorkers();
  const durationSeconds = samples.length / RATE;
  order = { text: TEXT, language: 'english', format: 'wav', sampleRate: RATE, durationSeconds };
});
afterAll(async () => {
  await workers.close();
  await file.close();
  rmSync(folder, { recursive: true, force: true });
});

const compare = (comparison: Partial<TakeComparison> = {}, changes: Partial<ProofOrder> = {}) =>
  workers.compareTake(
    { fd: file.fd },
    { ...order, ...changes },
    { model: null, known: null, isHeard: false, ...comparison },
  );

describe('what is known about a take', () => {
  test('isn’t computed again', async () => {
    const { audioHash, words: times } = await compare();
    expect(times).toHaveLength(6);
    const words = times.map((time) => ({ ...time, confidence: 0.125 }));
    const known = { audioHash: audioHash ?? '', words, isHeard: true };
    const again = await compare({ known, isHeard: true });
    expect(again.words).toEqual(words);
    expect(again.speech).toBeNull();
    expect(again.proof).toEqual((await compare()).proof);
  });

  test('is ignored if the file has been exchanged', async () => {
    const known = { audioHash: 'another', words: [], isHeard: true };
    const { words, speech } = await compare({ known, isHeard: true });
    expect(words).toHaveLength(6);
    expect(speech?.length).toBeCloseTo(ALIGNMENT_RATE * order.durationSeconds, -1);
  });
});

test('a language is known by its tag, too', async () => {
  expect((await compare({}, { language: 'en-GB' })).proof).toEqual((await compare()).proof);
});

describe('a take that can’t be read', () => {
  test.each([
    ['unreadable-text', { text: '今日は雨です。', language: 'japanese' }],
    ['no-reference', { text: 'Ola.', language: 'galician' }],
  ])('can be heard: %s', async (kind, changes) => {
    const heard = await compare({ isHeard: true }, changes);
    expect(heard).toMatchObject({ proof: null, notCompared: { kind } });
    expect(heard.speech).not.toBeNull();
    expect((await compare({}, changes)).speech).toBeNull();
  });

  test.each([
    ['no-words', { text: '…' }],
    ['too-long', { durationSeconds: 601 }],
  ])('or not: %s', async (kind, changes) => {
    expect(await compare({ isHeard: true }, changes)).toMatchObject({ speech: null, notCompared: { kind } });
  });
});

test('takes are compared while a voice is learnt', async () => {
  const line = await workers.prepareLine({ fd: file.fd }, order);
  if (!line) throw new Error('not prepared');
  const learning = workers.learnVoice(Array.from({ length: MIN_LINES_OF_VOICE }, () => line));
  const first = await Promise.race([learning.then(() => 'learnt'), compare().then(() => 'compared')]);
  expect(first).toBe('compared');
  expect((await learning).length).toBeGreaterThan(1_000);
});
