import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliError } from './exit.ts';
import { projectInFolder, resolveProjectFolder } from './project-access.ts';

let home: string;
let out: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-location-'));
  out = join(home, 'out');
  mkdirSync(join(home, 'Mine.lectern'), { recursive: true });
  writeFileSync(join(home, 'Mine.lectern', 'project.db'), '');
  mkdirSync(out);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the project of a folder for audio', () => {
  it('is the one in it, or one named after the script', () => {
    expect(projectInFolder(out, 'scene.txt')).toBe(join(out, 'scene.lectern'));
    mkdirSync(join(out, 'Play.lectern'));
    expect(projectInFolder(out, 'scene.txt')).toBe(join(out, 'Play.lectern'));
    expect(resolveProjectFolder(out)).toBe(join(out, 'Play.lectern'));
    mkdirSync(join(out, 'scene.lectern'));
    expect(projectInFolder(out, 'scene.txt')).toBe(join(out, 'scene.lectern'));
    expect(() => projectInFolder(out, 'other.txt')).toThrow(CliError);
  });

  it('is never one elsewhere that a link in it leads to', () => {
    symlinkSync(join(home, 'Mine.lectern'), join(out, 'scene.lectern'));
    expect(() => projectInFolder(out, 'scene.txt')).toThrow('is a link: choose the project with --project.');
    expect(resolveProjectFolder(out)).toBe(out);
  });
});
