// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { runCommand, useCommandHandlers } from '../ui/commands.ts';
import { type PlayerOutput, type PlayerTrack, type TimedChapter, usePlayer } from '../ui/sound/player-store.ts';
import { typeInto } from '../ui/testing/type-into.ts';
import { useView } from '../ui/view-store.ts';
import { Player } from './player.tsx';

/** What the player asked of its sound output. */
let asked: unknown[][];
const recorder: PlayerOutput = {
  load: ({ source }) => void asked.push(['load', source]),
  playThrough: (start) => void asked.push(['playThrough', start]),
  step: (by) => void asked.push(['step', by]),
  goTo: (lineId, seconds) => void asked.push(['goTo', lineId, seconds]),
  play: () => void asked.push(['play']),
  pause: () => void asked.push(['pause']),
  stop: () => undefined,
  seek: (seconds) => void asked.push(['seek', seconds]),
  setSpeed: (speed) => void asked.push(['setSpeed', speed]),
  setLoop: (loop) => void asked.push(['setLoop', loop]),
  treat: () => undefined,
};

/** The chapters of the lines that have a take. */
const CHAPTER_OF: Readonly<Record<number, number>> = { 3: 1, 7: 2 };
const INITIAL_PLAYER = usePlayer.getInitialState();
const INITIAL_VIEW = useView.getInitialState();

let bridge: FakeBridge;
let root: Root;
let box: HTMLElement;

const row = (lineId: number): ReviewRow =>
  ({
    lineId,
    chapterId: CHAPTER_OF[lineId] ?? null,
    chapterNumber: 1,
    numberInChapter: lineId,
    roles: ['LANE'],
    takes: 1,
    take: {
      id: lineId * 10,
      lineId,
      number: 1,
      durationSeconds: 2,
      gainDb: 0,
      trimStartSeconds: 0,
      trimEndSeconds: 0,
      overview: null,
      loudnessLufs: null,
    },
  }) as unknown as ReviewRow;

const track = (lineId: number): PlayerTrack => ({
  source: { kind: 'take', takeId: lineId * 10, lineId },
  title: 'LANE',
  detail: `line ${lineId}`,
  durationSeconds: 2,
});

