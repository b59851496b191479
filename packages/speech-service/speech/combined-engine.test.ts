import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { levelAt } from '../../audio/testing/tones.ts';
import { EmbeddedEngine } from '../rendering/embedded-engine.ts';
import { SpeechRenderer } from '../rendering/renderer.ts';
import { renderOrder } from '../rendering/stream-order.ts';
import { RenderPool } from '../rendering/worker-pool.ts';
import { HIGH, humEngine, LOW, requestOf, spoken } from '../testing/spoken.ts';
import { job, temporaryFolder, VOICE, VOICE_2 } from '../testing/test-service.ts';
import { answering, HUM_RATE, HUM_SECONDS, VoiceServer } from '../testing/voice-server.ts';
import { LISTED_VOICES } from '../voices/catalogue.ts';
import { CombinedEngine } from './combined-engine.ts';
import { EMBEDDED_LANE, SpeechError, type SpeechTurn } from './speech-engine.ts';

const pool = new RenderPool(1);
const embedded = new EmbeddedEngine(pool);
const folder = temporaryFolder();
let server: VoiceServer;
beforeEach(async () => {
  server = await new VoiceServer().start();
});
afterEach(() => server.stop());
afterAll(async () => {
  await pool.close();
  folder.remove();
});

const combined = (different: Readonly<Record<string, unknown>> = {}) =>
  new CombinedEngine(embedded, [humEngine(server.url, different)]);

const TEXT = 'It was a bright cold day in April.';
const HUMMED = TEXT.length * HUM_SECONDS;
const said = (...voices: string[]): SpeechTurn[] => voices.map((voice) => ({ voice, text: TEXT }));
const asking = (...voices: string[]) => requestOf('', { turns: said(...voices), temperature: 0, seed: 3 });

describe('engines that are one', () => {
  test('list their voices together, the embedded ones first', () => {
    const { voices } = combined();
    expect(voices.slice(0, LISTED_VOICES.length)).toEqual(LISTED_VOICES);
    expect(voices.slice(LISTED_VOICES.length).map(({ id }) => id)).toEqual([LOW, HIGH]);
    expect(new Set(voices.map(({ slug }) => slug)).size).toBe(voices.length);
  });

  test('have a lane each; what several speak waits for the one that does least at once', () => {
    const one = humEngine(server.url, { concurrency: 3 });
    const other = humEngine(server.url, { name: 'others', concurrency: 1 });
    const engine = new CombinedEngine(embedded, [one, other]);
    expect([...engine.lanes]).toEqual([
      [EMBEDDED_LANE, pool.size + 2],
      ['hums', 3],
      ['others', 1],
    ]);
    expect(engine.laneOf(asking())).toBe(EMBEDDED_LANE);
    expect(engine.laneOf(asking(VOICE, VOICE_2))).toBe(EMBEDDED_LANE);
    expect(engine.laneOf(asking(VOICE, LOW))).toBe('hums');
    expect(engine.laneOf(asking(LOW, VOICE, LOW.replace('hums', 'others')))).toBe('others');
  });

  test('speak alone as they would without the others', async () => {
    const alone = await spoken(embedded, asking(VOICE, VOICE_2));
    expect(await spoken(combined(), asking(VOICE, VOICE_2))).toEqual(alone);
    expect(server.requests).toHaveLength(0);
    const hums = await spoken(humEngine(server.url), asking(LOW, HIGH));
    expect(await spoken(combined(), asking(LOW, HIGH))).toEqual(hums);
  });
});

