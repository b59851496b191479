import { afterEach, beforeEach, expect, it } from 'vitest';
import { questionContext } from '../../session/questions.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
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
  const context = questionContext(project, new ReviewStore(project.db));
  const { text, notes } = notesTable(context, { sort: 'script' });
  expect(notes).toBe(2);
  expect(text.split('\r\n')).toEqual([
    '\uFEFFline,chapter,role,text,take,verdict,note',
    `1.1,Act,LANE,"Tea, sir.",1,,"'=HYPERLINK(""https://example.org"")"`,
    '1.2,Act,LANE,"Muffins, sir.",1,rejected,"Slower,\nplease."',
    '',
  ]);
});