/** Lets pending requests be answered and rendered. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(20));

const select = async (lineId: number) => {
  await act(async () => useView.getState().selectLine(lineId));
  await settle();
};

const named = (label: string): HTMLElement => {
  const found = box.querySelector<HTMLElement>(`[aria-label="${label}"]`);
  if (!found) throw new Error(`there is no ${label}`);
  return found;
};
const click = async (label: string) => {
  await act(async () => named(label).click());
  await settle();
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  usePlayer.setState(INITIAL_PLAYER, true);
  useView.setState({ ...INITIAL_VIEW, chapterId: 1 }, true);
  useCommandHandlers.setState({ handlers: [] });
  asked = [];
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, configurable: true });
  bridge = installFakeBridge({
    'review.takes': ({ lineId }) => (lineId in CHAPTER_OF ? [{ id: lineId * 10 } as never] : []),
    'review.rows': ({ lineIds }) => lineIds.map(row),
    'playback.chapter': () => [],
    'project.chapters': () => [],
    'project.roles': () => [],
    'script.chapterBriefs': () => [],
  });
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <Player />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  // Replaces the real output, since happy-dom has no audio.
  await act(async () => void usePlayer.getState().attach(recorder));
  await settle();
});

afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
  bridge.remove();
  usePlayer.setState(INITIAL_PLAYER, true);
  useView.setState(INITIAL_VIEW, true);
  Reflect.deleteProperty(navigator, 'userActivation');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const disabled = (label: string) => (named(label) as HTMLButtonElement).disabled;

describe('the Play button', () => {
  it('is disabled while the selected line has no take', async () => {
    expect(disabled('Play')).toBe(true);
    await select(4);
    expect(disabled('Play')).toBe(true);
    await select(3);
    expect(disabled('Play')).toBe(false);
  });

  it('plays the selected line, whichever one was played before and whichever screen is open', async () => {
    await select(3);
    await click('Play');
    expect(asked).toEqual([['load', { kind: 'take', takeId: 30, lineId: 3, overview: null }]]);
    await act(async () => usePlayer.getState().report({ status: 'paused' }));
    await act(async () => useView.getState().goTo('production'));
    await select(7);
    await click('Play');
    expect(asked.at(-1)).toEqual(['load', { kind: 'take', takeId: 70, lineId: 7, overview: null }]);
  });
});

describe('the button that plays a chapter', () => {
  const BUTTON = 'Play through the chapter';

  it('starts at the selected line, in the chapter of that line even if another chapter is open', async () => {
    await select(7);
    await click(BUTTON);
    expect(asked).toEqual([['playThrough', { extent: { kind: 'chapter', chapterId: 2 }, fromLineId: 7 }]]);
    expect(named(BUTTON).getAttribute('aria-pressed')).toBe('true');
  });

  it('starts at the beginning of the open chapter when no line is selected', async () => {
    await click(BUTTON);
    expect(asked).toEqual([['playThrough', { extent: { kind: 'chapter', chapterId: 1 }, fromLineId: null }]]);
  });

  it('pauses what it plays, and resumes it', async () => {
    await select(3);
    await click(BUTTON);
    await click(BUTTON);
    await act(async () => usePlayer.getState().report({ status: 'paused', track: track(3) }));
    await click(BUTTON);
    expect(asked.map(([what]) => what)).toEqual(['playThrough', 'pause', 'play']);
  });

  it('is no longer pressed once playback has ended', async () => {
    await select(3);
    await click(BUTTON);
    await act(async () => usePlayer.getState().report({ status: 'paused', through: null }));
    expect(named(BUTTON).getAttribute('aria-pressed')).toBe('false');
  });
});

describe('a chapter that is playing', () => {
  const chapter: TimedChapter = {
    lines: [
      { lineId: 3, role: 'LANE', startSeconds: 0, endSeconds: 4, fromSeconds: 0.5, levels: null },
      { lineId: 5, role: null, startSeconds: 6, endSeconds: 10, fromSeconds: 0, levels: null },
    ],
    seconds: 10,
    missing: [],
  };

  beforeEach(async () => {
    await select(3);
    await click('Play through the chapter');
    const { through } = usePlayer.getState();
    if (!through) throw new Error('nothing plays through');
    const place = { title: 'Act I', at: 1, of: 2, skipped: 1 };
    await act(async () =>
      usePlayer.getState().report({ status: 'playing', track: track(3), through: { ...through, ...place, chapter } }),
    );
    asked = [];
  });

  it('shows which line of the chapter plays, and how many were skipped', () => {
    expect(named('Player').textContent).toContain('Act I · 1 of 2 · 1 skipped');
  });

  it('continues from the place in its waveform that is clicked', async () => {
    const strip = named('Line in the chapter').parentElement;
    if (!strip) throw new Error('the slider stands alone');
    strip.getBoundingClientRect = () => ({ left: 100, width: 1_000 }) as DOMRect;
    const clickAt = (clientX: number) =>
      act(async () => strip.dispatchEvent(new MouseEvent('click', { clientX, bubbles: true })));
    await clickAt(900);
    await clickAt(200);
    expect(asked).toEqual([
      ['goTo', 5, 2],
      ['goTo', 3, 1.5],
    ]);
  });

  it('has a slider whose steps are its lines', async () => {
    const slider = named('Line in the chapter') as HTMLInputElement;
    expect(slider.getAttribute('aria-valuetext')).toBe('LANE, line 1 of 2');
    await typeInto(slider, '2');
    expect(asked).toEqual([['goTo', 5, 0]]);
  });

  it('goes to the previous and the next line by buttons and commands', async () => {
    await click('Next line');
    await click('Previous line');
    runCommand('review.previousLine');
    runCommand('review.nextLine');
    expect(asked).toEqual([
      ['step', 1],
      ['step', -1],
      ['step', -1],
      ['step', 1],
    ]);
  });

  it('is followed by the selection until another line is selected, and again once that line plays', async () => {
    const isFollowed = () => usePlayer.getState().through?.isFollowed;
    expect(isFollowed()).toBe(true);
    await select(5);
    expect(isFollowed()).toBe(false);
    await act(async () => usePlayer.getState().report({ track: track(5) }));
    expect(isFollowed()).toBe(true);
  });

  it('changes its speed, loop and position', async () => {
    await click('Speed 1');
    const double = [...box.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      ({ textContent }) => textContent === '2×',
    );
    await act(async () => double?.click());
    await click('Loop');
    const position = named('Position') as HTMLInputElement;
    await act(async () => usePlayer.getState().report({ duration: 2 }));
    await typeInto(position, '1.5');
    expect(asked).toEqual([
      ['setSpeed', 2],
      ['setLoop', true],
      ['seek', 1.5],
    ]);
  });
});
