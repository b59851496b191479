// What is heard: measured on the audio that the local service gives over HTTP and that `lectern render` leaves behind.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, durationSeconds, mixToMono } from '@lectern/audio';
import { batchJobSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distance, impressionOf, likeness, medianPitch } from '../packages/speech-service/testing/listening.ts';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';

const ALGERNON = 'lectern://voices/en-gb/alistair/manifest.json';
const LANE = 'lectern://voices/en-us/abigail/manifest.json';
const QUESTION = 'Did you hear what I was playing, Lane?';
const ANSWER = 'I didn’t think it polite to listen, sir.';
/** Seconds between two turns, and of silence around what is spoken: docs/service.md. */
const PAUSE = 0.35;
const LEAD = 0.03;
const AROUND = 0.1;

const folder = temporaryFolder();
let service: ServiceProcess;

beforeAll(async () => {
  service = await startService(join(folder.path, 'service'));
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

interface Heard {
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly container: string;
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly seconds: number;
}

async function hear(bytes: Uint8Array): Promise<Heard> {
  const sound = mixToMono(await decode(bytes));
  const [samples = new Float32Array(0)] = sound.channels;
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    container: Buffer.from(bytes.subarray(0, 3)).toString('latin1'),
    samples,
    sampleRate: sound.sampleRate,
    seconds: durationSeconds(sound),
  };
}

/** Has jobs done in one batch, and hears what they became, in their order. */
async function speak(...jobs: readonly Readonly<Record<string, unknown>>[]): Promise<Heard[]> {
  const { LECTERN_BASE_URL: base, LECTERN_API_KEY: key, LECTERN_USER_ID: user } = service.environment;
  const headers = { authorization: `Bearer ${key}`, 'x-user-id': user ?? '', 'content-type': 'application/json' };
  const usual = { voice_engine: 'SvcDialog', voice: ALGERNON, output_format: 'wav', temperature: 0, seed: 1 };
  const body = JSON.stringify({ jobs: jobs.map((job) => ({ ...usual, ...job })) });
  const accepted = await fetch(new URL('/api/v2/tts/batches', base), { method: 'POST', headers, body });
  expect(accepted.status, await accepted.clone().text()).toBe(201);
  const batch = new URL(accepted.headers.get('location') ?? '', base);
  for (;;) {
    const read = batchJobSchema.parse(await (await fetch(batch, { headers })).json());
    const urls = read.jobs.flatMap((job) => job.output?.url ?? []);
    if (urls.length === jobs.length) {
      return Promise.all(urls.map(async (url) => hear(new Uint8Array(await (await fetch(url)).arrayBuffer()))));
    }
    expect(read.status).not.toMatch(/completed|failed/);
    await sleep(20);
  }
}

/** The speech alone, without the silence around it. */
function speechOf({ samples }: Heard): Float32Array {
  const first = samples.findIndex((sample) => Math.abs(sample) > 0.001);
  const last = samples.findLastIndex((sample) => Math.abs(sample) > 0.001);
  return samples.slice(first, last + 1);
}

/** How much of a speech is heard in a sound that begins with it, or that ends with it. */
function atTheStart(whole: Heard, speech: Float32Array): number {
  const start = whole.samples.findIndex((sample) => Math.abs(sample) > 0.001);
  return likeness(whole.samples, speech, start, 60);
}
function atTheEnd(whole: Heard, speech: Float32Array): number {
  const end = whole.samples.findLastIndex((sample) => Math.abs(sample) > 0.001);
  return likeness(whole.samples, speech, end + 1 - speech.length, 60);
}

/** The longest silence within a sound: where it begins and how long it is, in seconds. */
function longestSilence({ samples, sampleRate }: Heard): { from: number; seconds: number } {
  let longest = { from: 0, seconds: 0 };
  let from = samples.findIndex((sample) => Math.abs(sample) > 0.001);
  for (const [index, sample] of samples.entries()) {
    if (index < from || Math.abs(sample) <= 0.001) continue;
    if ((index - from) / sampleRate > longest.seconds) {
      longest = { from: from / sampleRate, seconds: (index - from) / sampleRate };
    }
    from = index;
  }
  return longest;
}

const dialog = { text: `A: ${QUESTION}\nB: ${ANSWER}`, voice_2: LANE, turn_prefix: 'A:', turn_prefix_2: 'B:' };

describe('a dialog', () => {
  test('is the first voice with the first turn, a pause, and the second voice with the second', async () => {
    const [both, one, two, oneByTwo, twoByOne] = (await speak(
      dialog,
      { text: QUESTION },
      { text: ANSWER, voice: LANE },
      { text: QUESTION, voice: LANE },
      { text: ANSWER },
    )) as [Heard, Heard, Heard, Heard, Heard];
    expect(atTheStart(both, speechOf(one))).toBeGreaterThan(0.999);
    expect(atTheEnd(both, speechOf(two))).toBeGreaterThan(0.999);
    // The other way round, neither is heard: the measure can tell.
    expect(atTheStart(both, speechOf(oneByTwo))).toBeLessThan(0.5);
    expect(atTheEnd(both, speechOf(twoByOne))).toBeLessThan(0.5);
    // There is nothing else in it: a prefix that was spoken would take a quarter of a second at least.
    expect(both.seconds).toBeCloseTo(one.seconds + two.seconds - AROUND + PAUSE, 2);
    const pause = longestSilence(both);
    expect(pause.from).toBeCloseTo(LEAD + speechOf(one).length / one.sampleRate, 1);
    expect(pause.seconds).toBeGreaterThanOrEqual(PAUSE);
  });

  test('would be longer if its prefixes were spoken, whatever they are', async () => {
    const prefixes = ['A:', 'ALGERNON:', 'The first speaker says'];
    const others = ['B:', 'LANE:', 'The second speaker says'];
    const jobs = prefixes.map((prefix, index) => ({
      ...dialog,
      text: `${prefix} ${QUESTION}\n${others[index]} ${ANSWER}`,
      turn_prefix: prefix,
      turn_prefix_2: others[index],
    }));
    const heard = await speak(...jobs, ...jobs.map(({ text }) => ({ text })));
    const [short, ...rest] = heard.slice(0, 3);
    for (const each of rest) expect(each.hash).toBe(short?.hash);
    for (const spoken of heard.slice(3)) expect(spoken.seconds).toBeGreaterThan((short?.seconds ?? 0) + 0.1);
  });
});

const PITCH_OF = ({ samples, sampleRate }: Heard): number => medianPitch(samples, sampleRate);

/** How much of the beginning of a speech is heard at the beginning of a sound that may start a little later. */
const beginsLike = (heard: Heard, speech: Float32Array): number =>
  likeness(heard.samples, speech.subarray(0, 6000), 1500, 1500);

describe('each parameter is heard', () => {
  test('the speed in the pace, not in the pitch', async () => {
    const text = `${QUESTION} ${ANSWER}`;
    const speeds = [0.4, 0.7, 2];
    const [usual, ...others] = (await speak({ text }, ...speeds.map((speed) => ({ text, speed })))) as [
      Heard,
      ...Heard[],
    ];
    for (const [index, heard] of others.entries()) {
      const ratio = usual.seconds / heard.seconds / (speeds[index] ?? 1);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.15);
      expect(Math.abs(PITCH_OF(heard) / PITCH_OF(usual) - 1)).toBeLessThan(0.2);
    }
  });

  test('the temperature in how far takes of different seeds lie apart', async () => {
    const seeds = [1, 2, 3, 4, 5];
    const apart = async (temperature: number): Promise<number> => {
      const takes = await speak(...seeds.map((seed) => ({ text: QUESTION, seed, temperature })));
      const heard = takes.map(({ samples, sampleRate }) => impressionOf(samples, sampleRate));
      return Math.max(...heard.flatMap((one) => heard.map((other) => distance(one, other))));
    };
    const [none, some, much] = [await apart(0), await apart(0.7), await apart(2)];
    expect(none).toBe(0);
    expect(some).toBeGreaterThan(0.3);
    expect(much).toBeGreaterThan(some);
  });

  test('the seed in that the same take comes back', async () => {
    const job = { text: QUESTION, seed: 7, temperature: 1 };
    const [[first], [again, other]] = [await speak(job), await speak(job, { ...job, seed: 8 })];
    expect(again?.hash).toBe(first?.hash);
    expect(other?.hash).not.toBe(first?.hash);
  });

  test('the sample rate in the band, not in pitch or pace', async () => {
    const [usual, low, high] = (await speak(
      { text: ANSWER },
      { text: ANSWER, sample_rate: 8000 },
      { text: ANSWER, sample_rate: 48_000 },
    )) as [Heard, Heard, Heard];
    expect([usual.sampleRate, low.sampleRate, high.sampleRate]).toEqual([22_050, 8000, 48_000]);
    for (const other of [low, high]) {
      expect(other.seconds).toBeCloseTo(usual.seconds, 3);
      expect(PITCH_OF(other) / PITCH_OF(usual)).toBeCloseTo(1, 1);
    }
  });

  test('the quality in how near a lossy file is to the original', async () => {
    const [original, ...levels] = (await speak(
      { text: QUESTION },
      ...['draft', 'high', 'premium'].map((quality) => ({ text: QUESTION, output_format: 'mp3', quality })),
    )) as [Heard, ...Heard[]];
    const near = levels.map((level) => beginsLike(level, speechOf(original)));
    expect(near).toEqual(near.toSorted((a, b) => a - b));
    expect(new Set(near).size).toBe(3);
  });

  test('the language in the sounds, not in who speaks', async () => {
    const [english, french] = (await speak({ text: QUESTION }, { text: QUESTION, language: 'french' })) as [
      Heard,
      Heard,
    ];
    expect(beginsLike(french, speechOf(english))).toBeLessThan(0.6);
    expect(Math.abs(PITCH_OF(french) / PITCH_OF(english) - 1)).toBeLessThan(0.2);
  });

  test('the format in nothing at all', async () => {
    const formats = ['mp3', 'ogg', 'flac', 'mulaw'];
    const [wav, ...others] = (await speak(
      dialog,
      ...formats.map((output_format) => ({ ...dialog, output_format })),
    )) as [Heard, ...Heard[]];
    expect(new Set([wav, ...others].map(({ container }) => container)).size).toBe(4);
    for (const other of others) {
      expect(other.seconds).toBeCloseTo(wav.seconds, 0);
      expect(beginsLike(other, speechOf(wav))).toBeGreaterThan(0.95);
    }
  });
});

