// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CastRole } from '../../../shared/ipc/cast-requests.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import type { FakeAnswers } from '../../bridge/testing/fake-bridge.ts';
import { outlook } from '../../ui/cast/testing/outlook.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useView } from '../../ui/view-store.ts';
import { useCast } from '../cast-store.ts';
import { castRole, fakeCast } from '../testing/fake-cast.ts';
import { NewRoleDialog } from './new-role-dialog.tsx';
import { CopyDialog, MergeDialog, RenameDialog } from './role-dialogs.tsx';

const LANE = 'LANE';
const JACK = 'JACK';
const ROLES = [castRole(LANE, { lines: 2 }), castRole(JACK)];
const ONE_STALE = outlook({ stale: 1, characters: 28 });

let cast: Rendered;
afterEach(() => cast.remove());

async function open(dialog: React.ReactNode, answers: FakeAnswers = {}, roles: CastRole[] = ROLES): Promise<void> {
  useCast.getState().enterProject(crypto.randomUUID());
  cast = await render(dialog, {
    ...fakeCast({ roles, effect: ONE_STALE }),
    'project.current': () => ({ id: 'p', path: '/p', settings: DEFAULT_PROJECT_SETTINGS }) as never,
    ...answers,
  });
}

const isDisabled = (button: string) => cast.get('button', button).disabled;
const text = () => document.body.textContent ?? '';

describe('adding a role', () => {
  const close = vi.spyOn(useView.getState(), 'closeDialog');
  const name = () => cast.get('textbox', 'Name');

  it('rejects a name that is already used', async () => {
    await open(<NewRoleDialog />);
    expect(document.activeElement).toBe(name());
    expect(isDisabled('Add role')).toBe(true);
    await cast.fill('textbox', 'Name', 'JACK');
    expect(text()).toContain('A role named JACK already exists.');
    expect(isDisabled('Add role')).toBe(true);
    await cast.press('Enter');
    expect(cast.requests('cast.add')).toEqual([]);
  });

  it('adds and selects the role on Enter, and can be undone', async () => {
    await open(<NewRoleDialog />);
    await cast.fill('textbox', 'Name', 'Miss Prism');
    await cast.press('Enter');
    expect(cast.requests('cast.add')).toEqual([{ name: 'Miss Prism' }]);
    expect(close).toHaveBeenCalled();
    expect(useCast.getState().role).toBe('Miss Prism');
    expect(cast.notices()).toEqual(['Role Miss Prism added.Undo']);
    await cast.click('button', 'Undo');
    expect(cast.requests('undo.undo')).toEqual([{ step: '0001' }]);
  });
});

describe('renaming a role', () => {
  it('explains an invalid name, renames on Enter, and can be undone', async () => {
    await open(<RenameDialog role={LANE} />);
    expect(document.activeElement).toBe(cast.get('textbox', 'Name'));
    expect(isDisabled('Rename')).toBe(true);
    await cast.fill('textbox', 'Name', 'merriman');
    expect(text()).toContain('are in capitals');
    expect(isDisabled('Rename')).toBe(true);
    await cast.fill('textbox', 'Name', 'MERRIMAN');
    await cast.press('Enter');
    expect(cast.requests('cast.rename')).toEqual([{ role: 'LANE', name: 'MERRIMAN' }]);
    expect(useCast.getState().role).toBe('MERRIMAN');
    expect(cast.notices()).toEqual([
      'LANE was renamed to MERRIMAN in the cast and the script. Existing takes are kept.Undo',
    ]);
    await cast.click('button', 'Undo');
    expect(cast.requests('undo.undo')).toHaveLength(1);
    expect(useCast.getState().role).toBe('LANE');
  });

  it('offers to merge if another role has the name', async () => {
    await open(<RenameDialog role={JACK} />);
    await cast.fill('textbox', 'Name', 'LANE');
    expect(isDisabled('Rename')).toBe(true);
    await cast.click('button', 'Merge into LANE…');
    expect(useCast.getState().dialog).toEqual({ kind: 'merge', role: 'JACK', into: 'LANE' });
  });
});

