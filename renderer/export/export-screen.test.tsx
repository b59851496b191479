// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import type { ExportState, LinesPreview } from '../../shared/ipc/export-requests.ts';
import type { Chapter, ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ExportProgress, ExportReport, ExportVerdict } from '../../shared/model/export/export.ts';
import type { ExportProblem } from '../../shared/model/export/export-problem.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { useDraft, useTarget } from './export-drafts.ts';
import { ExportScreen } from './export-screen.tsx';

const OUT = '/music/out';
const PROJECT = {
  id: 'p',
  name: 'Book',
  path: '/projects/Book.lectern',
  readOnly: false,
  figures: { lines: 24, counts: { stale: 1 }, toRender: 0 },
  settings: { masterFormat: 'wav', ownTargets: [], targets: [] },
} as unknown as ProjectSummary;
const CHAPTERS = [
  { id: 1, number: 1, title: 'First Act', lines: 18, counts: {} },
  { id: 2, number: 2, title: 'The music-room', lines: 6, counts: {} },
] as Chapter[];
const COMPLETE: ExportVerdict = {
  kind: 'complete',
  missing: [],
  missingLines: 0,
  outdated: [],
  outdatedLines: 0,
  rows: [],
};
const INCOMPLETE: ExportVerdict = {
  ...COMPLETE,
  kind: 'incomplete',
  missingLines: 1,
  missing: [{ lineId: 8, number: 4, label: '1.4', roles: ['LANE'], words: 'Yes, sir.', reason: { kind: 'stale' } }],
};
const REPORT: ExportReport = {
  outcome: 'done',
  problem: null,
  startedAt: 0,
  finishedAt: 5,
  outDir: OUT,
  format: 'wav',
  files: 24,
  written: 24,
  moved: 0,
  unchanged: 0,
  binned: 0,
  binFolder: null,
  sizeBytes: 0,
  durationSeconds: 0,
  failed: [],
  failedLines: 0,
  leftOut: [],
  leftOutLines: 0,
  verdict: COMPLETE,
  notices: [],
};
const NOTHING_YET: ExportState = { running: null, report: null, latest: null, finished: null, choices: [] };

type SeenFolder = Extract<NonNullable<LinesPreview['folder']>, { ok: true }>;
const seen = (change: Partial<SeenFolder> = {}): SeenFolder => ({
  ok: true,
  isNew: false,
  former: null,
  isInterrupted: false,
  foreign: 0,
  kept: 0,
  moved: 0,
  written: 24,
  binned: 0,
  writtenBytes: 1_000,
  freeBytes: 1e9,
  longPaths: { count: 0, examples: [] },
  notices: [],
  ...change,
});
const lines = (change: Partial<LinesPreview['lines']> = {}) => ({
  inScope: 24,
  exported: 24,
  exportedStale: 0,
  withoutTake: 0,
  staleLeftOut: 0,
  notApproved: 0,
  suspicious: 0,
  ...change,
});

let state: ExportState;
let outlook: (asked: RequestOf<'export.previewLines'>) => Partial<LinesPreview>;
let screen: Rendered;

beforeEach(async () => {
  state = NOTHING_YET;
  outlook = () => ({});
  screen = await render(null, {
    'project.current': () => PROJECT,
    'project.chapters': () => CHAPTERS,
    'book.read': () => ({ readiness: [] }) as unknown as ReplyOf<'book.read'>,
    'export.state': () => state,
    'export.presets': () => ({ presets: [], defaultPresetId: null, unreadable: 0 }),
    'export.usedVoices': () => ({ voices: [], unrecorded: 0 }) as unknown as ReplyOf<'export.usedVoices'>,
    'export.previewNames': () => ({
      problem: null,
      names: [{ which: 'first', line: '1.1', name: '01.wav' }],
      collisions: { count: 0, examples: [] },
      cut: { count: 0, examples: [] },
    }),
    'export.previewLines': (asked) => ({
      lines: lines(),
      verdict: COMPLETE,
      damaged: { count: 0, lines: [] },
      sizeBytes: 1_000,
      durationSeconds: 60,
      hasPauseMarks: false,
      folder: asked.folderId === null ? null : seen(),
      ...outlook(asked),
    }),
    'dialog.exportFolder': () => ({ folderId: 'f', path: OUT }),
    'export.startLines': () => state,
    'export.cancel': () => null,
    'shell.reveal': () => null,
  });
});

