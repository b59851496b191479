// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RequestOf } from '../../shared/ipc/contract.ts';
import type { StoredStep } from '../../shared/ipc/undo-requests.ts';
import { BridgeFailure } from '../bridge/ask.ts';
import { failWith, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import {
  awaitBeforeUndo,
  forgetSteps,
  Outdated,
  outranksText,
  redoLatestStep,
  rememberStep,
  restoreSteps,
  UndoFailure,
  undoLatestStep,
  undoOf,
  undoStep,
  useUndoHistory,
} from './undo-history.ts';

const names = () => {
  const { done, undone } = useUndoHistory.getState();
  return { done: done.map(({ what }) => what), undone: undone.map(({ what }) => what) };
};

afterEach(forgetSteps);

/** A value that steps set, and bring back. */
function makeValue() {
  const value = { now: 0 };
  const put = (next: number) => {
    value.now = next;
  };
  const set = (next: number, joins?: string) => {
    const before = value.now;
    put(next);
    rememberStep(`set ${next}`, { run: () => put(before), redo: () => put(next), joins });
  };
  return { value, set };
}

describe('steps that can be taken back', () => {
  it('are taken back from the latest on, and done again in their order', async () => {
    const { value, set } = makeValue();
    set(1);
    set(2);
    await undoLatestStep();
    expect(value.now).toBe(1);
    await undoLatestStep();
    expect(value.now).toBe(0);
    expect(await undoLatestStep()).toBeNull();
    await redoLatestStep();
    expect(value.now).toBe(1);
    await redoLatestStep();
    expect(value.now).toBe(2);
    expect(await redoLatestStep()).toBeNull();
  });

  it('that the studio made are taken back in the reverse order of its changes, whichever reply came first', async () => {
    const taken: string[] = [];
    const bridge = installFakeBridge({
      'undo.undo': ({ step }) => {
        taken.push(step);
        return { redo: true };
      },
    });
    onTestFinished(() => bridge.remove());
    const remember = (step: string, joins?: string) => {
      const undo = undoOf(step, undefined, joins);
      if (undo) rememberStep(step, undo);
    };
    for (const step of ['02-a', '01-b']) remember(step);
    for (const step of ['05-c', '03-e']) remember(step, 'gain');
    remember('06-f');
    remember('04-d', 'gain');
    await undoLatestStep();
    expect(taken.splice(0)).toEqual(['06-f']);
    await undoLatestStep();
    expect(taken.splice(0)).toEqual(['05-c', '04-d', '03-e']);
    await undoLatestStep();
    await undoLatestStep();
    expect(taken).toEqual(['02-a', '01-b']);
  });

  it('whatever is done, taken back and done again, leave what each of them stood for', async () => {
    const deeds = fc.array(fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constantFrom('undo', 'redo')), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(deeds, async (all) => {
        forgetSteps();
        const { value, set } = makeValue();
        let model: { past: number[]; future: number[] } = { past: [0], future: [] };
        for (const deed of all) {
          if (typeof deed === 'number') {
            set(deed);
            model = { past: [...model.past, deed], future: [] };
          } else if (deed === 'undo') {
            await undoLatestStep();
            const last = model.past.length > 1 ? model.past.pop() : undefined;
            if (last !== undefined) model.future.push(last);
          } else {
            await redoLatestStep();
            const next = model.future.pop();
            if (next !== undefined) model.past.push(next);
          }
          expect(value.now).toBe(model.past.at(-1));
        }
      }),
    );
  });

  it('are meant rather than words where they say so, from the moment at which one is done again', async () => {
    const isLatest = vi.fn(() => true);
    let finish = () => {};
    const redo = () => new Promise<void>((resolve) => (finish = resolve));
    expect(outranksText('undo')).toBe(false);
    rememberStep('moved', { run: () => {}, redo, outranksText: isLatest });
    expect([outranksText('undo'), outranksText('redo')]).toEqual([true, false]);
    await undoLatestStep();
    expect([outranksText('undo'), outranksText('redo')]).toEqual([false, true]);
    const again = redoLatestStep();
    await expect.poll(() => outranksText('undo')).toBe(true);
    finish();
    await again;
    expect(outranksText('undo')).toBe(true);
    isLatest.mockReturnValue(false);
    expect(outranksText('undo')).toBe(false);
  });

  it('are taken back one after the other, however quickly that is asked for', async () => {
    const seen: string[] = [];
    for (const name of ['first', 'second']) {
      rememberStep(name, {
        async run() {
          seen.push(`${name} begins`);
          await Promise.resolve();
          seen.push(`${name} ends`);
        },
      });
    }
    await Promise.all([undoLatestStep(), undoLatestStep()]);
    expect(seen).toEqual(['second begins', 'second ends', 'first begins', 'first ends']);
  });

  it('that are still being done are waited for', async () => {
    const { value, set } = makeValue();
    set(1);
    let reply = () => {};
    const work = new Promise<void>((resolve) => (reply = resolve)).then(() => set(2));
    void awaitBeforeUndo(work);
    const back = undoLatestStep();
    reply();
    expect((await back)?.what).toBe('set 2');
    expect(value.now).toBe(1);
  });

  it('stay where taking them back fails, and can be tried again', async () => {
    let isBroken = true;
    rememberStep('a cap', {
      run: async () => {
        if (isBroken) throw new BridgeFailure('project.updateSettings', { kind: 'studio-gone' });
      },
    });
    await expect(undoLatestStep()).rejects.toBeInstanceOf(UndoFailure);
    expect(names().done).toEqual(['a cap']);
    isBroken = false;
    await undoLatestStep();
    expect(names().done).toEqual([]);
  });

  it('go where what they stood on has changed or is gone', async () => {
    const gone = new BridgeFailure('take.setGain', { kind: 'not-found', what: 'take' });
    for (const failure of [new Outdated('It has changed.'), gone]) {
      rememberStep('a verdict', { run: () => Promise.reject(failure) });
      await expect(undoLatestStep()).rejects.toMatchObject({ cause: failure });
      expect(names()).toEqual({ done: [], undone: [] });
    }
  });

  it('can be taken back out of order by their own notice, once', async () => {
    const runs: string[] = [];
    const first = rememberStep('first', { run: () => runs.push('first') });
    rememberStep('second', { run: () => runs.push('second') });
    await undoStep(first);
    await undoStep(first);
    expect(runs).toEqual(['first']);
    expect(names().done).toEqual(['second']);
  });

  it('are one where small ones of a name follow each other', async () => {
    const { value, set } = makeValue();
    set(1, 'gain');
    set(2, 'gain');
    set(3, 'gain');
    set(9);
    set(4, 'gain');
    expect(names().done).toEqual(['set 3', 'set 9', 'set 4']);
    await undoLatestStep();
    await undoLatestStep();
    await undoLatestStep();
    expect(value.now).toBe(0);
    await redoLatestStep();
    expect(value.now).toBe(3);
  });

  it('belong to their project: none is left when another one opens, and none comes back from what was under way', async () => {
    let finish = () => {};
    rememberStep('of the old project', {
      run: () => new Promise<void>((resolve) => (finish = resolve)),
      redo: () => undefined,
    });
    const under = undoLatestStep();
    await Promise.resolve();
    forgetSteps();
    finish();
    await under;
    expect(names()).toEqual({ done: [], undone: [] });
  });

  it('are as many as someone can remember', () => {
    for (let at = 0; at < 250; at++) rememberStep(`step ${at}`, { run: () => undefined });
    expect(names().done).toHaveLength(200);
    expect(names().done.at(-1)).toBe('step 249');
  });
});

