// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { PresetEntry, Presets } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ExportOptions, ExportReport } from '../../shared/model/export/export.ts';
import { failWith } from '../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { initialDraft, useDraft } from './export-drafts.ts';
import { ExportInspector } from './export-inspector.tsx';

const PROJECT = { id: 'p', name: 'Book', readOnly: false, settings: { masterFormat: 'wav' } } as ProjectSummary;
const MP3: ExportOptions = {
  format: 'mp3',
  template: 'web/{line}',
  allowStale: false,
  approvedOnly: false,
  chapterIds: null,
};
const WEB: PresetEntry = { id: 'web', name: 'Web player', options: MP3, folder: { folderId: 'f', path: '/web' } };
const MASTERS: PresetEntry = { id: 'masters', name: 'Masters', options: { ...MP3, format: 'wav' }, folder: null };

let kept: Presets;
let screen: Rendered;

beforeEach(async () => {
  kept = { presets: [WEB, MASTERS], defaultPresetId: null, unreadable: 0 };
  screen = await render(null, {
    'project.current': () => PROJECT,
    'export.state': () => ({ running: null, report: null, latest: null, finished: null, choices: [] }),
    'export.presets': () => kept,
    'export.savePreset': ({ name, options }) => {
      kept = {
        ...kept,
        presets: [...kept.presets, { id: 'new', name, options: options as ExportOptions, folder: null }],
      };
      return { ...kept, step: 'save', id: 'new' };
    },
    'export.changePreset': ({ id, name, choice }) => {
      const presets = kept.presets.map((preset) =>
        preset.id === id
          ? { ...preset, ...(name && { name }), ...(choice && { options: choice.options as ExportOptions }) }
          : preset,
      );
      kept = { ...kept, presets };
      return { ...kept, step: `change ${id}` };
    },
    'export.deletePreset': ({ id }) => {
      kept = { ...kept, presets: kept.presets.filter((preset) => preset.id !== id) };
      return { ...kept, step: `delete ${id}` };
    },
    'export.setDefaultPreset': ({ id }) => {
      kept = { ...kept, defaultPresetId: id };
      return kept;
    },
    'undo.undo': () => ({}) as ReplyOf<'undo.undo'>,
  });
  useDraft.getState().begin({ projectId: 'p', options: MP3, folder: WEB.folder, presetId: null }, 0);
});

afterEach(async () => {
  await screen.remove();
  useDraft.setState({ draft: null, dismissedReport: 0 });
});

const open = () => screen.show(<ExportInspector />);
const preset = (name: string) => screen.get('button', new RegExp(`^${name}`));
const names = () => screen.texts('ul[aria-label="Presets"] > li > button > span[title]');
const undo = () => screen.click('button', 'Undo');

