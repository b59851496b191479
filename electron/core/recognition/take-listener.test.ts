import { beforeEach, describe, expect, test } from 'vitest';
import type { RecogniserProblem } from '../../../shared/model/proofed-take.ts';
import type { InstalledRecogniser } from './pack-recogniser.ts';
import { RecogniserError } from './recogniser.ts';
import { type HeardTake, TakeListener } from './take-listener.ts';
import { FakeRecogniser, installedRecogniser } from './testing/fake-recogniser.ts';

let packs: InstalledRecogniser[];
let recogniser: FakeRecogniser;
let problems: RecogniserProblem[];
let defects: unknown[];
let listener: TakeListener;
beforeEach(() => {
  packs = [installedRecogniser('small', ['en', 'ja'])];
  recogniser = new FakeRecogniser();
  problems = [];
  defects = [];
  listener = new TakeListener({
    installed: () => packs,
    create: () => recogniser,
    onProblem: (problem) => problems.push(problem),
    onDefect: (error) => String(defects.push(error)),
  });
});

const TEXT = 'The old man kissed the girl.';
const listen = (text = TEXT, language: string | null = 'english', signal = new AbortController().signal) =>
  listener.listen(language, { text, samples: new Float32Array(1600), sampleRate: 16_000 }, signal);
const failing = (kind: 'crashed' | 'stuck') => () => {
  throw new RecogniserError({ kind, pack: 'small' });
};

test('a take is heard by the recogniser of its language', async () => {
  recogniser.hear = () => 'the man kissed the girl';
  expect(await listen()).toMatchObject({
    recogniser: { id: 'small', name: 'small', hash: /^[0-9a-f]{64}$/ },
    heard: { findings: [{ kind: 'missing', fromWord: 1 }], notCompared: [] },
    notHeard: null,
  } satisfies Record<keyof HeardTake, unknown>);
  await listen(TEXT, 'en-GB');
  expect(recogniser.asked.map(({ languageCode }) => languageCode)).toEqual(['en', 'en-GB']);
});

test('no take is heard in a language without a recogniser, or in an unknown one', async () => {
  expect(await listen(TEXT, 'german')).toBeNull();
  expect(await listen(TEXT, null)).toBeNull();
  expect(listener.recogniserOf('german')).toBeNull();
});

test('words that can’t be judged are counted', async () => {
  recogniser.hear = () => '今日 は 飴 です';
  expect(await listen('今日は雨です', 'japanese')).toMatchObject({
    notHeard: { kind: 'words', pack: 'small', words: 1 },
  });
});

describe('a recogniser that fails', () => {
  test('is used for the next take, and reported once', async () => {
    recogniser.hear = failing('crashed');
    const problem = { kind: 'crashed', pack: 'small' };
    expect(await listen()).toMatchObject({ heard: null, notHeard: problem });
    recogniser.hear = () => 'the old man kissed the girl';
    expect(await listen()).toMatchObject({ heard: { findings: [] }, notHeard: null });
    recogniser.hear = failing('crashed');
    expect(await listen()).toMatchObject({ notHeard: problem });
    expect(problems).toEqual([problem]);
  });

  test('isn’t used any more after two failures in a row', async () => {
    recogniser.hear = failing('crashed');
    for (let take = 0; take < 5; take += 1) expect(await listen()).toMatchObject({ notHeard: { kind: 'crashed' } });
    expect(recogniser.asked).toHaveLength(2);
  });

  test('isn’t used any more once it was stuck, because that takes minutes', async () => {
    recogniser.hear = failing('stuck');
    await listen();
    expect(await listen()).toMatchObject({ heard: null, notHeard: { kind: 'stuck' } });
    expect(recogniser.asked).toHaveLength(1);
    expect(problems).toHaveLength(1);
  });

  test('is tried again after packs have changed', async () => {
    recogniser.hear = failing('stuck');
    await listen();
    listener.refresh();
    recogniser.hear = () => 'the old man kissed the girl';
    expect(await listen()).toMatchObject({ notHeard: null });
  });

  test('with a bug is a defect', async () => {
    recogniser.hear = () => {
      throw new TypeError('a bug');
    };
    expect(await listen()).toMatchObject({ notHeard: { kind: 'failed', pack: 'small' } });
    expect(defects).toHaveLength(1);
  });
});

test('a take that is cancelled isn’t a failure', async () => {
  const end = new AbortController();
  recogniser.hear = () => {
    end.abort(new Error('cancelled'));
    return '';
  };
  await expect(listen(TEXT, 'english', end.signal)).rejects.toThrow('cancelled');
  expect(problems).toEqual([]);
});

test('a pack that is removed while it listens isn’t a failure', async () => {
  recogniser.hear = () => {
    packs = [];
    listener.refresh();
    return failing('crashed')();
  };
  expect(await listen()).toBeNull();
  expect(await listen()).toBeNull();
  expect(problems).toEqual([]);
});

test('without a readable folder of packs, nothing is heard', async () => {
  const broken = new TakeListener({
    installed: () => {
      throw new Error('EIO');
    },
    onProblem: () => {},
    onDefect: (error) => String(defects.push(error)),
  });
  expect(broken.recogniserOf('english')).toBeNull();
  expect(broken.recogniserOf('german')).toBeNull();
  expect(defects).toHaveLength(1);
});
