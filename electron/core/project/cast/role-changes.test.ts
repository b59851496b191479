import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LinePositions } from '../lines/line-positions.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, outline, rewriteChapter, save, Workshop } from '../testing/test-project.ts';
import { expectStoredAs } from '../testing/test-script.ts';
import { castOutlook } from './cast-outlook.ts';
import { RoleNameError } from './role-changes.ts';

const SCENE = `ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: Well.
LANE: Well, sir. (He goes.)

LANE: [pause 1s]

The end.
`;

let workshop: Workshop;
let project: Project;

function begin(text: string, settings = {}): void {
  project = workshop.create('Play.lectern', settings);
  save(project, text);
  castAll(project);
}
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

const role = (name: string) => project.cast.snapshot().roles.get(name);
const names = () => project.cast.roles().map(({ name }) => name);
const prefixes = (at: number) => {
  const line = project.lines.states()[at];
  const built = line && project.lines.requestOf(line.id);
  return built?.ok ? [built.request.turn_prefix, built.request.turn_prefix_2, built.request.text] : null;
};

/** All that a rename or a merge could harm. */
const dump = () =>
  JSON.stringify({
    script: project.script.text(),
    settings: project.settings(),
    roles: project.cast.roles(),
    rules: project.cast.rules(),
    paragraphs: project.db
      .prepare('SELECT id, ord, chapter_id, kind, source, gap, problem, deleted_at FROM paragraphs ORDER BY id')
      .all(),
    lines: project.db.prepare('SELECT * FROM lines ORDER BY id').all(),
    picks: project.db.prepare('SELECT * FROM picks ORDER BY line_id, render_key').all(),
    takes: project.db.prepare('SELECT * FROM takes ORDER BY id').all(),
  });

describe('renaming a role', () => {
  beforeEach(() => begin(SCENE));

  it('changes its marks and nothing that is sent: every take is as good as before', () => {
    giveTakes(project);
    const sent = prefixes(2);
    project.roleChanges.rename('LANE', 'MERRIMAN');
    expectStoredAs(project, SCENE.replaceAll(/^LANE:/gm, 'MERRIMAN:'));
    expect(names()).toEqual(['ALGERNON', 'MERRIMAN', 'NARRATOR']);
    expect(outline(project).every((line) => line.startsWith('fresh'))).toBe(true);
    expect(prefixes(2)).toEqual(sent);
    expect(role('MERRIMAN')).toMatchObject({ voice: 'voice:LANE', turnPrefix: 'LANE:' });
  });

  it('pins no prefix where the role speaks in no dialog, and none that it would have anyway', () => {
    project.roleChanges.rename('LANE', 'MERRIMAN');
    project.roleChanges.rename('MERRIMAN', 'LANE');
    expect(role('LANE')?.turnPrefix).toBeNull();
    save(project, `${SCENE}\nJACK: Yes.\n`);
    project.roleChanges.rename('JACK', 'ERNEST');
    expect(role('ERNEST')?.turnPrefix).toBeNull();
  });

  it('takes voices, parameters, rules and what lines set along', () => {
    project.cast.updateRole('LANE', { parameters: { speed: 0.9 } });
    const rule = { from: 'sir', to: 'suh', wholeWord: true, matchCase: false, role: 'LANE', language: null };
    project.cast.saveRules([rule]);
    const [, second] = project.lines.states();
    project.lines.setOverride(second?.id ?? 0, { temperature: 0.4 });
    giveTakes(project);
    project.roleChanges.rename('LANE', 'MERRIMAN');
    expect(role('MERRIMAN')?.parameters).toEqual({ speed: 0.9 });
    expect(project.cast.rules()).toEqual([{ ...rule, role: 'MERRIMAN' }]);
    expect(project.lines.states()[1]?.override).toEqual({ temperature: 0.4 });
    expect(outline(project).every((line) => line.startsWith('fresh'))).toBe(true);
  });

  it('is taken back fully, with what was confirmed and how each mark was written', () => {
    save(project, SCENE.replace('LANE: I', 'LANE : I'));
    giveTakes(project);
    const before = dump();
    const undo = project.roleChanges.rename('LANE', 'MERRIMAN');
    expect(dump()).not.toBe(before);
    if (undo) project.roleChanges.undo(undo);
    expect(dump()).toBe(before);
  });

  it('is taken back in words that were written since, and leaves those as they are', () => {
    const undo = project.roleChanges.rename('LANE', 'MERRIMAN');
    rewriteChapter(project, null, project.script.text().replace('polite', 'right').concat('\n\nMERRIMAN: More.\n'));
    if (undo) project.roleChanges.undo(undo);
    expectStoredAs(project, SCENE.replace('polite', 'right').concat('\n\nLANE: More.\n'));
    expect(names()).toEqual(['ALGERNON', 'LANE', 'NARRATOR']);
  });

  it('is kept over closing and opening, and open documents follow', () => {
    const { documentId } = project.script.documents.open(null);
    let told = 0;
    project.script.documents.onChange(() => {
      told += 1;
    });
    project.roleChanges.rename('LANE', 'MERRIMAN');
    expect(told).toBeGreaterThan(0);
    expect(project.script.documents.isOpen(documentId)).toBe(false);
    expect(project.script.documents.open(null).text).toContain('MERRIMAN: I didn');
    const text = project.script.text();
    project.close();
    project = workshop.open();
    expectStoredAs(project, text);
  });

  it('brings lines that were deleted back with their takes when their words come back under the new name', () => {
    giveTakes(project);
    const whole = project.script.text();
    save(project, whole.replace("LANE: I didn't think it polite to listen, sir.\n\n", ''));
    project.roleChanges.rename('LANE', 'MERRIMAN');
    save(project, whole.replaceAll(/^LANE:/gm, 'MERRIMAN:'));
    expect(outline(project).every((line) => line.startsWith('fresh'))).toBe(true);
  });

  it.each([
    ['JACK', 'Lane', 'not-a-mark'],
    ['LANE', 'ALGERNON', 'exists'],
    ['LANE', '', 'empty'],
    ['NARRATOR', 'READER', 'narrator'],
  ])('refuses to call %s %j: %s', (from, into, problem) => {
    save(project, `${SCENE}\nJACK: Yes.\n`);
    const before = dump();
    expect(() => project.roleChanges.rename(from, into)).toThrow(expect.objectContaining({ problem }));
    expect(() => project.roleChanges.rename(from, into)).toThrow(RoleNameError);
    expect(dump()).toBe(before);
  });

  it('takes a name that was typed half way once and speaks nowhere', () => {
    save(project, `${SCENE}\nMERRI: Yes.\n`);
    save(project, SCENE);
    const before = dump();
    const undo = project.roleChanges.rename('LANE', 'MERRI');
    expect(names()).toEqual(['ALGERNON', 'MERRI', 'NARRATOR']);
    if (undo) project.roleChanges.undo(undo);
    expect(names()).toContain('MERRI');
    expect(JSON.parse(dump()).lines).toEqual(JSON.parse(before).lines);
  });
});

