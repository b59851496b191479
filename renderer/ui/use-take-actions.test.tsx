// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TakeState, type TakeSummary, takeStateSchema } from '../../shared/model/take.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { clearNotices } from './testing/shown-notices.tsx';
import { forgetSteps, redoLatestStep, undoLatestStep, useUndoHistory } from './undo-history.ts';
import { type TakeActions, useTakeActions } from './use-take-actions.ts';

describe('what is done to a take', () => {
  const TAKE = {
    id: 30,
    lineId: 3,
    number: 1,
    gainDb: 0,
    trimStartSeconds: 0,
    trimEndSeconds: 0,
    verdict: null,
    isPick: true,
    isKept: false,
  } as unknown as TakeSummary;

  /** The saved take, and what it was before each undo step. */
  let kept: TakeSummary;
  let before: Map<string, TakeSummary>;
  let bridge: FakeBridge;
  let root: Root;
  let client: QueryClient;
  let actions: TakeActions;

  function Screen() {
    actions = useTakeActions();
    return null;
  }

  function change(part: Partial<TakeState>): { take: TakeState; step: string } {
    const step = `step ${before.size}`;
    before.set(step, kept);
    kept = { ...kept, ...part };
    return { take: takeStateSchema.parse(kept), step };
  }
  const steps = () => useUndoHistory.getState().done.map(({ what }) => what);
  const undo = () => act(async () => void (await undoLatestStep()));
  const settle = () => act(() => vi.advanceTimersByTimeAsync(1));

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    kept = TAKE;
    before = new Map();
    bridge = installFakeBridge({
      'take.setGain': ({ gainDb }) => change({ gainDb }),
      'take.setTrim': ({ trimStartSeconds, trimEndSeconds }) => change({ trimStartSeconds, trimEndSeconds }),
      'take.setVerdict': ({ verdict }) => change({ verdict }),
      'undo.undo'({ step }) {
        kept = before.get(step) ?? kept;
        return { redo: true };
      },
      'review.takes': () => [kept],
    });
    client = new QueryClient();
    root = createRoot(document.createElement('div'));
    await act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Screen />
        </QueryClientProvider>,
      ),
    );
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    bridge.remove();
    forgetSteps();
    await clearNotices();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('is undone in one step when the gain was changed by several presses of a key', async () => {
    for (let press = 0; press < 4; press += 1) actions.changeGain(TAKE, '1', 1);
    await settle();
    expect(bridge.calls.flatMap(({ channel, input }) => (channel === 'take.setGain' ? [input] : []))).toEqual(
      [1, 2, 3, 4].map((gainDb) => ({ takeId: 30, gainDb })),
    );
    expect(steps()).toHaveLength(1);
    await undo();
    expect(kept.gainDb).toBe(0);
  });

  it('is undone in one step when a trim was moved bit by bit', async () => {
    await actions.setTrim(TAKE, '1', 0.05, 0);
    await actions.setTrim(TAKE, '1', 0.1, 0);
    expect(steps()).toHaveLength(1);
    await undo();
    expect(kept.trimStartSeconds).toBe(0);
  });

  it('is undone latest first: a trim, then a gain', async () => {
    await actions.setGain(TAKE, '1', 4);
    await actions.setTrim(TAKE, '1', 0.1, 0);
    await undo();
    expect(kept).toMatchObject({ trimStartSeconds: 0, gainDb: 4 });
    await undo();
    expect(kept).toEqual(TAKE);
    expect(await undoLatestStep()).toBeNull();
  });

  it('is shown at once, wherever the take is shown', async () => {
    client.setQueryData(['review.takes', { lineId: 3 }], [TAKE]);
    client.setQueryData(['review.rows', { lineIds: [3] }], [{ lineId: 3, take: TAKE }]);
    actions.decide(TAKE, '1', 'approved');
    await settle();
    const approved = { ...TAKE, verdict: 'approved' };
    expect(client.getQueryData(['review.takes', { lineId: 3 }])).toEqual([approved]);
    expect(client.getQueryData(['review.rows', { lineIds: [3] }])).toEqual([{ lineId: 3, take: approved }]);
  });

  it('stays shown when a list that was requested before the change arrives after it', async () => {
    const queryKey = ['review.takes', { lineId: 3 }];
    client.setQueryData(queryKey, [TAKE]);
    const shown: unknown[] = [];
    const observer = new QueryObserver<TakeSummary[]>(client, { queryKey, enabled: false });
    const show = () => shown.push(observer.getCurrentResult().data?.[0]?.trimEndSeconds);
    // Like `useQuery`, draws in a separate task.
    const stop = observer.subscribe(notifyManager.batchCalls(show));
    let reply: (takes: TakeSummary[]) => void = () => undefined;
    const refetch = client.fetchQuery({
      queryKey,
      queryFn: () => new Promise<TakeSummary[]>((resolve) => (reply = resolve)),
    });
    await actions.setTrim(TAKE, '1', 0, 0.05);
    await actions.setTrim(TAKE, '1', 0, 0.1);
    await settle();
    reply([TAKE]);
    await refetch;
    await settle();
    stop();
    expect(shown).toContain(0.1);
    expect(shown).not.toContain(0);
    expect(client.getQueryData(queryKey)).toEqual([{ ...TAKE, trimEndSeconds: 0.1 }]);
  });

  it('can be undone and redone when it is a verdict', async () => {
    actions.decide(TAKE, '1', 'rejected');
    await settle();
    expect(kept.verdict).toBe('rejected');
    expect(steps()).toEqual(['Line 1 rejected.']);
    await undo();
    expect(kept.verdict).toBeNull();
    bridge.answer({ 'undo.redo': () => null });
    await act(async () => void (await redoLatestStep()));
    expect(bridge.calls.filter(({ channel }) => channel === 'undo.redo')).toEqual([
      { channel: 'undo.redo', input: { step: 'step 0' } },
    ]);
  });
});