describe('steps that the studio takes back', () => {
  let said: string[];
  let fails: string | null;
  let bridge: ReturnType<typeof installFakeBridge>;

  beforeEach(() => {
    said = [];
    fails = null;
    const answer = (way: 'undo' | 'redo') => {
      return ({ step }: RequestOf<'undo.undo'>) => {
        if (fails === step) failWith(`undo.${way}`, { kind: 'studio-gone' });
        said.push(`${way} ${step}`);
      };
    };
    const [undo, redo] = [answer('undo'), answer('redo')];
    bridge = installFakeBridge({
      'undo.undo': (input) => {
        undo(input);
        return { redo: !input.step.startsWith('once') };
      },
      'undo.redo': (input) => {
        redo(input);
        return null;
      },
    });
  });
  afterEach(() => bridge.remove());

  const remember = (step: string, joins?: string) => {
    const undo = undoOf(step, (way) => said.push(`shows ${way}`), joins);
    return undo && rememberStep(`what ${step} did`, undo);
  };

  it('are named by their ids, and what is there now is shown', async () => {
    remember('a');
    await undoLatestStep();
    await redoLatestStep();
    expect(said).toEqual(['undo a', 'shows undo', 'redo a', 'shows redo']);
  });

  it('are none where the reply names none', () => expect(undoOf(null)).toBeUndefined());

  it('can’t be done again where the studio says so', async () => {
    remember('once a');
    await undoLatestStep();
    expect(names()).toEqual({ done: [], undone: [] });
  });

  it('that are one are taken back from the last to the first, and done again from the first to the last', async () => {
    for (const step of ['a', 'b', 'c']) remember(step, 'gain');
    expect(names().done).toEqual(['what c did']);
    await undoLatestStep();
    await redoLatestStep();
    const there = ['redo a', 'redo b', 'redo c', 'shows redo'];
    expect(said).toEqual(['undo c', 'undo b', 'undo a', 'shows undo', ...there]);
  });

  it('go on where they failed when they are tried again', async () => {
    for (const step of ['a', 'b', 'c']) remember(step, 'gain');
    fails = 'b';
    await expect(undoLatestStep()).rejects.toBeInstanceOf(UndoFailure);
    expect(names().done).toEqual(['what c did']);
    fails = null;
    await undoLatestStep();
    expect(said).toEqual(['undo c', 'undo b', 'undo a', 'shows undo']);
    fails = 'c';
    await expect(redoLatestStep()).rejects.toBeInstanceOf(UndoFailure);
    fails = null;
    await redoLatestStep();
    expect(said.slice(4)).toEqual(['redo a', 'redo b', 'redo c', 'shows redo']);
  });

  it('end where they are outdated, or too long ago', async () => {
    const failures = [
      { kind: 'outdated', reason: 'note' },
      { kind: 'not-found', what: 'step' },
    ] as const;
    for (const failure of failures) {
      bridge.answer({ 'undo.undo': () => failWith('undo.undo', failure) });
      remember('a');
      await expect(undoLatestStep()).rejects.toMatchObject({ cause: { error: failure } });
      expect(names()).toEqual({ done: [], undone: [] });
    }
  });
});

