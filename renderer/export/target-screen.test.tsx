// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookReply } from '../../shared/ipc/book-requests.ts';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { ExportState, FilesPreview } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { VoiceConsent } from '../../shared/model/consent.ts';
import type { CheckReport, CheckRow } from '../../shared/model/export/check-report.ts';
import { checkReportSchema } from '../../shared/model/export/check-report.ts';
import type { ExportVerdict } from '../../shared/model/export/export.ts';
import type { OwnTarget } from '../../shared/model/export/own-target.ts';
import type { FilesReport } from '../../shared/model/export/target-export.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { useDraft, useTarget } from './export-drafts.ts';
import { ExportScreen } from './export-screen.tsx';

const OUT = '/music/out';
const INCOMPLETE: ExportVerdict = {
  kind: 'incomplete',
  missingLines: 1,
  outdated: [],
  outdatedLines: 0,
  rows: [],
  missing: [{ lineId: 9, number: 25, label: '2.7', roles: ['ADA'], words: 'Good night.', reason: { kind: 'no-take' } }],
};
const OUTLOOK: FilesPreview = {
  verdict: INCOMPLETE,
  lines: {
    inScope: 25,
    exported: 24,
    exportedStale: 0,
    withoutTake: 1,
    staleLeftOut: 0,
    notApproved: 0,
    suspicious: 3,
  },
  files: { count: 2, chapters: 2, durationSeconds: 60, names: ['01_First Act.mp3', '02_The music-room.mp3'] },
  needs: null,
  folder: null,
};
const GATE: CheckReport = {
  version: 1,
  target: 'acx',
  meetsFigures: false,
  files: [
    {
      file: '01_First Act.mp3',
      problem: null,
      figures: {
        packedAs: 'mp3',
        integratedLufs: -20.5,
        rmsDbfs: -22,
        samplePeakDbfs: -3.2,
        truePeakDbtp: -3.1,
        noiseFloorDbfs: -70,
        headSeconds: 0.75,
        tailSeconds: 2,
        sampleRate: 44_100,
        channels: 1,
        bitrate: 192,
        constantBitrate: true,
        durationSeconds: 30,
        sizeBytes: 700_000,
        clippedSamples: 0,
        peakAt: 1,
        quietestAt: 2,
        clicks: { count: 1, at: [4] },
        digitalSilences: { count: 0, at: [] },
      },
      rows: [
        { kind: 'rmsDbfs', result: 'pass', value: -22, bound: { min: -23, max: -18 }, places: [] },
        { kind: 'clicks', result: 'look', value: 1, bound: null, places: [{ seconds: 4, lineId: 7, line: '1.3' }] },
      ],
    },
  ],
};
const REPORT: FilesReport = {
  outcome: 'done',
  problem: null,
  startedAt: 0,
  finishedAt: 5,
  outDir: OUT,
  files: 2,
  written: 2,
  moved: 0,
  unchanged: 0,
  binned: 0,
  binFolder: null,
  sizeBytes: 0,
  durationSeconds: 60,
  failed: [],
  failedLines: 0,
  leftOut: [{ lineId: 9, number: 25, reason: { kind: 'no-take' } }],
  leftOutLines: 1,
  kind: 'acx',
  own: null,
  verdict: INCOMPLETE,
  made: [
    {
      file: '01_First Act.mp3',
      durationSeconds: 30,
      sizeBytes: 700_000,
      loudnessLufs: -20.5,
      rmsDbfs: -22,
      truePeakDbtp: -3.1,
    },
  ],
  gate: GATE,
  notices: [
    { kind: 'chapter-list-left-out', file: 'Book.m4b', list: 'nero', chapters: 300 },
    { kind: 'chapter-titles-cut', file: 'Book.m4b', numbers: [3, 7] },
  ],
};

let ownTargets: readonly OwnTarget[];
let state: ExportState;
let isBanned: boolean;
let screen: Rendered;

const project = () =>
  ({
    id: 'p',
    name: 'Book',
    path: '/p',
    readOnly: false,
    figures: { lines: 25, counts: {}, toRender: 1 },
    settings: { masterFormat: 'wav', ownTargets, targets: [] },
  }) as unknown as ProjectSummary;