describe('a preset', () => {
  it('is marked as changed when the choices differ, until it is selected again', async () => {
    await open();
    await screen.clickOn(preset('Web player'));
    expect(preset('Web player').getAttribute('aria-pressed')).toBe('true');
    await screen.act(() => useDraft.getState().setOptions({ format: 'flac' }));
    expect(preset('Web player').getAttribute('aria-pressed')).toBe('false');
    expect(preset('Web player').textContent).toContain('changed');
    await screen.clickOn(preset('Web player'));
    expect(useDraft.getState().draft).toMatchObject({ options: MP3, folder: WEB.folder, presetId: 'web' });
  });

  it('saves the current choices under a name', async () => {
    await open();
    const name = screen.get('textbox', 'Preset name');
    expect(screen.get('button', 'Save').disabled).toBe(true);
    await screen.fill('textbox', 'Preset name', 'Archive');
    await screen.click('button', 'Save');
    expect(screen.requests('export.savePreset')).toEqual([{ name: 'Archive', options: MP3, folderId: 'f' }]);
    expect(names()).toEqual(['Web player', 'Masters', 'Archive']);
    expect(name.value).toBe('');
  });

  it('needs a unique name, and keeps the rejected one in the field', async () => {
    screen.bridge.answer({
      'export.savePreset': () =>
        failWith('export.savePreset', { kind: 'invalid', field: 'presetName', reason: 'taken' }),
    });
    await open();
    await screen.fill('textbox', 'Preset name', 'WEB PLAYER');
    await screen.click('button', 'Save');
    expect(screen.text).toContain('Another preset has this name');
    expect(screen.get('textbox', 'Preset name').value).toBe('WEB PLAYER');
  });

  it('can be renamed, with undo', async () => {
    await open();
    await screen.chooseItem('Actions for “Masters”', 'Rename…');
    await screen.fill('textbox', 'New name for “Masters”', 'Archive');
    await screen.click('button', 'Rename');
    expect(screen.requests('export.changePreset')).toEqual([{ id: 'masters', name: 'Archive' }]);
    expect(names()).toEqual(['Web player', 'Archive']);
    expect(screen.text).toContain('“Masters” was renamed to “Archive”.');
    kept = { ...kept, presets: [WEB, MASTERS] };
    await undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'change masters' }]);
    expect(names()).toEqual(['Web player', 'Masters']);
  });

  it('can be replaced by the current choices, with undo', async () => {
    await open();
    await screen.act(() => useDraft.getState().setOptions({ format: 'wav' }));
    await screen.chooseItem('Actions for “Web player”', 'Replace with current settings');
    const choice = { options: { ...MP3, format: 'wav' }, folderId: 'f' };
    expect(screen.requests('export.changePreset')).toEqual([{ id: 'web', choice }]);
    expect(screen.text).toContain('“Web player” now has the current settings.');
    await undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'change web' }]);
  });

  it('can be deleted, and undo restores its position', async () => {
    await open();
    await screen.chooseItem('Actions for “Web player”', 'Delete');
    expect(names()).toEqual(['Masters']);
    kept = { ...kept, presets: [WEB, MASTERS] };
    await undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'delete web' }]);
    expect(names()).toEqual(['Web player', 'Masters']);
  });

  it('can be the default', async () => {
    await open();
    await screen.chooseItem('Actions for “Web player”', 'Set as default');
    expect(screen.requests('export.setDefaultPreset')).toEqual([{ id: 'web' }]);
    expect(preset('Web player').textContent).toContain('default');
    expect(initialDraft(PROJECT, { latest: null }, kept)).toEqual({
      projectId: 'p',
      options: MP3,
      folder: WEB.folder,
      presetId: 'web',
    });
  });

  it('is reported if it can’t be read', async () => {
    kept = { presets: [], defaultPresetId: null, unreadable: 1 };
    await open();
    expect(screen.text).toContain('1 preset is damaged or needs a newer Lectern');
    await screen.fill('textbox', 'Preset name', 'Mine');
    await screen.click('button', 'Save');
    expect(names()).toEqual(['Mine']);
    expect(screen.text).toContain('1 preset is damaged or needs a newer Lectern');
  });
});

describe('the latest export', () => {
  const report = { outcome: 'done', finishedAt: 5, files: 18, failedLines: 0, outDir: '/out' } as ExportReport;
  const state = { running: null, report, latest: null, finished: null, choices: [] };

  it('is summarised, and its report can be reopened', async () => {
    screen.bridge.answer({ 'export.state': () => state });
    useDraft.getState().dismissReport(5);
    await open();
    expect(screen.text).toMatch(/finished: 18 files/);
    await screen.click('button', 'Show report');
    expect(useDraft.getState().dismissedReport).toBe(0);
  });

  it('says that it ended because the project was closed', async () => {
    screen.bridge.answer({ 'export.state': () => ({ ...state, report: { ...report, outcome: 'closed' } }) });
    await open();
    expect(screen.text).toContain('ended when the project was closed: 18 files');
  });
});
