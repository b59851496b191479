// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSteps, rememberStep } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { undoLatest } from './undo-commands.ts';

let undone: string[];
let said: unknown[];

beforeEach(() => {
  undone = [];
  said = [];
  vi.spyOn(notifications, 'show').mockImplementation(({ message }) => {
    const text = typeof message === 'string' ? message : (message as { props: { message: string } }).props.message;
    said.push(text);
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
    expect(said.at(-1)).toBe('Taken back: Line 2 rejected.');
  });

  it('names what was done elsewhere before it takes that back', async () => {
    doOn('review', 'Line 2 rejected.');
    useView.getState().goTo('cast');
    await undoLatest();
    expect(undone).toEqual([]);
    expect(said.at(-1)).toBe('Done last, in Review: Line 2 rejected. Undo again to take it back.');
    await undoLatest();
    expect(undone).toEqual(['Line 2 rejected.']);
    await undoLatest();
    expect(said.at(-1)).toBe('There is nothing to take back.');
  });
});