describe('what `lectern render` leaves behind', () => {
  const cast = JSON.stringify({
    ALGERNON: { voice: ALGERNON, temperature: 0, seed: 1 },
    LANE: { voice: LANE, temperature: 0, seed: 1 },
  });

  /** Renders a script and hears its lines in order. */
  async function render(name: string, script: string, ...more: readonly string[]): Promise<Heard[]> {
    const place = join(folder.path, name);
    writeFileSync(`${place}.txt`, script);
    writeFileSync(`${place}.json`, cast);
    const args = ['render', `${place}.txt`, '--out', place, '--cast', `${place}.json`, ...more];
    const { status, stderr } = await lectern(args, { ...service.environment, LECTERN_HOME: join(folder.path, 'home') });
    expect(status, stderr).toBe(0);
    const files = readdirSync(place)
      .filter((file) => file.endsWith('.wav'))
      .sort();
    return Promise.all(files.map((file) => hear(readFileSync(join(place, file)))));
  }

  const PLAIN = `ALGERNON: ${QUESTION}\n\nLANE: ${ANSWER}`;

  test('directions are silent, wherever they stand', async () => {
    const plain = await render('plain', PLAIN);
    const directed = await render(
      'directed',
      `(Lane is arranging tea.)\n\nALGERNON: (At the piano.) ${QUESTION} (Sits down.)\n\n(Enter Jack.)\n\nLANE: ${ANSWER} (Goes out.)`,
    );
    expect(directed.map(({ seconds }) => seconds)).toEqual(plain.map(({ seconds }) => seconds));
    expect(directed.map(({ hash }) => hash)).toEqual(plain.map(({ hash }) => hash));
    expect(plain).toHaveLength(2);
  });

  test('a dialog line has both voices in it, and no prefix', async () => {
    const [one, two] = (await render('apart', PLAIN)) as [Heard, Heard];
    const grouped = await render('grouped', PLAIN, '--group-dialogs');
    expect(grouped).toHaveLength(1);
    const [both] = grouped as [Heard];
    expect(both.seconds).toBeCloseTo(one.seconds + two.seconds - AROUND + PAUSE, 2);
    expect(atTheStart(both, speechOf(one))).toBeGreaterThan(0.999);
    expect(atTheEnd(both, speechOf(two))).toBeGreaterThan(0.999);
  });
});