describe('a dialog of several engines', () => {
  test('has all turns in their order, with the same pauses, at the higher rate', async () => {
    const alone = await spoken(embedded, asking(VOICE));
    const whole = await spoken(combined(), asking(LOW, VOICE, HIGH, LOW));
    expect(alone.sampleRate).toBe(22_050);
    expect(whole.sampleRate).toBe(HUM_RATE);
    // Each part alone has 0.1 s of silence around it, here once; between turns there are 0.35 s.
    const turn = alone.seconds - 0.1;
    expect(whole.seconds).toBeCloseTo(3 * HUMMED + turn + 3 * 0.35 + 0.1, 2);
    const sound = Float32Array.from(whole.samples, (sample) => sample / 32768);
    const heard = (from: number, seconds: number, frequency: number): number => {
      const start = Math.round(from * HUM_RATE);
      return levelAt(sound.subarray(start, start + Math.round(seconds * HUM_RATE)), HUM_RATE, frequency);
    };
    const second = 0.03 + HUMMED + 0.35;
    const third = second + turn + 0.35;
    const fourth = third + HUMMED + 0.35;
    expect(heard(0.03, HUMMED, 200)).toBeGreaterThan(0.05);
    expect(heard(third, HUMMED, 900)).toBeGreaterThan(0.05);
    expect(heard(fourth, HUMMED, 200)).toBeGreaterThan(0.05);
    expect(heard(second, turn, 200) + heard(second, turn, 900)).toBeLessThan(0.05);
    // The embedded voice is where it belongs: the very sound, at the other rate.
    const place = Math.round(second * HUM_RATE);
    const power = (samples: Int16Array): number =>
      Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    const there = whole.samples.subarray(place, place + Math.round(turn * HUM_RATE));
    expect(power(there) / power(alone.samples.subarray(661, alone.samples.length - 1543))).toBeCloseTo(1, 1);
  });

  test('is as loud in all its voices', async () => {
    for (const level of [0.02, 0.9]) {
      server.usual = (request, response) => {
        const file = Buffer.from(
          Int16Array.from({ length: HUM_RATE * 2 }, (_, index) => {
            return 32767 * level * Math.sin((2 * Math.PI * 200 * index) / HUM_RATE);
          }).buffer,
        );
        expect(request.body['response_format']).toBe('pcm');
        response.writeHead(200).end(file);
      };
      const whole = await spoken(combined({ responseFormat: 'pcm' }), asking(LOW, VOICE));
      const loudness = (samples: Int16Array): number =>
        10 * Math.log10(samples.reduce((sum, sample) => sum + (sample / 32768) ** 2, 0) / samples.length);
      const cut = Math.round(2.1 * HUM_RATE);
      const difference = loudness(whole.samples.subarray(0, cut)) - loudness(whole.samples.subarray(cut));
      // A steady tone has no pauses: it measures higher than speech of the same level.
      expect(Math.abs(difference)).toBeLessThan(5);
      expect(whole.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(0.9 * 32768);
    }
  });

  test('tells its progress as one', async () => {
    const told: [string, number][] = [];
    const onProgress = (stage: string, fraction: number): void => void told.push([stage, fraction]);
    await spoken(combined(), asking(LOW, VOICE, HIGH), { onProgress });
    const generated = told.filter(([stage]) => stage === 'generate').map(([, fraction]) => fraction);
    expect(generated).toEqual(generated.toSorted((a, b) => a - b));
    expect(generated.at(-1)).toBeCloseTo(1);
    expect(generated.some((fraction) => fraction > 0 && fraction < 0.34)).toBe(true);
    expect(told[0]).toEqual(['preload', 0]);
  });

  test('becomes a file, by way of the jobs’ renderer', async () => {
    const renderer = new SpeechRenderer(combined(), pool);
    const input = {
      ...job({ voice: LOW, voice_2: VOICE, text: `A: ${TEXT}\nB: ${TEXT}` }),
      voice_engine: 'SvcDialog' as const,
      voice: LOW,
      text: `A: ${TEXT}\nB: ${TEXT}`,
      turn_prefix: 'A:',
      turn_prefix_2: 'B:',
      output_format: 'wav' as const,
    };
    const path = join(folder.path, 'dialog.wav');
    const order = renderOrder(input, 1, path);
    expect(renderer.laneOf(order)).toBe('hums');
    const finished = await renderer.render(order, new AbortController().signal);
    const sound = await decode(readFileSync(path));
    expect(sound.sampleRate).toBe(HUM_RATE);
    expect(finished.duration).toBeGreaterThan(HUMMED + 1);
  });

  test('fails as a whole where one of its voices does, and leaves the others alone', async () => {
    server.usual = answering(400, '{"error":"no"}');
    const engine = combined();
    await expect(spoken(engine, asking(VOICE, LOW))).rejects.toThrow('The voice server "hums" refused');
    expect((await spoken(engine, asking(VOICE))).seconds).toBeGreaterThan(1);
  });
});

test('a voice that was taken out of the configuration is told as what it is', async () => {
  const engine = new CombinedEngine(embedded, []);
  expect(engine.laneOf(asking(LOW))).toBe(EMBEDDED_LANE);
  const problem = `The voice "${LOW}" no longer exists.`;
  await expect(spoken(engine, asking(VOICE, LOW))).rejects.toThrow(problem);
  const path = join(folder.path, 'gone.wav');
  const order = { request: asking(LOW), format: 'wav', quality: 'medium', sampleRate: undefined, path } as const;
  const rendered = new SpeechRenderer(engine, pool).render(order, new AbortController().signal);
  await expect(rendered).rejects.toThrow(new SpeechError(problem));
});
