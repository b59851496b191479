import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { listedRoles } from './role-changes.ts';

const PROSE = `The door was open.

Mara: Is anyone there?

No one answered.
`;

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create('Book.lectern', { roleMarks: 'confirmed' });
  save(project, PROSE);
  castAll(project);
});
afterEach(() => workshop.clear());

const listed = () => listedRoles(project, project.settings());
const speakers = () => project.lines.states().map(({ turns }) => turns[0]?.role ?? 'NARRATOR');
const state = () =>
  JSON.stringify([project.script.text(), project.settings(), project.cast.roles(), project.lines.states()]);

describe('adding a role', () => {
  it('lists it before it has a line, and the script reads its name once it is written', () => {
    expect(project.roleEntries.add(' Uncle   Ben ')).toMatchObject({
      role: { name: 'Uncle Ben', voice: null },
      lines: 0,
    });
    expect(listed()).toEqual(['NARRATOR', 'Uncle Ben']);
    save(project, `${PROSE}\nUncle Ben: Hello!\n`);
    expect(speakers().at(-1)).toBe('Uncle Ben');
  });

  it('gives it the lines that begin with its name, and takes all of it back', () => {
    giveTakes(project);
    const before = state();
    const added = project.roleEntries.add('Mara');
    expect(added.lines).toBe(1);
    expect(speakers()).toEqual(['NARRATOR', 'Mara', 'NARRATOR']);
    expect(project.lines.states().map((line) => line.state)).toEqual(['fresh', 'blocked', 'fresh']);
    expect(project.roleEntries.canUndoAdd(added)).toBe(true);
    project.roleEntries.undoAdd(added);
    expect(state()).toBe(before);
  });

  it('sees that a role was cast or written since it was added', () => {
    const added = project.roleEntries.add('Ben');
    project.cast.updateRole('Ben', { voice: 'v1' });
    expect(project.roleEntries.canUndoAdd(added)).toBe(false);
    project.cast.updateRole('Ben', { voice: null });
    save(project, `${PROSE}\nBen: Hello!\n`);
    expect(project.roleEntries.canUndoAdd(added)).toBe(false);
  });

  it('brings back the voice of a role that spoke once', () => {
    project.roleEntries.add('Mara');
    project.cast.updateRole('Mara', { voice: 'v7' });
    save(project, 'Nothing but this.\n');
    expect(listed()).toEqual(['NARRATOR', 'Mara']);
    project.updateSettings({ confirmedRoles: [] });
    expect(listed()).toEqual(['NARRATOR']);
    expect(project.roleEntries.add('Mara').role.voice).toBe('v7');
  });

  it.each([
    ['Mara', 'exists'],
    ['NARRATOR', 'exists'],
    [' ', 'empty'],
    ['M'.repeat(121), 'too-long'],
    ['# Mara', 'not-a-mark'],
    ['Mara: B', 'not-a-mark'],
  ])('refuses %j: %s', (name, problem) => {
    project.roleEntries.add('Mara');
    const before = state();
    expect(() => project.roleEntries.add(name)).toThrow(expect.objectContaining({ problem }));
    expect(state()).toBe(before);
  });

  it('keeps another role from being renamed to its name', () => {
    project.roleEntries.add('Mara');
    project.roleEntries.add('Ben');
    expect(project.roleChanges.nameProblem('Mara', 'Ben')).toBe('exists');
  });
});

describe('removing a role', () => {
  it('takes it out of the cast, and puts it back where it was with its voice', () => {
    for (const name of ['Ben', 'Ann']) project.roleEntries.add(name);
    project.cast.updateRole('Ben', { voice: 'v1' });
    const before = state();
    const removed = project.roleEntries.remove('Ben');
    expect(listed()).toEqual(['NARRATOR', 'Ann']);
    expect(project.roleEntries.restore(removed)).toBe(true);
    expect(listed()).toEqual(['NARRATOR', 'Ben', 'Ann']);
    expect(JSON.parse(state())[2]).toEqual(JSON.parse(before)[2]);
    expect(project.roleEntries.restore(removed)).toBe(false);
  });

  it.each([
    ['Mara', 'speaks'],
    ['NARRATOR', 'narrator'],
  ])('refuses %s: %s', (name, problem) => {
    project.roleEntries.add('Mara');
    expect(() => project.roleEntries.remove(name)).toThrow(expect.objectContaining({ problem }));
  });
});
