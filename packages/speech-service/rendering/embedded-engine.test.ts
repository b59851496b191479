import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpeechRequest } from '../speech/speech-engine.ts';
import { concatenate } from '../speech/turn-sound.ts';
import { temporaryFolder, VOICE } from '../testing/test-service.ts';
import { resolvePrebuilt } from '../voices/catalogue.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { RenderPool } from './worker-pool.ts';

const RATE = 22_050;
const folder = temporaryFolder();
const pool = new RenderPool(1);
const never = new AbortController().signal;
const request = (text: string): SpeechRequest => ({
  turns: [{ voice: VOICE, text }],
  speed: 1,
  seed: 0,
  temperature: 0,
  language: undefined,
});
const LONG = request('It was a bright cold day in April, and the clocks were striking thirteen. '.repeat(12));
const speaking = (path: string, asked: SpeechRequest) =>
  new EmbeddedEngine(pool, pool, resolvePrebuilt, path).synthesize(asked, never);

/** Takes all that is left. */
async function rest(speech: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  for await (const piece of speech) pieces.push(piece);
  return concatenate(pieces);
}

let whole: Int16Array;
beforeAll(async () => {
  whole = await rest(speaking(folder.path, LONG));
});
afterAll(async () => {
  await pool.close();
  folder.remove();
});

describe('what is spoken while its listener takes nothing', () => {
  test('lies on the disk but for some seconds, holds no thread, and is heard in order at last', async () => {
    const speech = speaking(folder.path, LONG);
    const { value: first = new Int16Array(0) } = await speech.next();
    // The one thread has it, and is given another's speech after it.
    await rest(speaking(folder.path, request('Yes.')));
    const [file = ''] = readdirSync(folder.path);
    expect(whole.length).toBeGreaterThan(30 * RATE);
    expect(statSync(join(folder.path, file)).size / 2).toBeGreaterThan(whole.length - 20 * RATE);
    const all = concatenate([first, await rest(speech)]);
    expect(Buffer.compare(Buffer.from(all.buffer), Buffer.from(whole.buffer))).toBe(0);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('leaves nothing behind where the listener goes', async () => {
    const speech = speaking(folder.path, LONG);
    await speech.next();
    await rest(speaking(folder.path, request('Yes.')));
    await speech.return(undefined);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('waits for the listener where the disk takes nothing', async () => {
    const all = await rest(speaking(join(folder.path, 'nowhere'), LONG));
    expect(Buffer.compare(Buffer.from(all.buffer), Buffer.from(whole.buffer))).toBe(0);
  });
});