let voices: VoiceConsent[];
beforeEach(async () => {
  voices = [];
  ownTargets = [];
  state = { running: null, report: null, latest: null, finished: null, choices: [] };
  screen = await render(null, {
    'project.current': project,
    'project.chapters': () => [],
    'book.read': () =>
      ({
        readiness: [{ target: 'acx', missing: ['authors', 'narrators'], cover: ['missing'] }],
      }) as unknown as BookReply,
    'export.state': () => state,
    'export.presets': () => ({ presets: [], defaultPresetId: null, unreadable: 0 }),
    'export.usedVoices': () => ({ voices: [], unrecorded: 0 }) as unknown as ReplyOf<'export.usedVoices'>,
    'export.previewFiles': ({ folderId }) => ({
      ...OUTLOOK,
      ...(isBanned && {
        verdict: { ...OUTLOOK.verdict, rows: [{ kind: 'synthetic-banned' as const, result: 'fail' as const }] },
      }),
      folder: folderId === null ? null : { ok: true, isNew: true, former: null, dropped: 0 },
    }),
    'export.startFiles': () => state,
    'consent.voices': () => voices,
    'dialog.exportFolder': () => ({ folderId: 'f', path: OUT }),
    'dialog.saveText': ({ name }) => ({ path: `/saved/${name}` }),
    'project.updateSettings': (change) => {
      ownTargets = change.ownTargets ?? ownTargets;
      queueMicrotask(() => screen.bridge.emit('project-changed', { project: project() }));
      return { ...project(), step: 'targets' };
    },
    'undo.undo': () => ({ redo: true }),
  });
  isBanned = false;
  useTarget.setState({ kind: 'acx', own: null });
  useDraft.setState({ draft: null, dismissedReport: 0 });
});

afterEach(async () => {
  await screen.remove();
  useDraft.setState({ draft: null, dismissedReport: 0 });
  useTarget.setState({ kind: 'lines', own: null, drafts: new Map(), dismissedReport: 0 });
});

async function open(target: string) {
  await screen.show(<ExportScreen />);
  await choose(target);
}
/** The button of a target in the list, by its name without its description. */
const entry = (name: string): HTMLElement => {
  const [found, ...others] = screen
    .all('button')
    .filter(({ firstElementChild }) => firstElementChild?.textContent === name);
  if (!found || others.length > 0) throw new Error(`${found ? 'several targets' : 'no target'} called ${name}`);
  return found;
};
const choose = (name: string) => screen.clickOn(entry(name));
const missing = () => screen.texts('ul[aria-labelledby="export-missing"]');

describe('a target', () => {
  it('lists what is missing and links to it', async () => {
    await open('ACX (Audible)');
    expect(screen.figures()).toMatchObject({ files: '2', 'without a take': '1' });
    expect(missing()).toEqual([expect.stringContaining('Still missing: authors, narrators, cover.')]);
    await screen.click('button', 'Show them');
    expect(useView.getState()).toMatchObject({ screen: 'review', wantedLines: 'without-take' });
    await screen.click('button', 'Book details…');
    expect(useView.getState().dialog).toBe('book');
  });

  it('says before it is exported that takes look suspicious, and leads to them', async () => {
    await open('ACX (Audible)');
    expect(missing().join()).toContain('3 suspicious takes aren’t approved.');
    await screen.click('button', 'Review them…');
    expect(useView.getState()).toMatchObject({ screen: 'review', wantedLines: 'suspicious-undecided' });
  });

  it('shows its store’s policy on synthetic voices, and can be planned for the book', async () => {
    await open('ACX (Audible)');
    expect(screen.text).toContain('ACX accepts only human narration unless');
    await screen.click('checkbox', 'Planned release: ACX (Audible)');
    expect(screen.requests('project.updateSettings')).toEqual([{ targets: ['acx'] }]);
  });

  it('is exported to the chosen folder, once it is confirmed that it is not complete', async () => {
    await open('ACX (Audible)');
    await screen.click('button', 'Choose a folder…');
    const begin = screen.get('button', 'Export');
    expect(document.activeElement).toBe(begin);
    await screen.clickOn(begin);
    expect(screen.requests('export.startFiles')).toEqual([]);
    expect(screen.texts('[role="dialog"] li')).toEqual(['Line 2.7ADA: “Good night.”It has no take.']);
    await screen.click('button', 'Export anyway');
    const options = { allowStale: false, approvedOnly: false, chapterIds: null };
    expect(screen.requests('export.startFiles')).toEqual([
      { kind: 'acx', options, untitled: expect.any(String), folderId: 'f' },
    ]);
  });
});