describe('renaming a role of prose', () => {
  it('renames it among the confirmed roles, and keeps words from becoming marks', () => {
    begin('Lane: Yes, sir.\n\nAlgy: is only a word here.\n', {
      roleMarks: 'confirmed',
      confirmedRoles: ['Jack', 'Lane'],
    });
    const before = dump();
    const undo = project.roleChanges.rename('Lane', 'Algy');
    expect(project.settings().confirmedRoles).toEqual(['Jack', 'Algy']);
    expectStoredAs(project, 'Algy: Yes, sir.\n\n\\Algy: is only a word here.\n');
    expect(project.lines.states().map(({ roles, text }) => [roles, text])).toEqual([
      [['Algy'], 'Yes, sir.'],
      [['NARRATOR'], 'Algy: is only a word here.'],
    ]);
    if (undo) project.roleChanges.undo(undo);
    expect(dump()).toBe(before);
  });
});

describe('merging a role into another', () => {
  beforeEach(() => begin(SCENE));

  it('gives the other all its lines, which take its voice; what that makes stale was told before', () => {
    giveTakes(project);
    const ahead = castOutlook(
      { project, places: new LinePositions(project) },
      { merged: { from: 'LANE', into: 'ALGERNON' } },
    );
    project.roleChanges.merge('LANE', 'ALGERNON');
    expectStoredAs(project, SCENE.replaceAll(/^LANE:/gm, 'ALGERNON:'));
    expect(names()).toEqual(['ALGERNON', 'NARRATOR']);
    const stale = project.lines.states({ states: ['stale'] });
    expect(stale.map(({ number }) => number)).toEqual([2, 3]);
    expect(ahead).toEqual({
      stale: 2,
      characters: stale.reduce((sum, { characters }) => sum + characters, 0),
      approved: 0,
      regained: 0,
      rendered: 3,
      toRender: stale.map(({ id }) => id),
      approvedLines: [],
    });
  });

  it('is taken back fully: voices, parameters, rules, and which of two turns was whose', () => {
    project.cast.updateRole('LANE', { parameters: { speed: 0.9 }, turnPrefix: 'L>' });
    project.cast.saveRules([
      { from: 'sir', to: 'suh', wholeWord: true, matchCase: false, role: 'LANE', language: null },
    ]);
    giveTakes(project);
    const before = dump();
    const undo = project.roleChanges.merge('LANE', 'ALGERNON');
    expect(project.cast.rules()[0]?.role).toBe('ALGERNON');
    project.roleChanges.undo(undo);
    expect(dump()).toBe(before);
  });

  it('makes a paragraph of three roles a dialog, and three roles again when it is taken back', () => {
    save(project, 'ALGERNON: One.\nLANE: Two.\nJACK: Three.\n');
    castAll(project);
    expect(project.lines.states()[0]?.problem?.kind).toBe('three-roles');
    const undo = project.roleChanges.merge('JACK', 'LANE');
    expectStoredAs(project, 'ALGERNON: One.\nLANE: Two.\nLANE: Three.\n');
    expect(project.lines.states()[0]).toMatchObject({ problem: null, roles: ['ALGERNON', 'LANE'] });
    project.roleChanges.undo(undo);
    expectStoredAs(project, 'ALGERNON: One.\nLANE: Two.\nJACK: Three.\n');
    expect(project.lines.states()[0]?.problem?.kind).toBe('three-roles');
  });

  it('leaves marks that were the other’s all along, and words written since, when it is taken back', () => {
    const undo = project.roleChanges.merge('LANE', 'ALGERNON');
    rewriteChapter(project, null, project.script.text().replace('The end.', 'ALGERNON: New words.'));
    project.roleChanges.undo(undo);
    expectStoredAs(project, SCENE.replace('The end.', 'ALGERNON: New words.'));
  });

  it('never gives the narrator away', () => {
    expect(() => project.roleChanges.merge('NARRATOR', 'LANE')).toThrow(RoleNameError);
    expect(() => project.roleChanges.merge('LANE', 'NOBODY')).toThrow(RangeError);
  });
});
