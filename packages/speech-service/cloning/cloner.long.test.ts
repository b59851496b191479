import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@lectern/audio';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/test-service.ts';
import { SampleSpeaker } from '../testing/voice-sample.ts';
import { EMBEDDED_VOICES } from '../voices/catalogue.ts';
import { Cloner } from './cloner.ts';

const folder = temporaryFolder();
const speaker = await SampleSpeaker.load();

/** The path of a recording spoken at a pitch on eSpeak NG's scale. */
async function sampleOf(pitch: number): Promise<string> {
  const path = join(folder.path, `${pitch}.wav`);
  const sound = speaker.speak({ variant: 'm5', rate: 170, pitch, range: 50 }, 'Nobody had told the captain anything.');
  writeFileSync(path, await encode(sound, 'wav'));
  return path;
}

const cloner = new Cloner();
afterAll(async () => {
  await cloner.close();
  folder.remove();
});

const never = new AbortController().signal;

test('clones are made one after the other, and a bad sample spoils no other', async () => {
  const [low, high, bad] = [await sampleOf(30), await sampleOf(80), join(folder.path, 'bad')];
  writeFileSync(bad, 'This is no sound at all, only a few words.');
  const orders = [low, bad, high].map((path) => cloner.clone({ path, gender: 'male' }, never));
  const [one, other, third] = await Promise.allSettled(orders);
  expect(other).toMatchObject({ status: 'rejected', reason: { name: 'SampleProblem' } });
  const pitches = [one, third].map((made) =>
    made?.status === 'fulfilled'
      ? [EMBEDDED_VOICES.get(made.value.basedOn)?.gender, made.value.timbre.variant]
      : made?.reason,
  );
  expect(pitches).toEqual([
    ['male', expect.any(String)],
    ['male', expect.any(String)],
  ]);
});

test('a caller that has gone gets nothing, and what waits is not begun', async () => {
  const path = await sampleOf(50);
  const gone = new AbortController();
  const first = cloner.clone({ path, gender: undefined }, never);
  const second = cloner.clone({ path: join(folder.path, 'nothing'), gender: undefined }, gone.signal);
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  expect(await first).toMatchObject({ gender: 'male' });
});

test('a file that is not there is a failure of the service', async () => {
  const order = { path: join(folder.path, 'nothing'), gender: undefined };
  await expect(cloner.clone(order, never)).rejects.toThrow('A clone could not be made');
});