describe('a store that bans synthetic narration', () => {
  it('is exported for only after the producer confirms that it has authorised the book', async () => {
    isBanned = true;
    await open('ACX (Audible)');
    await screen.click('button', 'Choose a folder…');
    await screen.click('button', 'Export');
    expect(screen.get('dialog').textContent).toContain('ACX accepts only human narration unless');
    await screen.click('button', 'Cancel');
    expect(screen.requests('export.startFiles')).toEqual([]);
    await screen.click('button', 'Export');
    await screen.click('button', 'Confirm and export');
    expect(screen.requests('project.updateSettings')).toEqual([{ authorisedTargets: ['acx'] }]);
    // The export is also incomplete.
    await screen.click('button', 'Export anyway');
    expect(screen.requests('export.startFiles')).toHaveLength(1);
  });
});

describe('a cloned voice without a valid consent', () => {
  const ada: VoiceConsent = {
    ...{ origin: 'local', userId: 'u', voice: 'ada', name: 'Ada' },
    ...{ state: 'withdrawn', decision: null, roles: ['LANE'], lineIds: [1] },
  };

  it('prevents exports of audio until a decision is recorded, but not of subtitles', async () => {
    voices = [ada];
    await open('ACX (Audible)');
    await screen.click('button', 'Choose a folder…');
    expect(screen.get('button', 'Export')).toMatchObject({ disabled: true });
    expect(document.body.textContent).toContain('Add the consents or record a decision first.');
    expect(document.body.textContent).toContain('“Ada” (1 line): the person’s consent was withdrawn.');
    const decision = { ...ada, about: 'withdrawn' as const, reason: 'Contract', decidedBy: 'Bo', decidedAt: 0 };
    voices = [{ ...ada, decision }];
    await screen.emit('consents-changed', {});
    expect(screen.get('button', 'Export')).toMatchObject({ disabled: false });
    voices = [ada];
    await choose('Other programs');
    await screen.click('radio', 'SRT');
    await screen.click('button', 'Choose a folder…');
    expect(screen.get('button', 'Export')).toMatchObject({ disabled: false });
  });
});

describe('subtitles', () => {
  it('are for the files of a target, which is an M4B unless another one is chosen', async () => {
    await open('Other programs');
    expect(screen.all('combobox', 'Timed to files for')).toEqual([]);
    await screen.click('radio', 'SRT');
    expect(screen.get('combobox', 'Timed to files for')).toMatchObject({ value: 'M4B audiobook' });
    await screen.choose('Timed to files for', 'Podcast episode');
    await screen.click('button', 'Choose a folder…');
    await screen.click('button', 'Export');
    await screen.click('button', 'Export anyway');
    expect(screen.requests('export.startFiles')).toMatchObject([{ kind: 'srt', options: { timesOf: 'podcast' } }]);
  });

  it('are timed by lines or by words', async () => {
    await open('Other programs');
    await screen.click('radio', 'WebVTT');
    expect(screen.get('radio', 'Lines')).toMatchObject({ checked: true });
    expect(screen.all('checkbox', 'Time of each word')).toEqual([]);
    await screen.click('radio', 'Words');
    await screen.click('checkbox', 'Time of each word');
    await screen.click('radio', 'Read-along EPUB');
    expect(screen.get('radio', 'Words')).toMatchObject({ checked: true });
    await screen.click('radio', 'EDL');
    expect(screen.all('radio', 'Words')).toEqual([]);
    expect(useTarget.getState().drafts.get('vtt')?.options).toMatchObject({ by: 'words', wordTimestamps: true });
  });
});