describe('steps that were stored', () => {
  const stored = (step: string, label: string, more: Partial<StoredStep> = {}): StoredStep => ({
    step,
    label,
    screen: 'cast',
    joins: null,
    isUndone: false,
    ...more,
  });

  it('are undone and redone before and after those of today, and keep their groups', async () => {
    const asked: string[] = [];
    const bridge = installFakeBridge({
      'undo.undo': ({ step }) => {
        asked.push(`undo ${step}`);
        return { redo: true };
      },
      'undo.redo': ({ step }) => {
        asked.push(`redo ${step}`);
        return null;
      },
    });
    onTestFinished(bridge.remove);
    restoreSteps([
      stored('1', 'one'),
      stored('2', 'gain 1', { joins: 'gain' }),
      stored('3', 'gain 2', { joins: 'gain' }),
      stored('4', 'four', { isUndone: true }),
      stored('5', 'five', { isUndone: true }),
      stored('6', 'unknown', { screen: 'cellar' }),
    ]);
    restoreSteps([stored('1', 'one')]);
    expect(names()).toEqual({ done: ['one', 'gain 2'], undone: ['five', 'four'] });
    await redoLatestStep();
    await redoLatestStep();
    await undoLatestStep();
    await undoLatestStep();
    await undoLatestStep();
    expect(asked).toEqual(['redo 4', 'redo 5', 'undo 5', 'undo 4', 'undo 3', 'undo 2']);
    rememberStep('today', undoOf('7') ?? { run: () => {} });
    expect(names()).toEqual({ done: ['one', 'today'], undone: [] });
    expect(bridge.calls).toContainEqual({
      channel: 'undo.describe',
      input: { step: '7', label: 'today', screen: 'library', joins: null },
    });
  });
});
