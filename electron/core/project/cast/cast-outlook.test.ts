import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LinePositions } from '../lines/line-positions.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { castOutlook, MAX_APPROVED_LINES, type PlannedCast } from './cast-outlook.ts';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

const SCRIPT = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: And, speaking of the science of Life.
LANE: Yes, sir.

MERRIMAN: The dog-cart is at the door, sir.

LANE: No, sir.
`;

function play({ rendered = true, text = SCRIPT } = {}): Project {
  const project = workshop.create();
  save(project, text);
  castAll(project);
  if (rendered) giveTakes(project);
  return project;
}

const role = (project: Project, name: string, voice: string) => {
  const found = project.cast.roles().find((one) => one.name === name);
  if (!found) throw new Error(`no role ${name}`);
  return { ...found, voice };
};

const outlookOf = (project: Project, change: PlannedCast) =>
  castOutlook({ project, places: new LinePositions(project) }, change);

const recast = (project: Project, voice = 'voice:new'): PlannedCast => ({ roles: [role(project, 'LANE', voice)] });

const linesOf = (project: Project, name: string) => project.lines.states().filter(({ roles }) => roles.includes(name));

function approve(project: Project, lineId: number): void {
  for (const { id } of project.takes.takesOf(lineId)) project.decisions.setVerdict(id, 'approved');
}

describe('the outlook of a cast change', () => {
  it('counts the lines that become stale, in script order, and their characters', () => {
    const project = play();
    const lines = linesOf(project, 'LANE');
    expect(outlookOf(project, recast(project))).toEqual({
      stale: 3,
      characters: lines.reduce((sum, line) => sum + line.characters, 0),
      approved: 0,
      regained: 0,
      rendered: 3,
      toRender: lines.map(({ id }) => id),
      approvedLines: [],
    });
  });

  it('lists the lines whose approved takes it affects', () => {
    const project = play();
    const [, dialog, last] = linesOf(project, 'LANE');
    for (const line of [last, dialog]) approve(project, line?.id ?? 0);
    expect(outlookOf(project, recast(project))).toMatchObject({
      stale: 3,
      approved: 2,
      approvedLines: [
        { lineId: dialog?.id, number: '1.4', roles: ['ALGERNON', 'LANE'] },
        { lineId: last?.id, number: '1.6', roles: ['LANE'], excerpt: 'No, sir.' },
      ],
    });
  });

  it('lists only the first of many approved lines, but counts all of them', () => {
    const count = MAX_APPROVED_LINES + 5;
    const text = Array.from({ length: count }, (_, at) => `LANE: Yes, sir, ${at}.`).join('\n\n');
    const project = play({ text });
    project.decisions.setVerdicts(
      project.lines.states().map(({ id }) => id),
      'approved',
    );
    const { approved, approvedLines } = outlookOf(project, recast(project));
    expect(approved).toBe(count);
    expect(approvedLines).toHaveLength(MAX_APPROVED_LINES);
  });

  it('is empty for a role without takes', () => {
    const project = play({ rendered: false });
    expect(outlookOf(project, recast(project))).toMatchObject({ stale: 0, characters: 0, rendered: 0, toRender: [] });
  });

  it('counts the lines whose earlier takes become current again', () => {
    const project = play();
    const before = role(project, 'LANE', 'voice:LANE');
    project.cast.updateRole('LANE', { voice: 'voice:new' });
    expect(outlookOf(project, { roles: [before] })).toMatchObject({ stale: 0, regained: 3, toRender: [] });
  });

  it('counts them even if the lines have takes for the current cast as well', () => {
    const project = play();
    const before = role(project, 'LANE', 'voice:LANE');
    project.cast.updateRole('LANE', { voice: 'voice:new' });
    giveTakes(project);
    expect(outlookOf(project, { roles: [before] })).toMatchObject({ stale: 0, regained: 3 });
  });

  it('leaves stale lines that can’t be rendered out of the order and its characters', () => {
    const project = play();
    expect(outlookOf(project, { roles: [{ ...role(project, 'LANE', ''), voice: null }] })).toMatchObject({
      stale: 3,
      characters: 0,
      toRender: [],
    });
  });
});
