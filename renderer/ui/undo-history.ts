// The steps that can be taken back, whether or not their notices are still seen. They belong to the project that is open.
import { create } from 'zustand';
import { BridgeFailure } from '../bridge/ask.ts';
import { type Screen, useView } from './view-store.ts';

/** The way back from a step. What it answers does not matter; while its promise is open, nothing else is taken back. */
export interface Undo {
  /**
   * Brings back what stood before. A promise that fails leaves the step where it is, to be tried again; `Outdated` ends
   * it: what it stood on has changed.
   */
  readonly run: () => unknown;
  /** Does it again, where that can be had. */
  readonly redo?: (() => unknown) | undefined;
  /** On the button of its notice. */
  readonly label?: string | undefined;
  /**
   * Steps of the same name that follow each other are one: its way back leads to before the first of them. For what is
   * changed in many small steps, such as a gain by its keys.
   */
  readonly joins?: string | undefined;
}

export interface Step {
  /** What was done, as its notice says it. */
  readonly what: string;
  readonly undo: Undo;
  /** Where it was done. */
  readonly screen: Screen;
}

/** A step can't be taken back any more, for a reason that is a sentence; nothing was changed. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

interface History {
  /** The latest last. */
  readonly done: readonly Step[];
  /** What was taken back and can be done again, the latest last. */
  readonly undone: readonly Step[];
}

/** Up to this many steps are kept. */
const MOST_STEPS = 200;

const NOTHING: History = { done: [], undone: [] };

export const useUndoHistory = create<History>()(() => NOTHING);

const { getState, setState } = useUndoHistory;

/**
 * Notes a step without saying it. What was taken back before can't be done again then.
 *
 * @param screen where it was done; the one in view unless given
 */
export function rememberStep(what: string, undo: Undo, screen: Screen = useView.getState().screen): Step {
  const { done } = getState();
  const before = done.at(-1);
  const joined = undo.joins !== undefined && undo.joins === before?.undo.joins ? before : null;
  const step: Step = { what, screen, undo: joined ? { ...undo, run: joined.undo.run } : undo };
  setState({ done: [...(joined ? done.slice(0, -1) : done), step].slice(-MOST_STEPS), undone: [] });
  return step;
}

/** Another project, or none: nothing of the one before can be taken back. */
export function forgetSteps(): void {
  if (getState() !== NOTHING) setState(NOTHING);
}

/** Whether a step can still be taken back. */
export const isToUndo = (step: Step): boolean => getState().done.includes(step);

/** Steps are taken back and done again one after the other, however quickly that is asked for. */
let turn: Promise<unknown> = Promise.resolve();

const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
};

/** Something is under way that will be a step: an undo of the latest step means this one, and waits for it. */
export function stepUnderWay<T>(work: Promise<T>): Promise<T> {
  turn = Promise.allSettled([turn, work]);
  return work;
}

const without = (steps: readonly Step[], step: Step) => steps.filter((other) => other !== step);

/** Takes a step back, unless it already was. @throws what its way back throws; after `Outdated` the step is gone */
export const takeBack = (step: Step): Promise<void> => inTurn(() => takeBackNow(step));

/**
 * Takes the latest step back, or the latest one that is wanted.
 * @returns it; null where there is none. @throws UndoFailure
 */
export const takeBackLatest = (isWanted: (step: Step) => boolean = () => true): Promise<Step | null> =>
  inTurn(async () => {
    const step = getState().done.findLast(isWanted);
    if (!step) return null;
    await named(step, takeBackNow);
    return step;
  });

/** Does again what was taken back last. @returns it; null where there is nothing. @throws UndoFailure */
export const doAgainLatest = (): Promise<Step | null> =>
  inTurn(async () => {
    const step = getState().undone.at(-1);
    if (!step) return null;
    await named(step, doAgainNow);
    return step;
  });

/** A step that could not be taken back, or done again, with why. */
export class UndoFailure extends Error {
  override readonly name = 'UndoFailure';
  readonly step: Step;

  constructor(step: Step, cause: unknown) {
    super(step.what, { cause });
    this.step = step;
  }
}

async function named(step: Step, work: (step: Step) => Promise<void>): Promise<void> {
  try {
    await work(step);
  } catch (error) {
    throw new UndoFailure(step, error);
  }
}

async function takeBackNow(step: Step): Promise<void> {
  if (!isToUndo(step)) return;
  await orEnd(step, step.undo.run);
  // Another project may have been opened by then.
  if (!isToUndo(step)) return;
  setState(({ done, undone }) => ({
    done: without(done, step),
    undone: step.undo.redo ? [...undone, step] : undone,
  }));
}

async function doAgainNow(step: Step): Promise<void> {
  await orEnd(step, step.undo.redo ?? (() => undefined));
  if (!getState().undone.includes(step)) return;
  setState(({ done, undone }) => ({ done: [...done, step], undone: without(undone, step) }));
}

/** What the step was about is not there any more, and does not come back. */
const isGone = (error: unknown): boolean => error instanceof BridgeFailure && error.error.kind === 'not-found';

/** What can't be done any more is not offered any more. */
async function orEnd(step: Step, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Outdated || isGone(error)) {
      setState(({ done, undone }) => ({ done: without(done, step), undone: without(undone, step) }));
    }
    throw error;
  }
}
