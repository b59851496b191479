// The steps that can be taken back, whether or not their notices are still seen. They belong to the project that is open.
import { create } from 'zustand';
import { UNDO_DEPTH } from '../../shared/ipc/undo-requests.ts';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { type Screen, useView } from './view-store.ts';

interface UndoOptions {
  /** On the button of its notice. */
  readonly label?: string | undefined;
  /**
   * Steps of the same name that follow each other are one: its way back leads to before the first of them. For what is
   * changed in many small steps, such as a gain by its keys.
   */
  readonly joins?: string | undefined;
  /** Whether undo and redo mean this step also where the keyboard is in a text: it changed that text, and no word was written since. */
  readonly outranksWords?: (() => boolean) | undefined;
}

/** What the studio changed, which it takes back by the ids of its steps. */
interface StudioUndo extends UndoOptions {
  /** In the order in which they were made. */
  readonly steps: readonly string[];
  /** Shows what is there now, after the step was taken back or done again. */
  readonly onTurn?: ((way: 'undo' | 'redo') => unknown) | undefined;
}

/** What the window itself changed. */
export interface OwnUndo extends UndoOptions {
  /**
   * Brings back what stood before. A promise that fails leaves the step where it is, to be tried again; `Outdated` ends
   * it: what it stood on has changed.
   */
  readonly run: () => unknown;
  /** Does it again, where that can be had. */
  readonly redo?: (() => unknown) | undefined;
}

/** The way back from a step. While it is being taken, nothing else is taken back. */
export type Undo = StudioUndo | OwnUndo;

/**
 * The way back from what the studio changed.
 *
 * @param step as the reply has it; null: there is nothing to take back
 * @param onTurn shows what is there now, after the step was taken back or done again
 */
export const undoOf = (
  step: string | null,
  onTurn?: (way: 'undo' | 'redo') => unknown,
  joins?: string,
): StudioUndo | undefined => (step === null ? undefined : { steps: [step], onTurn, joins });

export interface Step {
  /** What was done, as its notice says it. */
  readonly what: string;
  readonly undo: Undo;
  /** Where it was done. */
  readonly screen: Screen;
}

/** What the window itself changed can't be taken back any more, for a reason that is a sentence; nothing was changed. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

interface History {
  /** The latest last. */
  readonly done: readonly Step[];
  /** What was taken back and can be done again, the latest last. */
  readonly undone: readonly Step[];
}

const NOTHING: History = { done: [], undone: [] };

export const useUndoHistory = create<History>()(() => NOTHING);

const { getState, setState } = useUndoHistory;

/**
 * Notes a step without saying it. What was taken back before can't be done again then. What the studio changed is noted in
 * the order of the changes, whichever reply comes first.
 *
 * @param screen where it was done; the one in view unless given
 */
export function rememberStep(what: string, undo: Undo, screen: Screen = useView.getState().screen): Step {
  const { done } = getState();
  const place = done.findLastIndex((other) => !isLater(other.undo, undo)) + 1;
  // A step that was to be joined may have come before the one it follows.
  const at = [place - 1, place].find((near) => undo.joins !== undefined && done[near]?.undo.joins === undo.joins);
  const joined = at === undefined ? undefined : done[at];
  const step: Step = { what, screen, undo: joined ? withStepsOf(joined, undo) : undo };
  setState({ done: done.toSpliced(at ?? place, joined ? 1 : 0, step).slice(-UNDO_DEPTH), undone: [] });
  return step;
}

/** Whether the studio made a change after another one. */
function isLater(one: Undo, other: Undo): boolean {
  if ('run' in one || 'run' in other) return false;
  return (one.steps.at(-1) ?? '') > (other.steps.at(-1) ?? '');
}

/** How many of a step's ids are taken back: fewer than all only where one of them failed. */
const takenBack = new WeakMap<Step, number>();

/** The way back to before the first of two steps that are one. */
function withStepsOf(former: Step, undo: Undo): Undo {
  if ('run' in undo) return 'run' in former.undo ? { ...undo, run: former.undo.run } : undo;
  if ('run' in former.undo) return undo;
  const { steps } = former.undo;
  const left = steps.slice(0, steps.length - (takenBack.get(former) ?? 0));
  return { ...undo, steps: [...left, ...undo.steps].toSorted() };
}

/** Another project, or none: nothing of the one before can be taken back. */
export function forgetSteps(): void {
  if (getState() !== NOTHING) setState(NOTHING);
}

/** Whether a step was taken back and can be done again. */
export const isToRedo = (step: Step): boolean => getState().undone.includes(step);

/** The step that is being taken back, or done again. */
let turning: { readonly step: Step; readonly way: 'undo' | 'redo' } | null = null;

async function whileTurning<T>(step: Step, way: 'undo' | 'redo', work: () => Promise<T>): Promise<T> {
  turning = { step, way };
  try {
    return await work();
  } finally {
    turning = null;
  }
}

/** Whether undo, or redo, means a step rather than words where the keyboard is in a text. */
export function outranksWords(way: 'undo' | 'redo'): boolean {
  // Of a step that is being done again, undo is meant at once, though it is its turn only then.
  if (turning !== null && turning.way !== way) return turning.step.undo.outranksWords?.() === true;
  const { done, undone } = getState();
  const { screen } = useView.getState();
  const step = way === 'undo' ? done.findLast((one) => one.screen === screen) : undone.at(-1);
  return step?.undo.outranksWords?.() === true;
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
  const canRedo = await whileTurning(step, 'undo', () => orEnd(step, () => runUndo(step)));
  // Another project may have been opened by then.
  if (!isToUndo(step)) return;
  setState(({ done, undone }) => ({ done: without(done, step), undone: canRedo ? [...undone, step] : undone }));
}

/** @returns whether it can be done again */
async function runUndo(step: Step): Promise<boolean> {
  const { undo } = step;
  if ('run' in undo) {
    await undo.run();
    return undo.redo !== undefined;
  }
  let canRedo = true;
  const { steps, onTurn } = undo;
  for (const id of steps.toReversed().slice(takenBack.get(step) ?? 0)) {
    const { redo } = await ask('undo.undo', { step: id });
    canRedo &&= redo;
    takenBack.set(step, (takenBack.get(step) ?? 0) + 1);
  }
  await onTurn?.('undo');
  return canRedo;
}

async function runRedo(step: Step): Promise<void> {
  const { undo } = step;
  if ('run' in undo) {
    await undo.redo?.();
    return;
  }
  const { steps, onTurn } = undo;
  for (const id of steps.slice(steps.length - (takenBack.get(step) ?? 0))) {
    await ask('undo.redo', { step: id });
    takenBack.set(step, (takenBack.get(step) ?? 0) - 1);
  }
  await onTurn?.('redo');
}

async function doAgainNow(step: Step): Promise<void> {
  await whileTurning(step, 'redo', () => orEnd(step, () => runRedo(step)));
  if (!getState().undone.includes(step)) return;
  setState(({ done, undone }) => ({ done: [...done, step], undone: without(undone, step) }));
}

/** What the step was about is not there any more, or has changed, and does not come back. */
const isGone = (error: unknown): boolean =>
  error instanceof BridgeFailure && (error.error.kind === 'not-found' || error.error.kind === 'outdated');

/** What can't be done any more is not offered any more. */
async function orEnd<T>(step: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Outdated || isGone(error)) {
      setState(({ done, undone }) => ({ done: without(done, step), undone: without(undone, step) }));
    }
    throw error;
  }
}
