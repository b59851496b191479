// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { Finding } from '../../shared/model/proof.ts';
import type { AcceptedFinding, ProofedTake } from '../../shared/model/proofed-take.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { spokenWords } from '../../shared/rules/spoken-words.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { useCurrentFinding } from './play-finding.ts';
import { ReviewScreen } from './review-screen.tsx';

const LINES = [1, 2, 3];
const TEXT = 'The muffins are rather a trial.';
const finding = (kind: Finding['kind'], fromWord: number, toWord = fromWord + 1): Finding => ({
  kind,
  fromWord,
  toWord,
  startSeconds: fromWord,
  endSeconds: toWord,
  confidence: 0.9,
  source: 'alignment',
});
const FINDINGS: Readonly<Record<number, readonly Finding[]>> = {
  1: [finding('garbled', 4), finding('missing', 1)],
  2: [],
  3: [finding('extra', 3, 3)],
};

let project = 0;
let accepted: Map<number, AcceptedFinding[]>;
let screen: Rendered;

const takeOf = (lineId: number): TakeSummary => ({
  id: 100 + lineId,
  lineId,
  number: 1,
  createdAt: 0,
  durationSeconds: 6,
  seed: null,
  format: 'wav',
  trimStartSeconds: 0,
  trimEndSeconds: 0,
  gainDb: 0,
  isPick: true,
  isKept: false,
  keyIsToday: true,
  audioProblem: null,
  voices: [],
  uses: null,
  overview: null,
  loudnessLufs: null,
  truePeakDbtp: null,
  verdict: null,
  flags: [],
});
const rowOf = (lineId: number): ReviewRow => ({
  lineId,
  chapterNumber: 1,
  numberInChapter: lineId,
  chapterId: 1,
  chapterTitle: 'One',
  roles: ['LANE'],
  excerpt: TEXT,
  turns: [{ role: 'LANE', text: TEXT }],
  status: 'fresh',
  takes: 1,
  take: takeOf(lineId),
  notes: [],
  latestTake: { id: 100 + lineId, createdAt: 0 },
});
/** Each word lasts a second. */
const proofOf = (takeId: number): ProofedTake => {
  const findings = [...(FINDINGS[takeId - 100] ?? [])];
  return {
    takeId,
    lineId: takeId - 100,
    voices: [],
    text: TEXT,
    words: spokenWords(TEXT).map((_, at) => ({ startSeconds: at, endSeconds: at + 1, confidence: 1 })),
    proof: { version: 1, linesLearnt: 40, score: 1, isSuspicious: findings.length > 0, findings },
    notCompared: null,
    recogniser: null,
    notHeard: null,
    accepted: accepted.get(takeId) ?? [],
  };
};

beforeEach(async () => {
  project += 1;
  accepted = new Map();
  useCurrentFinding.setState({ takeId: null, index: null });
  usePlayer.setState(usePlayer.getInitialState(), true);
  screen = await render(null, {
    'project.current': () => ({ id: `findings ${project}`, path: '/p' }) as ReplyOf<'project.current'>,
    'project.roles': () => [],
    'preferences.get': () => ({ playsNext: true }) as ReplyOf<'preferences.get'>,
    'review.list': ({ suspiciousOnly }) => ({
      lineIds: suspiciousOnly ? [1, 3] : LINES,
      takes: 3,
      suspicious: 2,
      approved: 0,
      rejected: 0,
      withoutTake: 0,
      analysing: 0,
    }),
    'review.rows': ({ lineIds }) => lineIds.map(rowOf),
    'review.takes': ({ lineId }) => [takeOf(lineId)],
    'review.peaks': () => ({ peaksPerSecond: 50, peaks: new Uint8Array(50) }),
    'proof.takes': ({ takeIds }) => takeIds.map(proofOf),
    'proof.status': () => ({ isOn: true, proofed: 2, notCompared: 0, waiting: 1, notHeard: [], voices: [] }),
    'proof.accept': ({ takeId, ...one }) => {
      accepted.set(takeId, [...(accepted.get(takeId) ?? []), one]);
      return { step: 'accepted' };
    },
    'voices.list': () => [],
    'take.rejectAndRetake': ({ takeId }) =>
      ({ step: 'retaken', take: takeOf(takeId - 100), run: null }) as unknown as ReplyOf<'take.rejectAndRetake'>,
    'undo.undo': () => {
      accepted.clear();
      return { redo: true };
    },
    'undo.describe': () => null as never,
  });
  await screen.show(<ReviewScreen />);
});
afterEach(() => screen.remove());

const table = () => {
  const found = document.querySelector<HTMLElement>('[role="grid"]');
  if (!found) throw new Error('there is no table');
  return found;
};
const press = (key: string, shiftKey = false) => screen.pressOn(table(), key, { shiftKey });
/** What was played last: the line, and from where to where. */
const played = () => {
  const { track, options } = usePlayer.getState();
  return [track?.source.kind === 'take' ? track.source.lineId : null, options.from, options.until];
};

describe('the findings of a take', () => {
  it('are played one after the other, in the order in which they are spoken, in all suspicious rows', async () => {
    await press('f');
    expect(played()).toEqual([1, 1 - 0.7, 2 + 0.7]);
    await press('f');
    expect(played()).toEqual([1, 4 - 0.7, 5 + 0.7]);
    await press('f');
    expect(played()).toEqual([3, 3 - 0.7, 3 + 0.7]);
    expect(useView.getState().selectedLineId).toBe(3);
    await press('F', true);
    expect(played()).toEqual([1, 4 - 0.7, 5 + 0.7]);
    await press('f');
    await press('f');
    expect(played()).toEqual([1, 1 - 0.7, 2 + 0.7]);
  });

  it('are numbered at their words', async () => {
    const marked = [...document.querySelectorAll<HTMLElement>('[data-number]')];
    expect(marked.map(({ dataset, textContent }) => [dataset['number'], dataset['finding'], textContent])).toEqual([
      ['1', 'missing', 'muffins'],
      ['2', 'garbled', 'a'],
    ]);
  });

  it('are accepted in the line, and Undo takes this back', async () => {
    await press('f');
    await press('o');
    expect(screen.bridge.calls).toContainEqual({
      channel: 'proof.accept',
      input: { takeId: 101, finding: 1, scope: 'line' },
    });
    const numbers = () => document.querySelectorAll('[data-number]').length;
    expect(numbers()).toBe(1);
    await screen.undo();
    expect(numbers()).toBe(2);
  });

  it('are played after the previous row is rendered again', async () => {
    await press('r');
    expect(played()).toEqual([2, undefined, undefined]);
    await press('r');
    expect(played()).toEqual([3, 3 - 0.7, 3 + 0.7]);
  });
});

describe('the words of a take', () => {
  const words = () => {
    const found = document.querySelector<HTMLElement>('[data-timed="true"]');
    if (!found) throw new Error('there are no words');
    return found;
  };

  it('play from the one that is clicked', async () => {
    const word = document.querySelector<HTMLElement>('[data-word="3"]');
    if (word) await screen.clickOn(word);
    expect(played()).toEqual([1, 3, undefined]);
  });

  it('play from the one chosen with the arrow keys', async () => {
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Enter'])
      await screen.pressOn(words(), key);
    expect(words().getAttribute('aria-activedescendant')).toBe('line-word-1');
    expect(played()).toEqual([1, 1, undefined]);
  });
});
