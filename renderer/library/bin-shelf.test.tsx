// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BinnedProject } from '../../shared/ipc/library-requests.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { BinnedProjects } from './bin-shelf.tsx';

const binned = (name: string): BinnedProject => ({
  id: name.toLowerCase(),
  name,
  from: '/projects',
  lines: 3,
  fresh: 0,
  sizeBytes: 1_000,
  binnedAt: 0,
});

let screen: Rendered;
beforeEach(async () => {
  screen = await render(null, {
    'library.bin': () => ['Emma', 'Emily', 'Persuasion'].map(binned),
    'library.deleteForGood': () => null,
  });
});
afterEach(() => screen.remove());

describe('emptying the bin', () => {
  it('deletes only what the search shows, and names it before', async () => {
    await screen.show(<BinnedProjects search="em" />);
    await screen.click('button', 'Delete 2 listed projects…');
    const question = screen.get('dialog');
    expect(question.textContent).toContain('2 projects with their script, takes and backups');
    expect(screen.texts('[role="dialog"] li')).toEqual(['Emma', 'Emily']);
    await screen.clickOn(screen.get('button', 'Delete permanently'));
    expect(screen.requests('library.deleteForGood')).toEqual([{ ids: ['emma', 'emily'] }]);
  });

  it('deletes everything where nothing is searched for', async () => {
    await screen.show(<BinnedProjects search="" />);
    await screen.click('button', 'Empty the bin…');
    await screen.clickOn(screen.get('button', 'Delete permanently'));
    expect(screen.requests('library.deleteForGood')).toEqual([{ ids: ['emma', 'emily', 'persuasion'] }]);
  });
});
