// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeBridge, failWith, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { type PlayerTrack, usePlayer } from '../ui/sound/player-store.ts';
import {
  type ComparedText,
  levelGain,
  playAllVoices,
  playVoice,
  shuffled,
  stopComparison,
  useComparison,
} from './comparison-store.ts';

const LOUDNESS: Readonly<Record<string, number>> = { anna: -16, ben: -31, cora: -23 };
const hearing = (text: string | null = null): ComparedText => ({
  words: { role: 'LANE', lineId: 3, text },
  label: (voice) => ({ title: voice, detail: '', colour: '' }),
});

let bridge: FakeBridge;
beforeEach(() => {
  bridge = installFakeBridge({
    'cast.compareVoice': ({ voice }) => ({
      auditionId: `of-${voice}`,
      characters: 9,
      loudnessLufs: LOUDNESS[voice] ?? null,
      truePeakDbtp: -6,
    }),
    'audition.stop': () => null,
  });
  for (const voice of ['anna', 'ben', 'cora']) useComparison.getState().compare(voice);
});
afterEach(() => {
  useComparison.getState().end();
  usePlayer.getState().stop();
  bridge.remove();
});

const sent = () =>
  bridge.calls
    .filter(({ channel }) => channel === 'cast.compareVoice')
    .map(({ input }) => (input as { voice: string }).voice);
const said = () => Object.entries(useComparison.getState().results).map(([voice, { kind }]) => [voice, kind]);
const inPlayer = (): string | undefined => usePlayer.getState().track?.title;
/** What waits for answers goes on. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
/** The player is through with what it has. */
async function ends(): Promise<void> {
  usePlayer.getState().options.onEnded?.();
  await settle();
}

describe('voices that are heard in turn', () => {
  it('follow one another in their order; the next is asked for while one is heard', async () => {
    const all = playAllVoices(hearing());
    await settle();
    expect([inPlayer(), sent()]).toEqual(['anna', ['anna', 'ben']]);
    await ends();
    expect([inPlayer(), sent()]).toEqual(['ben', ['anna', 'ben', 'cora']]);
    await ends();
    await ends();
    await all;
    expect(useComparison.getState().isPlayingAll).toBe(false);
    expect(inPlayer()).toBe('cora');
  });

  it('are sent no more once they are stopped', async () => {
    const all = playAllVoices(hearing());
    await settle();
    stopComparison();
    await all;
    await settle();
    expect(sent()).toEqual(['anna', 'ben']);
    expect(useComparison.getState().isPlayingAll).toBe(false);
    expect(inPlayer()).toBeUndefined();
  });

  it('end where something else is played', async () => {
    const all = playAllVoices(hearing());
    await settle();
    const take: PlayerTrack = { source: { kind: 'take', takeId: 7, lineId: 3 }, title: 'take', detail: '' };
    usePlayer.getState().play(take);
    await all;
    expect([inPlayer(), useComparison.getState().isPlayingAll]).toEqual(['take', false]);
  });

  it('are heard without the one that fails, which says so', async () => {
    bridge.answer({
      'cast.compareVoice': ({ voice }) =>
        voice === 'ben'
          ? failWith('cast.compareVoice', { kind: 'not-found', what: 'voice' })
          : { auditionId: `of-${voice}`, characters: 9, loudnessLufs: null, truePeakDbtp: null },
    });
    const all = playAllVoices(hearing());
    await settle();
    await ends();
    expect(inPlayer()).toBe('cora');
    // One that the player can't play is passed over as well.
    usePlayer.getState().report({ status: 'failed' });
    await all;
    expect(said()).toEqual([
      ['anna', 'here'],
      ['ben', 'failed'],
      ['cora', 'here'],
    ]);
  });

  it('replace what is being heard when one is heard by itself', async () => {
    const all = playAllVoices(hearing());
    await settle();
    void playVoice(hearing(), 'cora');
    await settle();
    await all;
    expect([inPlayer(), useComparison.getState().isPlayingAll]).toEqual(['cora', false]);
    expect(sent()).toEqual(['anna', 'ben', 'cora']);
  });

  it('forget what they said when the words change', async () => {
    void playVoice(hearing(), 'anna');
    await settle();
    void playVoice(hearing('Good night.'), 'ben');
    await settle();
    expect(said()).toEqual([['ben', 'here']]);
  });
});

describe('the loudness of compared voices', () => {
  it('is the same for all, whatever they came with', async () => {
    for (const [voice, lufs] of Object.entries(LOUDNESS)) {
      const loud = { loudnessLufs: lufs, truePeakDbtp: lufs + 14 };
      expect(lufs + levelGain(loud)).toBe(-23);
      void playVoice(hearing(), voice);
      await settle();
      if (voice !== 'ben') expect(lufs + (usePlayer.getState().options.gainDb ?? 0)).toBe(-23);
    }
  });

  it('leaves room above the peaks, and what can’t be measured as it is', () => {
    expect(levelGain({ loudnessLufs: -40, truePeakDbtp: -6 })).toBe(5);
    expect(levelGain({ loudnessLufs: null, truePeakDbtp: null })).toBe(0);
  });
});

describe('hidden names', () => {
  const order = () => useComparison.getState().compared;

  it('come in every order by chance', () => {
    const orders = new Set(Array.from({ length: 200 }, () => shuffled(['a', 'b', 'c']).join('')));
    expect(orders.size).toBe(6);
  });

  it('stay hidden until they are revealed, with the choice that was made before', () => {
    const { setBlind, prefer, reveal } = useComparison.getState();
    setBlind(true);
    expect(order().toSorted()).toEqual(['anna', 'ben', 'cora']);
    expect(useComparison.getState().blind).toEqual({ isRevealed: false, preferred: null });
    prefer('ben');
    const hidden = order();
    reveal();
    expect(useComparison.getState().blind).toEqual({ isRevealed: true, preferred: 'ben' });
    expect(order()).toEqual(hidden);
  });

  it('are of six voices at most: one too many takes the place of the first', () => {
    for (const voice of ['dan', 'eve', 'fay', 'gus']) useComparison.getState().compare(voice);
    expect(order()).toEqual(['ben', 'cora', 'dan', 'eve', 'fay', 'gus']);
    useComparison.getState().compare('dan');
    expect(order()).toEqual(['ben', 'cora', 'eve', 'fay', 'gus']);
  });
});
