import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encode } from '@lectern/audio';
import { analyseAudio, checkAudio } from '@lectern/audio/meters';
import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { converted } from '../../../packages/audio/testing/converted.ts';
import { murmur } from '../../../packages/audio/testing/tones.ts';
import { createAudioWorkers } from './audio-workers.ts';

// The decoders write to the console what they dislike.
beforeAll(() => void vi.spyOn(console, 'error').mockReturnValue());
afterAll(() => void vi.restoreAllMocks());

const workers = createAudioWorkers({ size: 2 });
afterAll(() => workers.close());

const folder = mkdtempSync(join(tmpdir(), 'lectern-audio-workers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** No file has this number. */
const NO_FILE = { fd: 2 ** 30 };

test('a check in a thread finds what a check here finds', async () => {
  for (const format of OUTPUT_FORMATS) {
    const bytes = await encode(murmur(16000, 0.4), format);
    const expected = { format, sizeBytes: bytes.length, durationSeconds: 0.4 };
    for (const given of [bytes, bytes.subarray(0, bytes.length - 300)]) {
      expect(await workers.checkAudio(given, expected)).toEqual(await checkAudio(given, expected));
    }
    const cut = bytes.subarray(0, bytes.length - 300);
    expect(await workers.checkAudio(cut, { format })).toEqual(await checkAudio(cut, { format }));
  }
});

test('a conversion in a thread gives the bytes that one here gives, also many at once, and leaves the given ones alone', async () => {
  const bytes = await encode(murmur(16000, 0.4), 'wav');
  const before = bytes.slice();
  const here = await Promise.all(OUTPUT_FORMATS.map(async (to) => (await converted(bytes, { to })).bytes));
  const there = await Promise.all(
    [...OUTPUT_FORMATS, ...OUTPUT_FORMATS].map(async (to) => {
      const file = await open(join(folder, String(Math.random())), 'wx+');
      await workers.convertAudio(bytes, { fd: file.fd }, { to });
      const made = new Uint8Array(await file.readFile());
      await file.close();
      return made;
    }),
  );
  expect(there).toEqual([...here, ...here]);
  expect(bytes).toEqual(before);
});

test('a measurement in a thread gives the figures of one here, also of a file too long to be checked at once', async () => {
  const long = await encode(murmur(16000, 10), 'wav');
  const raw = new Uint8Array(8000).fill(0x90);
  const { analysis } = await analyseAudio(long);
  expect(await workers.analyseAudio(long)).toEqual(analysis);
  expect(await workers.checkAudio(long, { format: 'wav' })).toEqual(await checkAudio(long, { format: 'wav' }));
  const hint = { format: 'mulaw', sampleRate: 16000 } as const;
  expect(await workers.analyseAudio(raw, hint)).toEqual((await analyseAudio(raw, hint)).analysis);
});

test('what is no audio fails there as it does here', async () => {
  const page = new TextEncoder().encode('<html></html>');
  await expect(workers.convertAudio(page, NO_FILE, { to: 'mp3' })).rejects.toMatchObject({
    name: 'AudioFormatError',
    kind: 'foreign',
  });
  await expect(workers.analyseAudio(page)).rejects.toMatchObject({ name: 'AudioFormatError', kind: 'foreign' });
  expect(await workers.checkAudio(page, { format: 'mp3' })).toMatchObject({ ok: false, defect: { kind: 'foreign' } });
});

test('a file that can not be written fails with the error of the file system', async () => {
  const wav = await encode(murmur(8000, 0.1), 'wav');
  await expect(workers.convertAudio(wav, NO_FILE, { to: 'flac' })).rejects.toMatchObject({
    name: 'FileWriteError',
    code: 'EBADF',
  });
});

test('after closing, only what needs no thread is done', async () => {
  const closed = createAudioWorkers({ size: 1 });
  await closed.close();
  const wav = await encode(murmur(8000, 0.1), 'wav');
  expect(await closed.checkAudio(wav, { format: 'wav' })).toMatchObject({ ok: true });
  await expect(closed.convertAudio(wav, NO_FILE, { to: 'mp3' })).rejects.toMatchObject({ name: 'WorkerLostError' });
});

test('idle threads keep no program from ending', async () => {
  const script = fileURLToPath(new URL('./testing/convert-and-end.ts', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script]);
  expect(Number(stdout)).toBeGreaterThan(42);
  expect(stderr).toBe('');
});

test('a damaged file is reported once, in the answer, and not on the console', async () => {
  const script = fileURLToPath(new URL('./testing/check-damaged.ts', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, defect: { kind: 'damaged' } });
  expect(stderr).toBe('');
});
