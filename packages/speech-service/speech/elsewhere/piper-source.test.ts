import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { levelAt } from '../../../audio/testing/tones.ts';
import { engineOf, requestOf, SleepClock, spoken } from '../../testing/spoken.ts';
import { temporaryFolder } from '../../testing/test-service.ts';
import { configurationSchema } from '../configuration/configuration-schema.ts';
import { createConfiguredEngines } from '../configuration/configured-engines.ts';
import type { SpeechRequest } from '../speech-engine.ts';
import type { RemoteEngine } from './remote-engine.ts';

const PROGRAM = join(import.meta.dirname, '../../testing/piper-program.ts');
const RATE = 16_000;
/** Seconds that a character takes, and silence around what is spoken. */
const CHARACTER = 0.02;
const AROUND = 0.1;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder.path, 'voice.onnx'), 'a model');
  const voice = { audio: { sample_rate: RATE, quality: 'low' }, inference: { length_scale: 1.25, noise_scale: 0.5 } };
  writeFileSync(join(folder.path, 'voice.onnx.json'), JSON.stringify(voice));
});
afterEach(() => folder.remove());

function piper(different: Readonly<Record<string, unknown>> = {}): RemoteEngine {
  const voices = [
    { name: 'First', id: 'first', language: 'english' },
    { name: 'Second', id: 'second', language: 'english', speaker: 2 },
  ];
  const command = [process.execPath, PROGRAM];
  const engine = { name: 'piper', kind: 'piper', command, model: 'voice.onnx', voices, ...different };
  return engineOf(engine, new SleepClock(), folder.path);
}

const VOICE = 'lectern://voices/piper/first/manifest.json';
const SECOND = 'lectern://voices/piper/second/manifest.json';
const asking = (text: string, different: Partial<SpeechRequest> = {}): SpeechRequest =>
  requestOf(text, { turns: [{ voice: VOICE, text }], ...different });

/** What the program wrote down of itself. */
function written(): Record<string, unknown>[] {
  const path = join(folder.path, 'voice.onnx.log');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));
}

const given = (): string[] => written().flatMap(({ args }) => (Array.isArray(args) ? [args.slice(2).join(' ')] : []));

describe('Piper', () => {
  test('is not given the keys of an account or of other engines', async () => {
    vi.stubEnv('LECTERN_API_KEY', 'sk-account');
    vi.stubEnv('VOICE_SERVER_KEY', 'sk-voices');
    vi.stubEnv('PIPER_HOME', '/piper');
    const voices = [{ name: 'First', id: 'first', language: 'english' }];
    const server = {
      name: 'hums',
      kind: 'openai',
      url: 'https://hums.example',
      model: 'hum-1',
      keyEnv: 'VOICE_SERVER_KEY',
    };
    const command = [process.execPath, PROGRAM];
    const configuration = configurationSchema.parse({
      engines: [
        { name: 'piper', kind: 'piper', command, model: 'voice.onnx', voices },
        { ...server, voices: [{ voice: 'low', name: 'Low', language: 'english' }] },
      ],
    });
    const [engine] = createConfiguredEngines(configuration, folder.path, new SleepClock());
    if (engine) await spoken(engine, asking('Yes.'));
    vi.unstubAllEnvs();
    const [{ variables } = {}] = written();
    expect(variables).toContain('PIPER_HOME');
    expect(variables).not.toContain('LECTERN_API_KEY');
    expect(variables).not.toContain('VOICE_SERVER_KEY');
  });

  test('is given the text on one row, and its samples are taken at the rate of its model', async () => {
    const whole = await spoken(piper(), asking('It is raining.\n  Bring "the $(umbrella)"; please.'));
    expect(whole.sampleRate).toBe(RATE);
    const row = 'It is raining. Bring "the $(umbrella)"; please.';
    expect(written().at(-1)).toEqual({ text: `${row}\n` });
    expect(whole.seconds).toBeCloseTo(row.length * CHARACTER + AROUND, 2);
    expect(levelAt(Float32Array.from(whole.samples), RATE, 300)).toBeGreaterThan(2000);
    expect(given()).toEqual(['--output_raw']);
  });

  test('is told the pace, the speaker and how freely to speak, where they are not as usual', async () => {
    const text = 'It is raining again.';
    await spoken(piper(), asking(text, { turns: [{ voice: SECOND, text }] }));
    await spoken(piper(), asking(text, { speed: 2, temperature: 0 }));
    expect(given()).toEqual([
      '--output_raw --speaker 2',
      '--output_raw --length_scale 0.625 --noise_scale 0 --noise_w 0',
    ]);
    // The hum of the test is as long as the scale says.
    const slow = await spoken(piper(), asking(text, { speed: 0.25 }));
    expect(given().at(-1)).toBe('--output_raw --length_scale 2.5');
    expect(slow.seconds).toBeCloseTo((text.length * CHARACTER * 2.5) / 0.5 + AROUND / 0.25, 1);
  });

  test('tells what it died of, but not what it was told to say', async () => {
    await expect(spoken(piper(), asking('Now crash, please.'))).rejects.toThrow(
      'The voice program "piper" exited with status 3.',
    );
    writeFileSync(join(folder.path, 'other.onnx.json'), '{"audio":{"sample_rate":22050}}');
    await expect(spoken(piper({ model: 'other.onnx' }), asking('Hello.'))).rejects.toThrow(
      'The voice program "piper" exited with status 1: Model file doesn\'t exist.',
    );
  });

  test('that is not there, or has no voice, is told with what to do', async () => {
    await expect(spoken(piper({ command: 'no-such-program' }), asking('Hello.'))).rejects.toThrow(
      /there is no program "no-such-program"\. Install it, or correct its command\./,
    );
    await expect(spoken(piper({ model: 'none.onnx' }), asking('Hello.'))).rejects.toThrow(
      /has no voice at .*none\.onnx\.json \(ENOENT\): correct its model/,
    );
    writeFileSync(join(folder.path, 'bad.onnx.json'), '{"audio":{}}');
    await expect(spoken(piper({ model: 'bad.onnx' }), asking('Hello.'))).rejects.toThrow(/has an unreadable voice/);
  });

  test('that hangs is killed with all that it started: after its time, or when it is given up', async () => {
    const timed = spoken(piper({ timeouts: { idleSeconds: 1 } }), asking('Please hang.'));
    await expect(timed).rejects.toThrow('The voice program "piper" sent no data for 1 s.');
    const children = (): number[] => written().flatMap(({ child }) => (typeof child === 'number' ? [child] : []));
    const before = children().length;
    const abort = new AbortController();
    const work = spoken(piper(), asking('Please hang.'), {}, abort.signal);
    work.catch(() => {});
    while (children().length === before) await sleep(10);
    abort.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    const pids = [...children(), ...written().flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : []))];
    // A process that was killed is there until its parent has taken note.
    for (const pid of pids) while (isAlive(pid)) await sleep(10);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Orphans of a container without an init stay as zombies.
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