afterEach(async () => {
  await screen.remove();
  useDraft.setState({ draft: null, dismissedReport: 0 });
  useTarget.setState({ kind: 'lines', own: null, drafts: new Map(), dismissedReport: 0 });
});

const open = () => screen.show(<ExportScreen />);
const chooseFolder = () => screen.click('button', 'Choose a folder…');
const start = () => screen.get('button', /^Export \d+ files?$/);
const hindrance = () => document.getElementById('export-hindrance')?.textContent;
const lastAsked = () => screen.requests('export.previewLines').at(-1);

describe('the choices of an export', () => {
  it('stay while another screen is shown', async () => {
    await open();
    await screen.click('radio', 'Selected chapters');
    await screen.click('checkbox', /^The music-room/);
    await screen.click('checkbox', /^First Act/);
    await screen.click('checkbox', 'Only approved lines');
    await screen.click('radio', 'FLAC');
    await screen.show(null);
    await open();
    expect(screen.get('radio', 'Selected chapters').checked).toBe(true);
    expect([screen.get('checkbox', /^First Act/).checked, screen.get('checkbox', /^The music-room/).checked]).toEqual([
      false,
      true,
    ]);
    expect(screen.get('checkbox', 'Only approved lines').checked).toBe(true);
    expect(screen.get('radio', 'FLAC').checked).toBe(true);
    expect(lastAsked()).toMatchObject({ format: 'flac', approvedOnly: true, chapterIds: [2] });
  });

  it('start with the chapter in view when “Selected chapters” is selected', async () => {
    useView.getState().chooseChapter(2);
    await open();
    await screen.click('radio', 'Selected chapters');
    expect(lastAsked()).toMatchObject({ chapterIds: [2] });
  });

  it('leave out stale lines unless they are included', async () => {
    outlook = ({ allowStale }) => ({
      lines: allowStale ? lines({ exportedStale: 1 }) : lines({ exported: 23, staleLeftOut: 1 }),
    });
    await open();
    expect(screen.figures()).toMatchObject({ files: '23', 'stale, left out': '1' });
    const box = screen.get('checkbox', /^Include stale lines/);
    expect(box.getAttribute('aria-describedby')).not.toBeNull();
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'A line is stale if its text, voice or a rule has changed since it was rendered.',
    );
    await screen.clickOn(box);
    expect(lastAsked()).toMatchObject({ allowStale: true });
    expect(screen.figures()).toMatchObject({ files: '24', 'stale, exported': '1' });
  });

  it('count the lines left out because they are not approved', async () => {
    outlook = ({ approvedOnly }) => (approvedOnly ? { lines: lines({ exported: 1, notApproved: 23 }) } : {});
    await open();
    await screen.click('checkbox', 'Only approved lines');
    expect(screen.figures()).toMatchObject({ file: '1' });
    expect(screen.text).toContain('23 lines aren’t approved and will be left out.');
  });

  it('mention that pause marks are not exported only if the script has any', async () => {
    await open();
    expect(screen.text).not.toContain('[pause] marks');
    outlook = () => ({ hasPauseMarks: true });
    await screen.show(null);
    await open();
    expect(screen.text).toContain('The script’s [pause] marks aren’t exported');
  });

  it('list lines with missing audio before anything is written', async () => {
    outlook = () => ({
      damaged: { count: 1, lines: [{ lineId: 7, number: 3, label: '1.3', reason: { kind: 'audio-missing' } }] },
    });
    await open();
    expect(screen.texts('[aria-label="Lines that can’t be exported"] li')).toEqual([
      'Line 1.3Its audio file is missing; put it back, or render the line again.',
    ]);
    await screen.click('button', 'Line 1.3');
    expect(useView.getState()).toMatchObject({ screen: 'script', selectedLineId: 7 });
  });
});