describe('merging roles', () => {
  it('shows the cost first, merges, and can be undone', async () => {
    await open(<MergeDialog role={JACK} into="LANE" />, {
      'cast.mergeOutlook': () => ({ ...ONE_STALE, lines: 1, rules: 0 }),
    });
    expect(cast.requests('cast.mergeOutlook')).toEqual([{ role: 'JACK', into: 'LANE' }]);
    expect(cast.get('status').textContent).toBe(
      '1 line will move from JACK to LANE in the cast and the script. 1 line becomes stale. Rendering it again uses 28 characters.',
    );
    expect(cast.requests('cast.merge')).toEqual([]);
    await cast.click('button', 'Merge');
    expect(cast.requests('cast.merge')).toEqual([{ role: 'JACK', into: 'LANE' }]);
    expect(useCast.getState().role).toBe('LANE');
    expect(cast.notices()).toEqual([
      'JACK was merged into LANE in the cast and the script. 1 line still has the old voice. Render it?RenderUndo',
    ]);
    await cast.click('button', 'Undo');
    expect(useCast.getState().role).toBe('JACK');
  });

  it('is disabled until a role is selected', async () => {
    await open(<MergeDialog role={JACK} into={null} />);
    expect(isDisabled('Merge')).toBe(true);
    expect(cast.requests('cast.mergeOutlook')).toEqual([]);
  });
});

describe('copying a cast', () => {
  const recent = (id: string, name: string, missing = false) => ({ id, name, path: `/${id}`, missing }) as never;
  const LIBRARY: FakeAnswers = {
    'library.recent': () => [recent('p', 'This one'), recent('e', 'Earlier'), recent('g', 'Gone', true)],
    'cast.copyOutlook': ({ matches }) => ({
      project: 'Earlier',
      theirs: ['LANE', 'JACK'].map((name) => ({ name, voiceName: `Voice of ${name}`, canCast: name !== 'JACK' })),
      matches: [
        { role: 'LANE', from: 'LANE', changes: true },
        { role: 'MERRIMAN', from: matches['MERRIMAN'] ?? null, changes: Boolean(matches['MERRIMAN']) },
      ],
      newRules: 0,
      outlook: { ...ONE_STALE, stale: matches['MERRIMAN'] ? 2 : 1 },
    }),
    'cast.copy': () => ({ step: '0001', outlook: outlook({ stale: 2 }), roles: 2 }),
  };

  it('lists other projects that exist', async () => {
    await open(<CopyDialog />, LIBRARY);
    await cast.press('ArrowDown');
    expect(cast.all('option').map(({ textContent }) => textContent)).toEqual(['Earlier']);
  });

  it('previews the effect, updates it for manual matches, and can be undone', async () => {
    await open(<CopyDialog />, LIBRARY);
    await cast.choose('From project', 'Earlier');
    expect(cast.get('status').textContent).toBe(
      '1 role changes. 1 line becomes stale. Rendering it again uses 28 characters.',
    );
    await cast.choose('MERRIMAN matches', 'JACK');
    expect(cast.get('status').textContent).toContain('2 roles change. 2 lines become stale');
    expect(text()).toContain('Voice of JACK can’t be cast here');
    expect(cast.requests('cast.copy')).toEqual([]);
    await cast.click('button', 'Copy');
    const source = { recentId: 'e' };
    expect(cast.requests('cast.copy')).toEqual([{ source, matches: { MERRIMAN: 'JACK' }, rules: false }]);
    expect(cast.notices()[0]).toContain('Cast copied for 2 roles. 2 lines still have their old takes. Render them?');
    await cast.click('button', 'Undo');
    expect(cast.requests('undo.undo')).toEqual([{ step: '0001' }]);
  });
});
