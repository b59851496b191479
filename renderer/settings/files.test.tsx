// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failWith } from '../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { Files } from './files.tsx';

let settings: Rendered;
let folder: string;
beforeEach(async () => {
  folder = '~/Lectern';
  settings = await render(<Files />, {
    'files.overview': () => ({
      folder: '~/.lectern',
      projectsFolder: folder,
      parts: [{ kind: 'service', bytes: 4_200, files: 3 }],
    }),
    'dialog.projectsFolder'() {
      folder = '~/books';
      return { path: folder };
    },
    'files.clean': () => ({ bytes: 4_200 }),
  });
});
afterEach(() => settings.remove());

const text = () => document.querySelector('main')?.textContent;

it('shows folders and sizes', () => {
  expect(text()).toContain('~/Lectern');
  expect(text()).toContain('~/.lectern');
  expect(text()).toMatch(/Local service.*4\.2 kB/);
});

it('changes the folder for new projects', async () => {
  await settings.click('button', 'Choose another folder…');
  expect(text()).toContain('~/books');
});

it('keeps the folder if the dialog is cancelled', async () => {
  settings.bridge.answer({ 'dialog.projectsFolder': () => null });
  await settings.click('button', 'Choose another folder…');
  expect(text()).toContain('~/Lectern');
  expect(settings.notices()).toEqual([]);
});

it('cleans up only after a confirmation, and shows how much was freed', async () => {
  settings.get('button', 'Clean up…').focus();
  await settings.press('Enter');
  expect(settings.requests('files.clean')).toEqual([]);
  await settings.click('button', 'Delete cache and old logs');
  expect(settings.requests('files.clean')).toEqual([{}]);
  expect(settings.notices()[0]).toContain('4.2 kB freed');
  expect(settings.all('button', 'Clean up…')).toHaveLength(1);
});

it('shows why cleaning up failed', async () => {
  settings.bridge.answer({ 'files.clean': () => failWith('files.clean', { kind: 'forbidden' }) });
  await settings.click('button', 'Clean up…');
  await settings.click('button', 'Delete cache and old logs');
  expect(settings.get('alert')).toBeDefined();
});
