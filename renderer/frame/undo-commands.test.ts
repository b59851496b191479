// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSteps, rememberStep } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { redoLatest, undoLatest } from './undo-commands.ts';

let undone: string[];
let said: unknown[];
let offered: Offered[];

/** A button of a notice. */
interface Offered {
  readonly label: string;
  readonly run: () => void;
}

beforeEach(() => {
  undone = [];
  said = [];
  offered = [];
  vi.spyOn(notifications, 'show').mockImplementation(({ message }) => {
    if (typeof message === 'string') said.push(message);
    else {
      const { props } = message as { props: { message: string; actions: Offered[] } };
      said.push(props.message);
      offered.push(...props.actions);
    }
    return '';
  });
});
afterEach(() => {
  forgetSteps();
  useView.getState().goTo('library');
  vi.restoreAllMocks();
});

function doOn(screen: 'cast' | 'review', what: string): void {
  useView.getState().goTo(screen);
  rememberStep(what, { run: () => undone.push(what) });
}

describe('undo', () => {
  it('takes back what was done last on the screen in view', async () => {
    doOn('review', 'Line 2 rejected.');
    doOn('cast', 'Voice of LANE changed.');
    useView.getState().goTo('review');
    await undoLatest();
    expect(undone).toEqual(['Line 2 rejected.']);
    expect(said.at(-1)).toBe('Undone: Line 2 rejected.');
  });

  it('names what was done elsewhere before it takes that back', async () => {
    doOn('review', 'Line 2 rejected.');
    useView.getState().goTo('cast');
    await undoLatest();
    expect(undone).toEqual([]);
    expect(said.at(-1)).toBe('Last change, in Review: Line 2 rejected. To revert it, undo again.');
    await undoLatest();
    expect(undone).toEqual(['Line 2 rejected.']);
    await undoLatest();
    expect(said.at(-1)).toBe('Nothing to undo.');
  });

  it('offers to redo what it took back', async () => {
    useView.getState().goTo('review');
    rememberStep('Line 1 approved.', { run: () => undone.push('undo'), redo: () => undone.push('redo') });
    await undoLatest();
    expect(offered.at(-1)?.label).toBe('Redo');
    offered.at(-1)?.run();
    await vi.waitFor(() => expect(undone).toEqual(['undo', 'redo']));
    await redoLatest();
    expect(said.at(-1)).toBe('Nothing to redo.');
  });
});
