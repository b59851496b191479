// Measures how long users wait while the local service renders a book: for a run to stop, for an audition of a line and
// for a retake. Compares this with plain eSpeak NG, which speaks one line in its own process on an idle machine.
import { openLocalBook } from '../e2e/support/local-book.ts';
import { LISTED_VOICES } from '../packages/speech-service/voices/catalogue.ts';
import type { BenchRow } from './bench-row.ts';
import { startBarePeer } from './speech-peers.ts';

const LINES = 600;
/** Lines to render before measuring, so that the rendering speed is stable. */
const SETTLED_LINES = 60;
const AUDITIONS = 7;
const SENTENCE = 'It was a bright cold day in April, and the clocks were striking thirteen.';
const LINE = {
  voice:
    LISTED_VOICES.find(({ languageCode, synthesizer }) => languageCode.startsWith('en') && synthesizer === 'eSpeak NG')
      ?.id ?? '',
  text: SENTENCE,
};
const MAX_TO_STOP_MS = 1_000;
const MAX_TO_FIRST_SOUND_MS = 2_000;

const formatMs = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Returns the milliseconds that plain eSpeak NG needs for the sentence. */
async function timeBareEspeak(): Promise<number> {
  const peer = startBarePeer('eSpeak NG');
  try {
    const times: number[] = [];
    for (let round = 0; round < AUDITIONS; round += 1) times.push((await peer.speak([LINE])).wallSeconds * 1_000);
    return median(times);
  } finally {
    await peer.stop();
  }
}

interface WaitTimes {
  /** Milliseconds until the first byte of each audition arrives. */
  readonly auditions: readonly number[];
  /** Milliseconds from requesting a retake to receiving it. */
  readonly retake: number;
  /** Milliseconds from pausing until the last line arrives. */
  readonly stop: number;
}

async function measureWaits(): Promise<WaitTimes> {
  const book = await openLocalBook(Array.from({ length: LINES }, (_, n) => `${n + 1}. ${SENTENCE}`).join('\n\n'));
  try {
    const rendered = new Map<number, PromiseWithResolvers<number>>();
    const arrival = (lineId: number) => {
      const received = rendered.get(lineId) ?? Promise.withResolvers<number>();
      rendered.set(lineId, received);
      return received;
    };
    const underWay = Promise.withResolvers<void>();
    let lines = 0;
    let lastAt = 0;
    const { run, runId } = book.render((event) => {
      if (event.kind !== 'line-rendered') return;
      lines += 1;
      lastAt = performance.now();
      arrival(event.lineId).resolve(lastAt);
      if (lines === SETTLED_LINES) underWay.resolve();
    });
    await underWay.promise;

    const [{ id: lineId } = { id: 0 }] = book.project.lines.states();
    const request = book.project.lines.requestOf(lineId);
    if (!request.ok) throw new Error('The line of the bench can’t be rendered.');
    const auditions: number[] = [];
    for (let n = 0; n < AUDITIONS; n += 1) {
      const startedAt = performance.now();
      const { audio } = await book.link.client.stream({ ...request.request, seed: n });
      auditions.push(performance.now() - startedAt);
      await audio[Symbol.asyncIterator]().return?.();
    }

    rendered.delete(lineId);
    const orderedAt = performance.now();
    run.add([{ lineId, characters: request.characters, retakeSeed: 7 }], 'interactive', runId);
    const retake = (await arrival(lineId).promise) - orderedAt;

    if (lines >= LINES) throw new Error('The run was over before it was stopped.');
    const stoppedAt = performance.now();
    run.hold();
    await run.outcome;
    return { auditions, retake, stop: Math.max(0, lastAt - stoppedAt) };
  } finally {
    await book.close();
  }
}

/** Takes about half a minute. */
export async function run(): Promise<BenchRow[]> {
  const bare = await timeBareEspeak();
  const { auditions, retake, stop } = await measureWaits();
  const against = `the bare engine, a line spoken alone: ${formatMs(bare)}`;
  const row = (name: string, milliseconds: number, limitMs: number, remark = ''): BenchRow => ({
    name,
    value: `${formatMs(milliseconds)}${remark}`,
    against,
    ratio: milliseconds / bare,
    bar: `at most ${formatMs(limitMs)}`,
    ok: milliseconds <= limitMs,
  });
  const worst = Math.max(...auditions);
  return [
    row(`pausing a run of ${LINES} lines: until the last line comes`, stop, MAX_TO_STOP_MS),
    row(
      'an audition while a book renders: until the first sound',
      worst,
      MAX_TO_FIRST_SOUND_MS,
      `, the longest of ${AUDITIONS} (median ${formatMs(median(auditions))})`,
    ),
    row('a retake while a book renders: until the take is there', retake, MAX_TO_FIRST_SOUND_MS),
  ];
}
