import { create } from 'zustand';
import { type StoredStep, UNDO_DEPTH } from '../../shared/ipc/undo-requests.ts';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { isScreen, type Screen, useView } from './view-store.ts';

interface UndoOptions {
  readonly label?: string | undefined;
  /** Consecutive steps with the same value are merged into one step, such as repeated changes to the gain. */
  readonly joins?: string | undefined;
  /**
   * Returns whether the step applies even if the focus is in a text, because the step changed that text and nothing has
   * been typed since.
   */
  readonly outranksText?: (() => boolean) | undefined;
}

interface StudioUndo extends UndoOptions {
  /** Oldest first. */
  readonly steps: readonly string[];
  readonly onTurn?: ((direction: 'undo' | 'redo') => unknown) | undefined;
}

export interface WindowUndo extends UndoOptions {
  /**
   * If this rejects, the step is kept so that it can be tried again. If it rejects with `Outdated`, the step is
   * removed.
   */
  readonly run: () => unknown;
  readonly redo?: (() => unknown) | undefined;
}

export type Undo = StudioUndo | WindowUndo;

/** Returns undefined if `step` is null, which means that there is nothing to undo. */
export const undoOf = (
  step: string | null,
  onTurn?: (direction: 'undo' | 'redo') => unknown,
  joins?: string,
): StudioUndo | undefined => (step === null ? undefined : { steps: [step], onTurn, joins });

export interface Step {
  readonly what: string;
  readonly undo: Undo;
  readonly screen: Screen;
}

/**
 * Thrown if a change made by the window can no longer be undone. The message gives the reason. Nothing has been
 * changed.
 */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

interface History {
  /** Newest last. */
  readonly done: readonly Step[];
  /** Newest last. */
  readonly undone: readonly Step[];
}

const EMPTY_HISTORY: History = { done: [], undone: [] };

export const useUndoHistory = create<History>()(() => EMPTY_HISTORY);

const { getState, setState } = useUndoHistory;

/**
 * Records a step without a notice. Replies can arrive out of order, so steps from the main process are ordered by id.
 */
export function rememberStep(what: string, undo: Undo, screen: Screen = useView.getState().screen): Step {
  const { done } = getState();
  const place = done.findLastIndex((other) => !isLater(other.undo, undo)) + 1;
  // The step to merge with can be directly before or directly after the new one.
  const at = [place - 1, place].find((near) => undo.joins !== undefined && done[near]?.undo.joins === undo.joins);
  const joined = at === undefined ? undefined : done[at];
  const step: Step = { what, screen, undo: joined ? mergeUndo(joined, undo) : undo };
  setState({ done: done.toSpliced(at ?? place, joined ? 1 : 0, step).slice(-UNDO_DEPTH), undone: [] });
  describeStep(step, undo);
  return step;
}

/** Lets the studio store the step's name. Without it, the step can't be undone after a restart, which does no harm. */
function describeStep({ what, screen }: Step, undo: Undo): void {
  if ('run' in undo) return;
  for (const step of undo.steps) {
    ask('undo.describe', { step, label: what, screen, joins: undo.joins ?? null }).catch(() => {});
  }
}

/** Adds the steps that were stored when the project was last open, from oldest to newest. */
export function restoreSteps(stored: readonly StoredStep[]): void {
  const { done, undone } = getState();
  const known = new Set([...done, ...undone].flatMap(({ undo }) => ('run' in undo ? [] : undo.steps)));
  const groups: { readonly step: Step; readonly isUndone: boolean }[] = [];
  for (const { step: id, label, screen, joins, isUndone } of stored) {
    const last = groups.at(-1);
    const former = joins !== null && last?.isUndone === isUndone && last.step.undo.joins === joins ? last.step : null;
    if (known.has(id) || !isScreen(screen)) continue;
    const undo: StudioUndo = { steps: [id], joins: joins ?? undefined };
    const step: Step = { what: label, screen, undo: former ? mergeUndo(former, undo) : undo };
    if (former) groups.pop();
    // All ids of an undone step have been undone.
    if (isUndone && !('run' in step.undo)) undoneCounts.set(step, step.undo.steps.length);
    groups.push({ step, isUndone });
  }
  const stepsOf = (wanted: boolean) => groups.flatMap(({ step, isUndone }) => (isUndone === wanted ? [step] : []));
  setState({
    done: [...stepsOf(false), ...done].slice(-UNDO_DEPTH),
    undone: [...undone, ...stepsOf(true).toReversed()],
  });
}

function isLater(one: Undo, other: Undo): boolean {
  if ('run' in one || 'run' in other) return false;
  return (one.steps.at(-1) ?? '') > (other.steps.at(-1) ?? '');
}

/** The number of the step's ids that have been undone. It is less than the total only if undoing one of them failed. */
const undoneCounts = new WeakMap<Step, number>();

/** Merges two steps into one. Undoing it restores the state before the first step. */
function mergeUndo(former: Step, undo: Undo): Undo {
  if ('run' in undo) return 'run' in former.undo ? { ...undo, run: former.undo.run } : undo;
  if ('run' in former.undo) return undo;
  const { steps } = former.undo;
  const left = steps.slice(0, steps.length - (undoneCounts.get(former) ?? 0));
  return { ...undo, steps: [...left, ...undo.steps].toSorted() };
}

