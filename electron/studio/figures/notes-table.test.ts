import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../../core/store/project.ts';
import { ReviewStore } from '../../core/store/review-store.ts';
import { castAll, giveTakes, save, Workshop } from '../../core/store/testing/test-project.ts';
import { deskOf } from './desk.ts';
import { notesTable } from './whole-script.ts';

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
  project.takes.setNote(1, '=HYPERLINK("https://example.org")');
  project.takes.setNote(2, 'Slower,\nplease.');
  project.takes.setVerdict(2, 'rejected');
  const desk = deskOf(project, new ReviewStore(project.db));
  const { text, notes } = notesTable(desk, { sort: 'script' });
  expect(notes).toBe(2);
  expect(text.split('\r\n')).toEqual([
    '\uFEFFline,chapter,role,text,take,verdict,note',
    `1.1,Act,LANE,"Tea, sir.",1,,"'=HYPERLINK(""https://example.org"")"`,
    '1.2,Act,LANE,"Muffins, sir.",1,rejected,"Slower,\nplease."',
    '',
  ]);
});
