import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { UNDO_DEPTH } from '../../../shared/ipc/undo-requests.ts';
import { RequestError, refuse } from '../bridge/request-error.ts';
import { once, repeatable, UndoLog } from './undo-log.ts';

let log: UndoLog;
let value: number;
let ids = 0;
let now: number;

const makeLog = () => {
  const id = () => {
    ids += 1;
    return `step ${ids}`;
  };
  return new UndoLog({ clock: { now: () => now }, random: { id, next: () => 0 } });
};

beforeEach(() => {
  now = 1_000;
  log = makeLog();
  value = 0;
});

/** Sets the value, and gives the step that brings the former one back. */
function set(next: number, options: Parameters<UndoLog['add']>[1] = {}): string {
  const make = () => {
    const former = value;
    value = next;
    return former;
  };
  return log.add(
    repeatable(
      make(),
      (former) => {
        value = former;
      },
      make,
    ),
    options,
  );
}

const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof RequestError ? error.error : error;
};

const GONE = { kind: 'not-found', what: 'step' };

describe('the log of undo', () => {
  it('names steps so that they sort in the order of the changes', () => {
    ids = 0;
    const steps = Array.from({ length: 12 }, (_, at) => set(at));
    // The next studio starts later.
    now = 2_000;
    log = makeLog();
    steps.push(set(12), set(13));
    expect(steps.toSorted()).toEqual(steps);
  });

  it('takes a change back, makes it again, and takes it back again', async () => {
    const step = set(5);
    expect(await log.undo(step)).toBe(true);
    expect(value).toBe(0);
    await log.redo(step);
    expect(value).toBe(5);
    await log.undo(step);
    expect(value).toBe(0);
  });

  it('takes nothing back twice, and makes nothing again that stands', async () => {
    const step = set(5);
    expect(await refusalOf(log.redo(step))).toEqual(GONE);
    await log.undo(step);
    expect(await refusalOf(log.undo(step))).toEqual(GONE);
    expect(await refusalOf(log.undo('never given'))).toEqual(GONE);
  });

  it('says of a change that can’t be made again that it can’t', async () => {
    const step = log.add(
      once(() => {
        value = 1;
      }),
    );
    expect(await log.undo(step)).toBe(false);
    expect(value).toBe(1);
    expect(await refusalOf(log.redo(step))).toEqual(GONE);
  });

  it('keeps a step that fails, and ends one that is outdated', async () => {
    let failure: () => void = () => {
      throw new Error('the disk is full');
    };
    const step = log.add(once(() => failure()));
    await expect(log.undo(step)).rejects.toThrow('full');
    failure = () => refuse({ kind: 'outdated', reason: 'note' });
    expect(await refusalOf(log.undo(step))).toEqual({ kind: 'outdated', reason: 'note' });
    expect(await refusalOf(log.undo(step))).toEqual(GONE);
  });

  it('takes one step back after the other, however quickly that is asked for', async () => {
    const seen: string[] = [];
    const steps = ['first', 'second'].map((name) =>
      log.add(
        once(async () => {
          seen.push(`${name} begins`);
          await Promise.resolve();
          seen.push(`${name} ends`);
        }),
      ),
    );
    await Promise.all(steps.toReversed().map((step) => log.undo(step)));
    expect(seen).toEqual(['second begins', 'second ends', 'first begins', 'first ends']);
  });

  it('forgets the steps of a project with it, those that were taken back too, and no others', async () => {
    const project = {};
    const [own, undone, machine] = [set(1, { project }), set(2, { project }), set(3)];
    await log.undo(undone);
    log.forget(project);
    expect(await refusalOf(log.undo(own))).toEqual(GONE);
    expect(await refusalOf(log.redo(undone))).toEqual(GONE);
    expect(await log.undo(machine)).toBe(true);
  });

  it('notes nothing of a project that was closed in the meantime', async () => {
    const project = {};
    let finish = () => {};
    const step = log.add(() => new Promise((resolve) => (finish = () => resolve(() => null))), { project });
    const under = log.undo(step);
    await Promise.resolve();
    log.forget(project);
    finish();
    await under;
    expect(await refusalOf(log.redo(step))).toEqual(GONE);
  });

  it('keeps as many as the window, small ones that count as one for one of them', async () => {
    const oldest = set(1);
    for (let at = 2; at <= UNDO_DEPTH; at++) set(at);
    expect(await log.undo(oldest)).toBe(true);
    await log.redo(oldest);
    const small = Array.from({ length: 2 * UNDO_DEPTH }, (_, at) => set(at, { joins: 'gain 7' }));
    expect(await log.undo(small[0] ?? '')).toBe(true);
    expect(await log.undo(oldest)).toBe(true);
    const before = value;
    const first = set(7);
    for (let at = 0; at < UNDO_DEPTH; at++) set(at);
    value = before;
    expect(await refusalOf(log.undo(first))).toEqual(GONE);
    expect(value).toBe(before);
  });

  it('whatever is changed, taken back and made again, leaves what the model has', async () => {
    const change = fc.record({ kind: fc.constant('set' as const), to: fc.integer({ min: 1, max: 99 }) });
    const turn = fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(change, turn), { maxLength: 40 }), async (all) => {
        log = makeLog();
        value = 0;
        const past: { readonly step: string; readonly value: number }[] = [];
        let future: typeof past = [];
        for (const deed of all) {
          if (deed.kind === 'set') {
            past.push({ step: set(deed.to), value: deed.to });
            future = [];
          } else if (deed.kind === 'undo') {
            const last = past.pop();
            if (!last) continue;
            await log.undo(last.step);
            future.push(last);
          } else {
            const next = future.pop();
            if (!next) continue;
            await log.redo(next.step);
            past.push(next);
          }
          expect(value).toBe(past.at(-1)?.value ?? 0);
        }
      }),
    );
  });

  it('takes steps back in any order: each exactly while it stands', async () => {
    const deeds = fc.array(fc.record({ way: fc.constantFrom('add', 'undo', 'redo'), at: fc.nat(20) }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(deeds, async (all) => {
        log = makeLog();
        const standing = new Set<number>();
        const model: { readonly step: string; stands: boolean }[] = [];
        const add = (one: number) => {
          const make = () => void standing.add(one);
          make();
          return log.add(repeatable(undefined, () => void standing.delete(one), make));
        };
        for (const { way, at } of all) {
          if (way === 'add') model.push({ step: add(model.length), stands: true });
          const known = model[at];
          if (way === 'add' || !known) continue;
          const fits = known.stands === (way === 'undo');
          const refusal = await refusalOf(way === 'undo' ? log.undo(known.step) : log.redo(known.step));
          expect(refusal).toEqual(fits ? null : GONE);
          if (fits) known.stands = !known.stands;
        }
        expect([...standing].toSorted()).toEqual(model.flatMap(({ stands }, one) => (stands ? [one] : [])).toSorted());
      }),
    );
  });
});
