// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useView } from '../view-store.ts';
import { togglePlayThrough, useFollowPlayingLine } from './follow-playback.ts';
import { type PlayerOutput, usePlayer } from './player-store.ts';

const INITIAL = usePlayer.getInitialState();
const player = () => usePlayer.getState();

let root: Root;
let selected: number[];

function Screen() {
  useFollowPlayingLine((lineId) => selected.push(lineId));
  return null;
}

/** Makes a line start playing. */
const begin = (lineId: number, at: number) =>
  act(async () => {
    const { through } = player();
    player().report({
      status: 'playing',
      track: { source: { kind: 'take', takeId: lineId * 10, lineId }, title: 'LANE', detail: '' },
      through: through && { ...through, at },
    });
  });

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  usePlayer.setState(INITIAL, true);
  useView.getState().selectLine(null);
  selected = [];
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Screen />));
  await act(async () => player().playThrough({ extent: { kind: 'chapter', chapterId: 1 }, fromLineId: 3 }));
});
afterEach(async () => {
  await act(async () => root.unmount());
  usePlayer.setState(INITIAL, true);
  useView.getState().selectLine(null);
  vi.unstubAllGlobals();
});

describe('while lines play through', () => {
  it('the screen selects each line that begins to sound', async () => {
    await begin(3, 1);
    await begin(4, 2);
    expect(selected).toEqual([3, 4]);
  });

  it('the selection stays where the producer put it', async () => {
    await begin(3, 1);
    await act(async () => player().follow(false));
    await begin(4, 2);
    expect(selected).toEqual([3]);
  });

  it('a screen that is opened later selects the line that sounds at once', async () => {
    await act(async () => root.render(null));
    await begin(4, 2);
    expect(selected).toEqual([]);
    await act(async () => root.render(<Screen />));
    expect(selected).toEqual([4]);
  });

  it('a single take that is played selects nothing', async () => {
    await act(async () =>
      player().play({ source: { kind: 'take', takeId: 50, lineId: 5 }, title: 'LANE', detail: '' }),
    );
    expect(selected).toEqual([]);
  });
});

describe('giving the play-through command again', () => {
  let did: string[];

  beforeEach(() => {
    did = [];
    const output = { pause: () => did.push('pause'), play: () => did.push('play') } as unknown as PlayerOutput;
    player().attach(output);
  });

  it('pauses, then resumes and follows again', async () => {
    await begin(3, 1);
    expect(togglePlayThrough('chapter')).toBe(true);
    player().report({ status: 'paused' });
    expect(togglePlayThrough('chapter')).toBe(true);
    expect(did).toEqual(['pause', 'play']);
    expect(player().through?.isFollowed).toBe(true);
  });

  it('starts over when another line was selected during the pause', async () => {
    await begin(3, 1);
    player().report({ status: 'paused' });
    player().follow(false);
    useView.getState().selectLine(9);
    expect(togglePlayThrough('chapter')).toBe(false);
    useView.getState().selectLine(3);
    expect(togglePlayThrough('chapter')).toBe(true);
  });

  it('starts over when something else is played through', async () => {
    await begin(3, 1);
    expect(togglePlayThrough('lines')).toBe(false);
    expect(did).toEqual([]);
  });
});