export function forgetSteps(): void {
  if (getState() !== EMPTY_HISTORY) setState(EMPTY_HISTORY);
}

export const isRedoable = (step: Step): boolean => getState().undone.includes(step);

let turning: { readonly step: Step; readonly direction: 'undo' | 'redo' } | null = null;

async function whileUndoing<T>(step: Step, direction: 'undo' | 'redo', work: () => Promise<T>): Promise<T> {
  turning = { step, direction };
  try {
    return await work();
  } finally {
    turning = null;
  }
}

/** While the focus is in a text, returns whether undo or redo should apply to a step rather than to the text. */
export function outranksText(direction: 'undo' | 'redo'): boolean {
  // If the producer presses undo while a redo is still running (or the reverse), it refers to the same step.
  if (turning !== null && turning.direction !== direction) return turning.step.undo.outranksText?.() === true;
  const { done, undone } = getState();
  const { screen } = useView.getState();
  const step = direction === 'undo' ? done.findLast((one) => one.screen === screen) : undone.at(-1);
  return step?.undo.outranksText?.() === true;
}

export const isUndoable = (step: Step): boolean => getState().done.includes(step);

/** Undo and redo operations run one at a time. */
let turn: Promise<unknown> = Promise.resolve();

const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
};

/** Registers work that will record a step. Undo waits for the work, so that it undoes the new step. */
export function awaitBeforeUndo<T>(work: Promise<T>): Promise<T> {
  turn = Promise.allSettled([turn, work]);
  return work;
}

/** Records a change's step once the change has been saved, without a notice. */
export const rememberWhenSaved = (
  what: string,
  saving: Promise<{ readonly step: string | null } | null>,
  screen?: Screen,
): Promise<void> =>
  awaitBeforeUndo(
    saving.then((saved) => {
      const undo = saved && undoOf(saved.step);
      if (undo) rememberStep(what, undo, screen);
    }),
  );

const without = (steps: readonly Step[], step: Step) => steps.filter((other) => other !== step);

export const undoStep = (step: Step): Promise<void> => enqueue(() => undoStepNow(step));

export const undoLatestStep = (isWanted: (step: Step) => boolean = () => true): Promise<Step | null> =>
  enqueue(async () => {
    const step = getState().done.findLast(isWanted);
    if (!step) return null;
    await withUndoFailure(step, undoStepNow);
    return step;
  });

export const redoLatestStep = (): Promise<Step | null> =>
  enqueue(async () => {
    const step = getState().undone.at(-1);
    if (!step) return null;
    await withUndoFailure(step, redoStepNow);
    return step;
  });

export class UndoFailure extends Error {
  override readonly name = 'UndoFailure';
  readonly step: Step;

  constructor(step: Step, cause: unknown) {
    super(step.what, { cause });
    this.step = step;
  }
}

async function withUndoFailure(step: Step, work: (step: Step) => Promise<void>): Promise<void> {
  try {
    await work(step);
  } catch (error) {
    throw new UndoFailure(step, error);
  }
}

async function undoStepNow(step: Step): Promise<void> {
  if (!isUndoable(step)) return;
  const canRedo = await whileUndoing(step, 'undo', () => dropIfGone(step, () => runUndo(step)));
  // In the meantime, another project may have been opened.
  if (!isUndoable(step)) return;
  setState(({ done, undone }) => ({ done: without(done, step), undone: canRedo ? [...undone, step] : undone }));
}

async function runUndo(step: Step): Promise<boolean> {
  const { undo } = step;
  if ('run' in undo) {
    await undo.run();
    return undo.redo !== undefined;
  }
  let canRedo = true;
  const { steps, onTurn } = undo;
  for (const id of steps.toReversed().slice(undoneCounts.get(step) ?? 0)) {
    const { redo } = await ask('undo.undo', { step: id });
    canRedo &&= redo;
    undoneCounts.set(step, (undoneCounts.get(step) ?? 0) + 1);
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
  for (const id of steps.slice(steps.length - (undoneCounts.get(step) ?? 0))) {
    await ask('undo.redo', { step: id });
    undoneCounts.set(step, (undoneCounts.get(step) ?? 0) - 1);
  }
  await onTurn?.('redo');
}

async function redoStepNow(step: Step): Promise<void> {
  await whileUndoing(step, 'redo', () => dropIfGone(step, () => runRedo(step)));
  if (!getState().undone.includes(step)) return;
  setState(({ done, undone }) => ({ done: [...done, step], undone: without(undone, step) }));
}

const isGone = (error: unknown): boolean =>
  error instanceof BridgeFailure && (error.error.kind === 'not-found' || error.error.kind === 'outdated');

async function dropIfGone<T>(step: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Outdated || isGone(error)) {
      setState(({ done, undone }) => ({ done: without(done, step), undone: without(undone, step) }));
    }
    throw error;
  }
}
