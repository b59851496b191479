import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkNotInProject } from './export-location.ts';

let home: string;
let project: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-place-'));
  project = join(home, 'Earnest.lectern');
  mkdirSync(join(project, 'takes'), { recursive: true });
  writeFileSync(join(project, 'project.db'), '');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the place of an export', () => {
  it('is not a project, nor in one, be it there already or not', () => {
    const refused = { kind: 'inside-project', problem: expect.objectContaining({ project: 'Earnest' }) };
    for (const inside of [project, join(project, 'takes'), join(project, 'new'), join(project, 'a', 'b', 'c')]) {
      expect(() => checkNotInProject(inside, null)).toThrow(expect.objectContaining({ ...refused, path: inside }));
    }
  });

  it('is not one behind a link either', () => {
    symlinkSync(project, join(home, 'link'));
    symlinkSync(join(project, 'takes'), join(home, 'deep'));
    for (const inside of [join(home, 'link'), join(home, 'link', 'new'), join(home, 'deep', 'new')]) {
      expect(() => checkNotInProject(inside, null)).toThrow(expect.objectContaining({ kind: 'inside-project' }));
    }
  });

  it('may be beside a project, around it, or named like one', () => {
    mkdirSync(join(home, 'Other.lectern'));
    for (const place of [home, join(home, 'out'), join(home, 'Earnest.lectern export'), join(home, 'Other.lectern')]) {
      expect(() => checkNotInProject(place, null)).not.toThrow();
    }
  });
});
