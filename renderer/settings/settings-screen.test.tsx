// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { PAUSE_PRESETS } from '../../shared/model/pauses.ts';
import { NEW_PROJECT_SETTINGS, type ProjectSettings } from '../../shared/model/settings.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { undoLatestStep } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { SettingsScreen } from './settings-screen.tsx';

let settings: Rendered;
afterEach(() => settings.remove());

/** Renders the settings over a studio that stores project settings and undoes changes. */
async function open(isProjectOpen = true): Promise<void> {
  const kept: ProjectSettings[] = [NEW_PROJECT_SETTINGS];
  const project = () => ({ id: 'p', path: '/p', settings: kept.at(-1) }) as never;
  const tell = () => settings.bridge.emit('project-changed', { project: project() });
  settings = await render(null, {
    'project.current': () => (isProjectOpen ? project() : null),
    'app.info': () => ({ version: '1.2.3', platform: 'linux' }) as ReplyOf<'app.info'>,
    'project.updateSettings'(change) {
      kept.push({ ...(kept.at(-1) ?? NEW_PROJECT_SETTINGS), ...change } as ProjectSettings);
      tell();
      return { step: String(kept.length) } as never;
    },
    'undo.undo'() {
      kept.pop();
      tell();
      return { redo: true };
    },
  });
  useView.getState().chooseSettings('project');
  await settings.show(<SettingsScreen />);
}

const isChecked = (role: string, name: string) => (settings.get(role, name) as HTMLInputElement).checked;
const undo = () => settings.act(() => void undoLatestStep());

it('moves between sections with the arrow keys', async () => {
  await open();
  vi.stubGlobal('fetch', async () => new Response('[]'));
  settings.get('tab', 'Project').focus();
  await settings.press('End');
  expect(settings.get('tabpanel').getAttribute('aria-label')).toBe('About');
  expect(document.activeElement).toBe(settings.get('tab', 'About'));
  await settings.press('ArrowDown');
  expect(document.activeElement).toBe(settings.get('tab', 'Services'));
  expect(settings.all('tab').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});

describe('project settings', () => {
  it('are shown only while a project is open', async () => {
    await open(false);
    expect(settings.get('tabpanel').textContent).toContain('Open a project to see its settings.');
    expect(settings.all('switch')).toEqual([]);
  });

  it('can silence headings, which can be undone', async () => {
    await open();
    settings.get('switch', 'Speak headings').focus();
    await settings.press(' ');
    expect(settings.requests('project.updateSettings')).toEqual([{ speakHeadings: false }]);
    expect(isChecked('switch', 'Speak headings')).toBe(false);
    await undo();
    expect(settings.requests('undo.undo')).toEqual([{ step: '2' }]);
    expect(isChecked('switch', 'Speak headings')).toBe(true);
  });

  it('can turn the comparison of takes with their words off, which can be undone', async () => {
    await open();
    await settings.act(() => useView.getState().chooseSettings('project', 'proofTakes'));
    expect(document.activeElement).toBe(settings.get('switch', 'Compare new takes with the script'));
    await settings.press(' ');
    expect(settings.requests('project.updateSettings')).toEqual([{ proofTakes: false }]);
    await undo();
    expect(isChecked('switch', 'Compare new takes with the script')).toBe(true);
  });

  it('have pauses by punctuation or by paragraphs and roles', async () => {
    await open();
    expect(isChecked('switch', 'Follow punctuation')).toBe(true);
    settings.get('switch', 'Follow punctuation').focus();
    await settings.press(' ');
    expect(settings.requests('project.updateSettings')).toEqual([{ followPunctuation: false }]);
    expect(settings.get('textbox', 'Between roles')).toBeDefined();
    await undo();
    expect(settings.get('textbox', 'Within a sentence')).toBeDefined();
  });

  it('have preset or custom pauses, which can be undone', async () => {
    await open();
    expect(isChecked('radio', 'Audiobook')).toBe(true);
    await settings.click('radio', 'Audio drama');
    expect(settings.requests('project.updateSettings')).toEqual([{ pauses: PAUSE_PRESETS.drama }]);
    const turn = () => settings.get('textbox', 'Between sentences or roles');
    expect(turn().value).toBe(`${PAUSE_PRESETS.drama.turn} s`);
    await settings.fill('textbox', 'Between sentences or roles', '0.6');
    await settings.press('Enter');
    expect(settings.requests('project.updateSettings')[1]).toEqual({ pauses: { ...PAUSE_PRESETS.drama, turn: 0.6 } });
    expect(isChecked('radio', 'Audio drama')).toBe(false);
    await undo();
    expect(isChecked('radio', 'Audio drama')).toBe(true);
    await undo();
    expect(isChecked('radio', 'Audiobook')).toBe(true);
  });
});

it('shows what another kind changes, and applies it as one step', async () => {
  await open();
  await settings.fill('textbox', 'Between sentences or roles', '0.9');
  await settings.press('Enter');
  await settings.choose('Kind of project', 'Podcast');
  expect(settings.text).toContain('This changes spoken headings and planned export targets.');
  expect(settings.text).toContain('Kept because you’ve changed them: pauses.');
  await settings.click('button', 'Change to Podcast');
  const podcast = { productionKind: 'podcast', speakHeadings: false, targets: ['podcast'] };
  expect(settings.requests('project.updateSettings').at(-1)).toEqual(podcast);
  expect(isChecked('switch', 'Speak headings')).toBe(false);
  expect(settings.all('button', 'Change to Podcast')).toEqual([]);
  await undo();
  expect(isChecked('switch', 'Speak headings')).toBe(true);
  expect((settings.get('combobox', 'Kind of project') as HTMLSelectElement).value).toBe('audiobook');
});

it('focuses the setting that the command palette asked for', async () => {
  await open();
  await settings.act(() => useView.getState().chooseSettings('project', 'silentEnds'));
  expect(document.activeElement).toBe(settings.get('switch', /^Cut silence/));
  expect(useView.getState().wantedSetting).toBeNull();
  await settings.act(() => useView.getState().chooseSettings('project', 'headings'));
  expect(document.activeElement).toBe(settings.get('switch', 'Speak headings'));
});