describe('the folder of an export', () => {
  it('receives the export with the chosen options', async () => {
    outlook = ({ folderId }) => ({ folder: folderId === null ? null : seen({ isNew: true }) });
    await open();
    await chooseFolder();
    expect(screen.text).toContain('This folder will be created.');
    await screen.clickOn(start());
    expect(screen.requests('export.startLines')).toEqual([
      {
        format: 'wav',
        template: expect.any(String),
        allowStale: false,
        approvedOnly: false,
        chapterIds: null,
        folderId: 'f',
      },
    ]);
  });

  it('is asked about first where lines would be missing, which are named', async () => {
    outlook = () => ({ verdict: INCOMPLETE });
    await open();
    await chooseFolder();
    await screen.clickOn(start());
    expect(screen.texts('[role="dialog"] li')).toEqual(['Line 1.4LANE: “Yes, sir.”Its take is out of date.']);
    await screen.click('button', 'Cancel');
    expect([screen.all('dialog'), screen.requests('export.startLines')]).toEqual([[], []]);
    await screen.clickOn(start());
    await screen.click('button', 'Export anyway');
    expect([screen.all('dialog'), screen.requests('export.startLines').length]).toEqual([[], 1]);
  });

  it('shows how many files stay, are written or go to the bin', async () => {
    const former = { exportedAt: 1, files: 24 };
    outlook = ({ folderId, chapterIds }) => ({
      folder:
        folderId === null ? null : seen({ former, kept: chapterIds ? 18 : 24, written: 0, binned: chapterIds ? 6 : 0 }),
    });
    await open();
    await chooseFolder();
    expect(screen.text).toContain('24 files unchanged, 0 files written.');
    await screen.click('radio', 'Selected chapters');
    expect(screen.text).toContain('18 files unchanged, 0 files written, 6 files moved to the folder’s bin.');
  });

  it('can be used despite foreign files and low disk space, with a warning', async () => {
    outlook = ({ folderId }) => ({ folder: folderId === null ? null : seen({ foreign: 1, freeBytes: 0 }) });
    await open();
    await chooseFolder();
    expect(screen.text).toContain('1 item in this folder isn’t from Lectern and won’t be changed.');
    expect(screen.text).toContain('Free some space or choose another drive');
    expect(start().disabled).toBe(false);
  });

  it('is rejected with the reason if it can’t be used', async () => {
    const refusals: readonly (readonly [ExportProblem, string, string])[] = [
      [
        { kind: 'inside-project', path: OUT, project: 'Earnest' },
        'The folder is inside a project',
        `${OUT} is in the folder of the project “Earnest”`,
      ],
      [{ kind: 'not-a-folder', path: OUT }, 'This isn’t a folder', `Can’t export to ${OUT}.`],
      [{ kind: 'folder-gone', path: OUT }, 'The folder doesn’t exist', `${OUT} no longer exists.`],
      [
        { kind: 'folder-replaced', path: OUT },
        'The folder was replaced during the export',
        `${OUT} was replaced by another folder`,
      ],
      [
        { kind: 'other-project', path: OUT, project: 'Faust' },
        'The folder belongs to another project',
        'Choose another folder. Nothing was changed.',
      ],
      [{ kind: 'read-only', path: OUT, because: 'drive' }, 'The folder is read-only', `${OUT} can’t be written to.`],
    ];
    outlook = ({ folderId }) => {
      const problem = refusals[Number(folderId)]?.[0];
      return { folder: folderId === null || !problem ? null : { ok: false, problem } };
    };
    await open();
    for (const [at, [, title, detail]] of refusals.entries()) {
      await screen.act(() => useDraft.getState().update({ folder: { folderId: String(at), path: OUT } }));
      const alert = screen.get('alert').textContent;
      expect(alert).toContain(title);
      expect(alert).toContain(detail);
      expect(hindrance()).toBe('The folder can’t be used.');
      expect(start().disabled).toBe(true);
    }
  });
});

describe('a running export', () => {
  const running: ExportProgress = {
    kind: 'lines',
    step: 'writing',
    done: 7,
    total: 600,
    file: '07.mp3',
    chaptersDone: 0,
    chapters: 0,
    share: 0.01,
    secondsLeft: null,
  };

  it('shows its progress and focuses the Cancel button', async () => {
    state = { ...NOTHING_YET, running };
    await open();
    expect(screen.figures()).toMatchObject({ 'files written': '7 / 600' });
    const cancel = screen.get('button', 'Cancel the export');
    expect(document.activeElement).toBe(cancel);
    await screen.clickOn(cancel);
    expect(screen.requests('export.cancel')).toHaveLength(1);
  });

  it('shows a report when cancelled, and can export the rest', async () => {
    state = { ...NOTHING_YET, running };
    await open();
    await screen.act(() => useDraft.getState().update({ folder: { folderId: 'f', path: OUT } }));
    const report = { ...REPORT, outcome: 'cancelled' as const, files: 7 };
    await screen.emit('export-changed', { state: { ...NOTHING_YET, report } });
    expect(screen.texts('[role="status"][data-outcome]')).toEqual([
      `Cancelled. 7 files in ${OUT} are complete and kept. Export again to continue.`,
    ]);
    await screen.click('button', 'Export the rest');
    expect(screen.requests('export.startLines')).toMatchObject([{ folderId: 'f', format: 'wav' }]);
  });
});

