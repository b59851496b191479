// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CastOutlook } from '../../../shared/ipc/cast-requests.ts';
import { failWith } from '../../bridge/testing/fake-bridge.ts';
import { notifyFailure } from '../overlays/toast.tsx';
import { type Rendered, render } from '../testing/render.tsx';
import { useUndoHistory } from '../undo-history.ts';
import { useView } from '../view-store.ts';
import { castVoice, useCastQuestion } from './cast-change.ts';
import { CastChangeDialog } from './cast-change-dialog.tsx';
import { outlook } from './testing/outlook.ts';

const approvedLine = (lineId: number, excerpt: string) => ({ lineId, number: `1.${lineId}`, roles: ['LANE'], excerpt });
const TWELVE = outlook({
  stale: 12,
  characters: 1204,
  price: { amount: 0.1204, currency: 'EUR' },
  approved: 3,
  approvedLines: [approvedLine(4, 'Yes, sir.'), approvedLine(9, 'No, sir.')],
});

let effect: CastOutlook;
let view: Rendered;
beforeEach(async () => {
  effect = TWELVE;
  view = await render(<CastChangeDialog />, {
    'project.current': () => ({ id: 'p', path: '/p' }) as never,
    'project.roles': () => [],
    'cast.outlook': () => effect,
    'cast.change': () => ({ step: '0001', outlook: effect }),
    'undo.undo': () => ({ redo: true }),
  });
});
afterEach(async () => {
  await view.act(() => useCastQuestion.getState().question?.answer('cancel'));
  await view.remove();
});

const cast = (voice = 'ben') => view.act(() => void castVoice('LANE', voice, 'Ben').catch(notifyFailure));
const questions = () => view.all('dialog').length;
const changes = () => view.requests('cast.change');
const orders = () => view.requests('production.start');

describe('a change that makes lines stale', () => {
  it('shows its cost and the approved takes it affects, and is applied with Enter', async () => {
    await cast();
    expect(view.get('dialog', 'Change LANE’s voice to Ben?').textContent).toContain(
      '12 lines become stale. Rendering them again uses 1,204 characters (EUR 0.12). 3 of them have approved takes.',
    );
    expect(view.texts('li button')).toEqual(['1.4LANEYes, sir.', '1.9LANENo, sir.']);
    expect(view.text).toContain('and 1 more');
    expect(changes()).toEqual([]);
    await view.press('Enter');
    expect(changes()).toEqual([{ role: 'LANE', change: { voice: 'ben' } }]);
    expect(questions()).toBe(0);
    expect(orders()).toEqual([]);
    expect(view.notices()).toEqual([
      'LANE now uses Ben. 12 lines still have the old voice, and 3 of them are approved. Render them?RenderUndo',
    ]);
  });

  it('is not confirmed by an Enter that is still held down', async () => {
    await cast();
    await view.press('Enter', { repeat: true });
    expect(changes()).toEqual([]);
  });

  it.each(['Escape', 'Cancel'])('is not made after %s', async (way) => {
    await cast();
    if (way === 'Escape') await view.press('Escape');
    else await view.click('button', way);
    expect(questions()).toBe(0);
    expect(changes()).toEqual([]);
    expect(view.notices()).toEqual([]);
  });

  it('can render the lines, without asking about the cost or approved takes again', async () => {
    view.bridge.answer({ 'production.start': () => ({}) as never });
    await cast();
    await view.click('button', 'Apply and render 12 lines');
    expect(changes()).toHaveLength(1);
    expect(orders()).toEqual([{ lineIds: TWELVE.toRender, replaceApproved: true, confirmed: true }]);
    expect(view.notices()).toEqual(['LANE now uses Ben. Rendering 12 lines.Undo']);
  });

  it('is applied even if the lines can’t be rendered, and shows why', async () => {
    view.bridge.answer({ 'production.start': () => failWith('production.start', { kind: 'no-connection' }) });
    await cast();
    await view.click('button', 'Apply and render 12 lines');
    expect(changes()).toHaveLength(1);
    expect(view.notices()).toHaveLength(2);
  });

  it('offers to render the lines later, and can be undone', async () => {
    view.bridge.answer({ 'production.start': () => ({}) as never });
    await cast();
    await view.press('Enter');
    await view.click('button', 'Render');
    expect(orders()).toHaveLength(1);
    expect(useUndoHistory.getState().done.map(({ what }) => what)).toEqual(['LANE now uses Ben.']);
    await view.undo();
    expect(view.requests('undo.undo')).toEqual([{ step: '0001' }]);
  });

  it('shows an approved line in the script instead, if it is chosen', async () => {
    await cast();
    await view.click('button', /^1\.9/);
    expect(changes()).toEqual([]);
    expect(questions()).toBe(0);
    expect(useView.getState()).toMatchObject({ screen: 'script', selectedLineId: 9 });
  });

  it('is dropped when another project is opened', async () => {
    await cast();
    view.bridge.answer({ 'project.current': () => ({ id: 'q', path: '/q' }) as never });
    await view.emit('studio-restarted', {} as never);
    expect(questions()).toBe(0);
    expect(changes()).toEqual([]);
  });

  it('is asked about only after the previous change', async () => {
    await cast('ben');
    await cast('cora');
    expect(questions()).toBe(1);
    expect(view.requests('cast.outlook')).toHaveLength(1);
    await view.press('Escape');
    await view.press('Enter');
    expect(changes()).toEqual([{ role: 'LANE', change: { voice: 'cora' } }]);
  });
});

describe('a change that makes no lines stale', () => {
  it.each([
    ['nothing is rendered', outlook({}), 'LANE now uses Ben.Undo'],
    ['other lines are rendered', outlook({ rendered: 4 }), 'LANE now uses Ben. No lines became stale.Undo'],
    ['it brings takes back', outlook({ regained: 2 }), 'LANE now uses Ben. 2 takes are current again.Undo'],
  ])('is made without a question: %s', async (_, of, notice) => {
    effect = of;
    await cast();
    expect(questions()).toBe(0);
    expect(changes()).toHaveLength(1);
    expect(view.notices()).toEqual([notice]);
  });
});