describe('the report of a target export', () => {
  beforeEach(async () => {
    await open('ACX (Audible)');
    await screen.emit('export-changed', { state: { ...state, finished: REPORT } });
  });

  it('shows the outcome and the measurements of each file', async () => {
    expect(screen.texts('[role="status"][data-outcome]')).toEqual([`2 files in ${OUT}, with 1 line missing.`]);
    expect(document.activeElement).toBe(screen.get('button', 'Show in folder'));
    expect(screen.texts('tbody tr')[0]).toMatch(/^01_First Act\.mp3pass-20\.5 LUFS-22\.0 dB/);
  });

  it('says what the files can’t hold of their chapters', () => {
    const notices = screen.texts('ul[aria-label="Remarks"] li');
    expect(notices).toEqual([
      expect.stringContaining('“Book.m4b” has 300 chapters, more than the 255'),
      expect.stringMatching(/chapters 3, 7\.$/),
    ]);
  });

  it('can be saved as JSON and as HTML', async () => {
    await screen.click('button', 'Save as JSON');
    await screen.click('button', 'Save report as HTML');
    const [json, html] = screen.requests('dialog.saveText') as { readonly name: string; readonly text: string }[];
    expect(json?.name).toMatch(/\.json$/);
    expect(checkReportSchema.parse(JSON.parse(json?.text ?? ''))).toEqual(GATE);
    expect(html?.name).toMatch(/\.html$/);
    expect(html?.text).toContain('Technical report: ACX (Audible)');
    expect(screen.text).toContain('Report saved to /saved/');
  });

  it('names suspicious takes with their lines', async () => {
    const row: CheckRow = {
      kind: 'take-silent',
      result: 'fail',
      value: 1,
      bound: { max: 0 },
      places: [{ seconds: 7, lineId: 8, line: '1.4' }],
    };
    const files = GATE.files.map((file) => ({ ...file, rows: [...file.rows, row] }));
    const gate: CheckReport = { ...GATE, meetsFigures: true, suspiciousLines: 1, files };
    await screen.emit('export-changed', { state: { ...state, finished: { ...REPORT, gate } } });
    expect(screen.text).toContain('1 take looks suspicious. Listen to it before you deliver.');
    expect(screen.text).toContain('Silent takes: 1');
    await screen.click('button', 'Line 1.4');
    expect(useView.getState()).toMatchObject({ screen: 'script', selectedLineId: 8 });
  });

  it('links places to their lines', async () => {
    await screen.click('button', 'Line 1.3');
    expect(useView.getState()).toMatchObject({ screen: 'script', selectedLineId: 7 });
  });
});

describe('a custom target', () => {
  const save = () => screen.get('button', 'Save');

  it('is created from a copy, selected, deleted and restored', async () => {
    await open('Chapters');
    await screen.click('button', 'Create custom target…');
    await screen.fill('textbox', 'Name', 'Radio');
    await screen.fill('textbox', 'Bitrate, kbit/s', '96');
    await screen.fill('textbox', 'Level', '-23');
    await screen.clickOn(save());
    expect(screen.requests('project.updateSettings')).toMatchObject([
      {
        ownTargets: [
          {
            name: 'Radio',
            base: 'chapters',
            encoding: { codec: 'mp3', bitrate: 96 },
            goal: { loudness: { measure: 'integrated', lufs: -23 } },
          },
        ],
      },
    ]);
    expect(screen.all('dialog')).toEqual([]);
    expect(entry('Radio').getAttribute('aria-pressed')).toBe('true');
    expect(screen.texts('table[aria-labelledby="export-figures"]')).toEqual([
      expect.stringContaining('-23.5 LUFS to -22.5 LUFS'),
    ]);
    await screen.click('button', 'Delete');
    expect(screen.requests('project.updateSettings').at(-1)).toEqual({ ownTargets: [] });
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'targets' }]);
  });

  it('needs a unique name and a bitrate that MP3 supports', async () => {
    await open('Chapters');
    await screen.click('button', 'Create custom target…');
    await screen.fill('textbox', 'Name', 'acx');
    expect(screen.text).toContain('Another target has this name.');
    expect(save().disabled).toBe(true);
    await screen.fill('textbox', 'Name', 'Radio');
    await screen.fill('textbox', 'Bitrate, kbit/s', '100');
    expect(screen.text).toContain('MP3 doesn’t support this bitrate.');
    expect(save().disabled).toBe(true);
    await screen.fill('textbox', 'Bitrate, kbit/s', '96');
    expect(save().disabled).toBe(false);
  });
});
