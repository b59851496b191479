import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseScript } from '../../shared/rules/script-text.ts';
import { readSnapshotContent } from '../core/project/history/snapshot-content.ts';
import { listSnapshots, restoreSnapshot } from '../core/project/history/snapshots.ts';
import { ImportedTexts } from '../core/project/script/imported-texts.ts';
import { save, Workshop } from '../core/project/testing/test-project.ts';
import { reportReplacedEdits } from './script-project.ts';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

it('takes a snapshot before a file replaces edits made in Lectern', () => {
  const project = workshop.create();
  const parsed = (text: string) => parseScript(text, project.settings());
  const [imported, edited] = ['ADA: One.\n\nBEN: Two.\n', 'ADA: One, at last.\n\nBEN: Two.\n'];
  project.updateSettings({ importedTexts: new ImportedTexts(parsed(imported)).stored() });
  const notes: string[] = [];
  const output = { note: (text: string) => notes.push(text), result() {}, json() {}, progress() {} };
  const report = (text: string) => reportReplacedEdits(project, parsed(text), output as never);
  save(project, imported);
  expect([report(imported), listSnapshots(project.db), notes]).toEqual([0, [], []]);
  save(project, edited);
  expect(report(imported)).toBe(1);
  expect(notes).toEqual([expect.stringContaining('snapshot 1')]);
  save(project, imported);
  restoreSnapshot(project, 1, readSnapshotContent(project.db), workshop.clock.now());
  expect(project.script.text()).toBe(edited);
});
