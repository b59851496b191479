import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { INITIAL_VIEW } from '../../../shared/ipc/view-preferences.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { openPreferences } from './preferences.ts';
import { filesIn, temporaryDataFolder } from './testing/data-folder.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

const open = () => openPreferences(folder.path, new FakeClock());

it('start with the system’s theme and language, and the first start ahead', async () => {
  expect((await open()).value).toMatchObject({
    theme: 'system',
    language: 'system',
    onboarded: false,
    windowBounds: null,
  });
});

it('are there again', async () => {
  const shortcuts = { 'palette.open': 'CmdOrCtrl+J', 'of.a.later.lectern': 'F5', 'run.start': null };
  const windowBounds = { x: -20, y: 0, width: 1280, height: 800, isMaximized: false };
  const preferences = await open();
  await preferences.change((value) => ({
    ...value,
    theme: 'dark',
    language: 'ja',
    windowBounds,
    onboarded: true,
    textSize: 120,
    atChapterEnd: 'continue',
    missingLines: 'voice',
    playsNext: false,
    sideWidth: 260,
    continuousScript: true,
    hiddenPackSuggestions: ['english'],
    shortcuts,
  }));
  expect((await open()).value).toEqual({
    version: 1,
    theme: 'dark',
    language: 'ja',
    windowBounds,
    projectsFolder: null,
    onboarded: true,
    textSize: 120,
    reducedMotion: false,
    soundDevice: null,
    atChapterEnd: 'continue',
    missingLines: 'voice',
    playsNext: false,
    sideWidth: 260,
    continuousScript: true,
    hiddenPackSuggestions: ['english'],
    shortcuts,
  });
  expect([...filesIn(folder.path).keys()]).toEqual(['preferences.json']);
});

it('of an older Lectern are read, with what came later as it is without them', async () => {
  const old = { version: 1, theme: 'dark', windowBounds: null, projectsFolder: null, onboarded: true };
  writeFileSync(join(folder.path, 'preferences.json'), JSON.stringify(old));
  const { value, problem } = await open();
  expect([problem, value]).toEqual([null, { ...old, ...INITIAL_VIEW, language: 'system' }]);
});

it('keep a language that has no file any more', async () => {
  writeFileSync(
    join(folder.path, 'preferences.json'),
    JSON.stringify({
      ...INITIAL_VIEW,
      version: 1,
      theme: 'dark',
      language: 'tlh',
      windowBounds: null,
      projectsFolder: null,
      onboarded: true,
    }),
  );
  expect(await open()).toMatchObject({ problem: null, value: { language: 'tlh' } });
});

it('lie in the data folder under their own name, unreadable ones aside', async () => {
  writeFileSync(join(folder.path, 'preferences.json'), '{"version":1,"theme":"purple"}');
  expect((await open()).problem).toMatchObject({ kind: 'unreadable', why: { kind: 'invalid', field: 'theme' } });
});
