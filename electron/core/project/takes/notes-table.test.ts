import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryContext } from '../../session/queries.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { giveTake } from '../testing/test-takes.ts';
import { notesTable } from './review-lists.ts';
import { ReviewStore } from './review-store.ts';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '# Act\n\nLANE: Tea, sir.\n\nLANE: Muffins, sir.\n\nLANE: Nothing, sir.\n');
  project.updateSettings({ speakHeadings: false });
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

it('lists notes by line, with nothing that a spreadsheet takes for a formula', () => {
  project.decisions.setNote(1, '=HYPERLINK("https://example.org")');
  project.decisions.setNote(2, 'Slower,\nplease.');
  project.decisions.setVerdict(2, 'rejected');
  const context = createQueryContext(project, new ReviewStore(project.db));
  const { text, notes } = notesTable(context, { sort: 'script' });
  expect(notes).toBe(2);
  expect(text.split('\r\n')).toEqual([
    '\uFEFFline,chapter,role,text,take,verdict,note,current take',
    `1.1,Act,LANE,"Tea, sir.",1,,"'=HYPERLINK(""https://example.org"")",1`,
    '1.2,Act,LANE,"Muffins, sir.",1,rejected,"Slower,\nplease.",1',
    '',
  ]);
});

it('keeps the notes of a line whose take was rejected and rendered again', () => {
  const [line] = project.lines.states();
  project.decisions.setNote(1, 'Slower.');
  project.decisions.setVerdict(1, 'rejected');
  const { takeId } = giveTake(project, 1);
  const review = new ReviewStore(project.db);
  const context = createQueryContext(project, review);
  expect(notesTable(context, { sort: 'script' }).text).toContain('1.1,Act,LANE,"Tea, sir.",1,rejected,Slower.,2');
  expect(review.rows([line?.id ?? 0])).toMatchObject([
    { take: { id: takeId, note: '' }, earlierNotes: [{ takeId: 1, take: 1, verdict: 'rejected', note: 'Slower.' }] },
  ]);
  expect(review.list({ sort: 'script', withNote: true }).lineIds).toEqual([line?.id]);

  // A note on the new take comes beside it; one that is taken away is gone.
  project.decisions.setNote(takeId, 'Better.');
  expect(notesTable(context, { sort: 'script' })).toMatchObject({ notes: 2 });
  project.decisions.setNote(1, '');
  expect(review.rows([line?.id ?? 0])).toMatchObject([{ take: { note: 'Better.' }, earlierNotes: [] }]);
});
