import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import type { ExportPreset, ExportReport } from '../../../shared/model/export/export.ts';
import type { Project } from '../project/project.ts';
import { Workshop } from '../project/testing/test-project.ts';
import { exportSettings, lastExport, rememberExport } from './export-memory.ts';

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
});
afterEach(() => workshop.clear());

const CHOICE = {
  outDir: '/out',
  template: '{line}',
  format: 'wav',
  allowStale: false,
  approvedOnly: true,
  chapterIds: [null, 3],
} as const;
const { outDir: _, ...OPTIONS } = CHOICE;

const preset = (name: string): ExportPreset => ({
  id: `id of ${name}`,
  name,
  options: { ...OPTIONS, chapterIds: null },
  outDir: null,
});

const REPORT: ExportReport = {
  outcome: 'done',
  problem: null,
  startedAt: 1,
  finishedAt: 2,
  outDir: '/out',
  format: 'wav',
  files: 3,
  written: 1,
  moved: 0,
  unchanged: 2,
  binned: 0,
  binFolder: null,
  sizeBytes: 4,
  durationSeconds: 5.5,
  failed: [{ lineId: 7, number: 1, reason: { kind: 'audio-changed', path: '/p/takes/1.wav' } }],
  failedLines: 1,
  leftOut: [],
  leftOutLines: 0,
  verdict: null,
  notices: [{ kind: 'binned', files: 2, folder: 'bin/1' }],
};

describe('what a project keeps of its exports', () => {
  it('is nothing at first', () => {
    expect(exportSettings(project)).toMatchObject({ choice: null, presets: [], report: null, unreadable: [] });
    expect(lastExport(project)).toBeNull();
  });

  it('is kept part by part, over a start', () => {
    rememberExport(project, { presets: [preset('A'), preset('B')], defaultPresetId: 'id of B' });
    rememberExport(project, { choice: { ...CHOICE, chapterIds: [null, 3] } });
    rememberExport(project, { report: REPORT });
    project.close();
    project = workshop.open();
    expect(exportSettings(project)).toEqual({
      choice: CHOICE,
      presets: [preset('A'), preset('B')],
      defaultPresetId: 'id of B',
      report: REPORT,
      choices: [],
      finished: null,
      unreadable: [],
    });
  });

  it('of the first version is a choice, which had no chapters and took what was not approved', () => {
    project.setLastExport({ outDir: '/out', template: '{line}', format: 'mp3', allowStale: true });
    expect(lastExport(project)).toEqual({
      outDir: '/out',
      template: '{line}',
      format: 'mp3',
      allowStale: true,
      approvedOnly: false,
      chapterIds: null,
    });
    rememberExport(project, { presets: [preset('A')] });
    expect(exportSettings(project)).toMatchObject({ choice: { outDir: '/out' }, presets: [{ name: 'A' }] });
  });

  it('reads a report of an earlier version, whose reasons, notices and problems were sentences', () => {
    const [failed] = REPORT.failed;
    const sentence = 'Its audio file is missing; put it back, or render the line again.';
    const former = {
      ...REPORT,
      failed: [{ ...failed, reason: sentence }],
      leftOut: undefined,
      problem: 'It stopped.',
      notices: ['A notice.'],
    };
    project.setLastExport({ version: 2, choice: CHOICE, presets: [], defaultPresetId: null, report: former });
    const said = { ...failed, reason: { kind: 'said', sentence } };
    expect(exportSettings(project).report).toEqual({
      ...REPORT,
      failed: [said],
      leftOut: [],
      problem: { kind: 'said', sentence: 'It stopped.' },
      notices: [{ kind: 'said', sentence: 'A notice.' }],
    });
    // Kept again by this version, it reads the same.
    rememberExport(project, { report: exportSettings(project).report });
    expect(exportSettings(project).report).toMatchObject({ failed: [said] });
  });

  it('keeps aside, as they are, presets that can’t be read, and loses no other by them', () => {
    const newer = { ...preset('Of tomorrow'), options: { ...OPTIONS, format: 'opus' } };
    project.setLastExport({
      version: 2,
      choice: CHOICE,
      presets: [preset('A'), newer, 'nonsense', preset('B')],
      defaultPresetId: newer.id,
      report: { outcome: 'unheard of' },
    });
    expect(exportSettings(project)).toMatchObject({
      choice: { outDir: '/out' },
      presets: [{ name: 'A' }, { name: 'B' }],
      defaultPresetId: null,
      report: null,
      unreadable: [newer, 'nonsense'],
    });
    rememberExport(project, { presets: [] });
    rememberExport(project, { report: REPORT });
    expect(exportSettings(project).unreadable).toEqual([newer, 'nonsense']);
  });

  it.each([
    ['of a newer Lectern', { version: 3, presets: { A: 1 } }],
    ['of something else', ['a', 1]],
    ['without a meaning', 'not JSON at all {'],
  ])('keeps a document %s aside whole', (_name, document) => {
    project.setLastExport(document);
    expect(exportSettings(project)).toMatchObject({ presets: [], unreadable: [document] });
    rememberExport(project, { choice: { ...CHOICE, chapterIds: null } });
    expect(exportSettings(project)).toMatchObject({ choice: { outDir: '/out' }, unreadable: [document] });
  });

  it('keeps text aside that is not even JSON', () => {
    project.db.prepare('UPDATE project SET last_export = ?').run('{"version": 2, "presets": [');
    expect(exportSettings(project).unreadable).toEqual(['{"version": 2, "presets": [']);
    rememberExport(project, { presets: [preset('A')] });
    expect(exportSettings(project)).toMatchObject({
      presets: [{ name: 'A' }],
      unreadable: ['{"version": 2, "presets": ['],
    });
  });

  it('never loses what it can’t read, whatever stands there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (found) => {
        project.setLastExport({ version: 2, choice: found, presets: [found], defaultPresetId: found, report: found });
        rememberExport(project, { presets: [preset('A')] });
        rememberExport(project, { defaultPresetId: 'id of A' });
        expect(exportSettings(project)).toMatchObject({ presets: [{ name: 'A' }], defaultPresetId: 'id of A' });
        expect(exportSettings(project).unreadable).toEqual([JSON.parse(JSON.stringify(found))]);
      }),
      { numRuns: rounds(50) },
    );
  });

  it('is only read in a project that is only read', () => {
    rememberExport(project, { presets: [preset('A')] });
    project.close();
    project = workshop.open('Play.lectern', 'read');
    expect(exportSettings(project).presets).toHaveLength(1);
    expect(() => rememberExport(project, { presets: [] })).toThrow();
  });
});
