import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DOCUMENT_EXTENSIONS, SCRIPT_EXTENSIONS } from '../../shared/model/manuscript.ts';
import { createDesktop, type DesktopOptions } from './desktop.ts';

interface Filter {
  readonly extensions: readonly string[];
}

const asked = vi.hoisted(() => ({ opened: [] as string[], shown: [] as string[], filters: [] as readonly Filter[] }));

vi.mock('electron', () => ({
  app: { getVersion: () => '1.0.0', isPackaged: true },
  nativeTheme: {},
  safeStorage: { getSelectedStorageBackend: () => 'basic_text' },
  shell: {
    async openPath(path: string) {
      asked.opened.push(path);
      return '';
    },
    showItemInFolder: (path: string) => void asked.shown.push(path),
  },
  dialog: {
    async showOpenDialog({ filters }: { readonly filters: readonly Filter[] }) {
      asked.filters = filters;
      return { canceled: true, filePaths: [] };
    },
  },
}));

let language = 'system';
// What the functions under test don't use is left out.
const desktop = createDesktop({
  window: () => null,
  preferences: () => ({ theme: 'dark', language, onboarded: true }),
  lastConnectionId: () => null,
} as unknown as DesktopOptions);

describe('showing a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-desktop-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    asked.opened.length = 0;
    asked.shown.length = 0;
  });

  it('opens a plain folder', async () => {
    mkdirSync(join(folder, 'Audio'));
    await desktop.showFolder(join(folder, 'Audio'));
    expect(asked).toMatchObject({ opened: [join(folder, 'Audio')], shown: [] });
  });

  it.each(['Game.app', 'Play.lectern', 'x.{ED7BA470-8E54-465E-825C-99712043E01C}'])(
    'shows %s beside its neighbours, since opening it could run something',
    async (name) => {
      mkdirSync(join(folder, name));
      await desktop.showFolder(join(folder, name));
      expect(asked).toMatchObject({ opened: [], shown: [join(folder, name)] });
    },
  );

  it('opens no file, no link and nothing that is gone', async () => {
    writeFileSync(join(folder, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    mkdirSync(join(folder, 'Real'));
    symlinkSync(join(folder, 'Real'), join(folder, 'link'), 'junction');
    const paths = ['program', 'link', 'gone'].map((name) => join(folder, name));
    for (const path of paths) await desktop.showFolder(path);
    expect(asked).toMatchObject({ opened: [], shown: paths });
  });
});

it('offers the languages that have a file, and the system’s in place of one that has none', () => {
  const shown = (chosen: string) => {
    language = chosen;
    return desktop.appInfo();
  };
  expect(shown('ja')).toMatchObject({ language: 'ja', languages: expect.arrayContaining(['en', 'de', 'ja']) });
  expect(shown('tlh').language).toBe('system');
});

it('offers every kind of script in its dialog', async () => {
  await desktop.chooseScripts();
  expect(asked.filters[0]?.extensions).toEqual([...SCRIPT_EXTENSIONS, ...DOCUMENT_EXTENSIONS]);
  expect(asked.filters[0]?.extensions).toEqual(expect.arrayContaining(['md', 'markdown', 'lectern-script']));
});