describe('the report of an export', () => {
  const reported = async (change: Partial<ExportReport>) => {
    await open();
    await screen.emit('export-changed', { state: { ...NOTHING_YET, report: { ...REPORT, ...change } } });
  };

  it('shows the figures and focuses “Show in folder”', async () => {
    await reported({ files: 18, written: 0, unchanged: 18, binned: 6 });
    expect(screen.figures()).toMatchObject({ written: '0', unchanged: '18', failed: '0', 'moved to bin': '6' });
    expect(document.activeElement).toBe(screen.get('button', 'Show in folder'));
    await screen.click('button', 'Show in folder');
    expect(screen.requests('shell.reveal')).toEqual([{ what: 'export' }]);
  });

  it('is copied as text', async () => {
    await reported({});
    let copied = '';
    document.execCommand = vi.fn(() => {
      const event = new Event('copy') as ClipboardEvent;
      const setData = (_: string, text: string) => {
        copied = text;
      };
      Object.defineProperty(event, 'clipboardData', { value: { setData } });
      return document.dispatchEvent(event);
    });
    await screen.click('button', 'Copy report');
    expect(screen.text).toContain('Copied.');
    expect(copied).toMatch(/^Export report for Book, 1 Jan 1970, \d\d:\d\d\n/);
    expect(copied).toContain(`24 files in ${OUT}.`);
    expect(copied).toContain('24 written, 0 unchanged, 0 failed');
  });

  it('lists and links to lines that failed or were left out', async () => {
    await reported({
      files: 22,
      failedLines: 1,
      leftOutLines: 1,
      failed: [{ lineId: 7, number: 3, label: '1.3', reason: { kind: 'audio-damaged' } }],
      leftOut: [{ lineId: 8, number: 4, label: '1.4', reason: { kind: 'not-approved' } }],
    });
    expect(screen.texts('[aria-label="Lines that could not be exported"] li')).toEqual([
      expect.stringMatching(/^Line 1\.3Its audio file is damaged/),
    ]);
    expect(screen.texts('summary')).toEqual(['1 line left out']);
    expect(screen.texts('[aria-label="Lines left out"] li')).toEqual(['Line 1.4Its take is not approved.']);
    await screen.click('button', 'Line 1.4');
    expect(useView.getState()).toMatchObject({ screen: 'script', selectedLineId: 8 });
  });

  it('is no success where it is not complete, whatever its files measure', async () => {
    await reported({ leftOut: INCOMPLETE.missing.slice(), leftOutLines: 1, verdict: INCOMPLETE });
    expect(document.querySelector('[role="status"][data-outcome]')?.getAttribute('data-outcome')).toBe('incomplete');
    expect(screen.texts('[data-verdict="incomplete"]')).toEqual(['Incomplete: 1 line is missing.']);
    expect(screen.texts('[aria-label="Lines left out"] li')).toEqual([
      'Line 1.4LANE: “Yes, sir.”Its take is out of date.',
    ]);
  });

  it('says why it stopped', async () => {
    const problem = `Another export is writing to ${OUT}. Wait until it has finished.`;
    await reported({ outcome: 'stopped', problem: { kind: 'export', problem: { kind: 'busy', path: OUT } }, files: 0 });
    expect(screen.texts('[role="status"][data-outcome]')).toEqual([
      `Export stopped. ${problem} Nothing was written to ${OUT}.`,
    ]);
    expect(document.activeElement).toBe(screen.get('button', 'Export the rest'));
  });

  it('returns to the choices', async () => {
    await reported({});
    await screen.click('button', 'Back to export settings');
    expect(screen.get('button', 'Choose a folder…')).toBeDefined();
  });
});
