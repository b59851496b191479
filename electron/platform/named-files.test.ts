import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requestedFilesIn } from './named-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-argument-'));
  mkdirSync(join(folder, 'earnest'));
  mkdirSync(join(folder, 'empty'));
  for (const file of ['earnest/project.db', 'scene.TXT', 'book.epub', 'picture.png'])
    writeFileSync(join(folder, file), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const named = (...args: string[]) => requestedFilesIn(['/opt/Lectern/lectern-window', ...args], folder);

it('a project is its folder, or the database in it, from the working folder on', () => {
  const project = join(folder, 'earnest');
  for (const argument of ['earnest', project, 'earnest/project.db']) {
    expect(named(argument)).toEqual({ project, scripts: [] });
  }
});

it('a script is a file that can be imported, by its ending', () => {
  expect(named('scene.TXT', 'book.epub', 'picture.png')).toEqual({
    project: null,
    scripts: [join(folder, 'scene.TXT'), join(folder, 'book.epub')],
  });
});

it('both stand among what the system adds', () => {
  expect(named('--no-sandbox', '.', 'earnest', '--inspect=0', 'book.epub')).toEqual({
    project: join(folder, 'earnest'),
    scripts: [join(folder, 'book.epub')],
  });
});

it('nothing else is named', () => {
  for (const args of [[], ['.'], ['empty'], ['missing'], ['missing/project.db'], ['missing.txt'], ['--earnest']]) {
    expect(named(...args)).toEqual({ project: null, scripts: [] });
  }
  expect(requestedFilesIn([join(folder, 'earnest')], folder).project).toBeNull();
});

it('may be a file URL, as Linux desktops pass it', () => {
  const script = join(folder, 'a scene.txt');
  writeFileSync(script, '');
  expect(named(pathToFileURL(join(folder, 'earnest')).href, pathToFileURL(script).href)).toEqual({
    project: join(folder, 'earnest'),
    scripts: [script],
  });
  expect(named('file://elsewhere.example/scene.txt', 'file://%zz')).toEqual({ project: null, scripts: [] });
});
