// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useView } from '../../ui/view-store.ts';
import { useCast } from '../cast-store.ts';
import { castRole, fakeCast } from '../testing/fake-cast.ts';
import { RoleTable } from './role-table.tsx';

const ROLES = [
  castRole('LANE', { lines: 2, characters: 44 }),
  castRole('ALGERNON', { lines: 3, characters: 109, voice: 'voice-ben', voiceName: 'Ben' }),
  castRole('NARRATOR', { lines: 1, characters: 9 }),
];

let cast: Rendered;
afterEach(() => cast.remove());

async function open(roles = ROLES): Promise<void> {
  useCast.getState().enterProject(crypto.randomUUID());
  cast = await render(<RoleTable />, fakeCast({ roles }));
}

const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent);
const names = () =>
  cast.all('row').flatMap((row) => row.querySelector('[data-column="name"][role="gridcell"]')?.textContent ?? []);
const selected = () => cast.all('row').find((row) => row.getAttribute('aria-selected') === 'true')?.textContent;

describe('the table of roles', () => {
  it('lists each role with its voice, lines, characters and minutes, the most lines first', async () => {
    await open();
    expect(names()).toEqual(['ALGERNON', 'LANE', 'NARRATOR']);
    expect(cellsOf(cast.all('row')[1] as HTMLElement).slice(1)).toEqual(['ALGERNON', 'Ben', '3', '109', '0:01']);
    expect(cellsOf(cast.all('row')[2] as HTMLElement)[2]).toBe('no voice');
    expect(document.body.textContent).toContain('3 roles · 2 without a voice');
  });

  it.each([
    ['takes', 'takes', 'Minutes are based on the pace of each role’s takes.'],
    [
      'takes',
      'usual-speed',
      'Minutes are based on the pace of each role’s takes. Minutes marked ≈ are based on 15 characters per second',
    ],
    ['usual-speed', 'usual-speed', 'Until there are takes, minutes are based on 15 characters per second'],
  ] as const)('explains the minutes of roles with bases %s and %s', async (one, other, said) => {
    await open([castRole('LANE', { basis: one }), castRole('JACK', { basis: other })]);
    expect(document.body.textContent).toContain(said);
    expect(cast.all('row').filter((row) => row.textContent?.includes('≈'))).toHaveLength(
      [one, other].filter((basis) => basis === 'usual-speed').length,
    );
  });

  it('sorts by a column, and reverses the order on a second click', async () => {
    await open();
    await cast.click('button', 'Role');
    expect(names()).toEqual(['ALGERNON', 'LANE', 'NARRATOR']);
    await cast.click('button', 'Role');
    expect(names()).toEqual(['NARRATOR', 'LANE', 'ALGERNON']);
  });

  it('filters by search text; Escape clears it and ArrowDown moves the focus to the table', async () => {
    await open();
    await cast.fill('searchbox', 'Search roles', 'lan');
    expect(names()).toEqual(['LANE']);
    await cast.press('Escape');
    expect(names()).toHaveLength(3);
    await cast.press('ArrowDown');
    expect(document.activeElement).toBe(cast.get('grid', 'Roles in the script'));
    await cast.press('End');
    expect(selected()).toContain('NARRATOR');
    await cast.press('Home');
    expect(selected()).toContain('ALGERNON');
    expect(useCast.getState().role).toBe('ALGERNON');
  });

  it('offers to show all roles if none match', async () => {
    await open();
    await cast.fill('searchbox', 'Search roles', 'nobody');
    expect(document.body.textContent).toContain('No roles match “nobody”');
    await cast.click('button', 'Show all roles');
    expect(names()).toHaveLength(3);
  });
});

describe('a role that is selected', () => {
  it('is shown by the side panel and Review as well', async () => {
    await open();
    expect(useView.getState().role).toBeNull();
    await cast.clickOn(cast.all('row')[2] as HTMLElement);
    expect(useView.getState().role).toBe('LANE');
  });
});
