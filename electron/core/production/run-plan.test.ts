import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import { CONNECTION, castAll, giveTake, save, Workshop } from '../project/testing/test-project.ts';
import { planRun } from './run-plan.ts';

const SCENE = 'One.\n\nTwo!\n\nThree?\n\nA: x.\nB: y.\nC: z.\n\nFour.\n\nFive.\n\nSix.\n';

let workshop: Workshop;
let project: Project;
let journal: Journal;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCENE);
  castAll(project);
  journal = new Journal(project.db);
});
afterEach(() => workshop.clear());

const lines = () => project.lines.states();
const idOf = (text: string): number => lines().find((line) => line.text === text)?.id ?? 0;
const sent = (options?: Parameters<typeof planRun>[2]) =>
  planRun(project, journal, options).send.map((one) => one.lineId);

function send(lineId: number): number {
  const line = project.lines.toRender(lineId);
  if (!line) throw new Error('nothing to render');
  const runId = journal.createRun([lineId], {}, 0);
  return journal.beginBatch(runId, CONNECTION, [{ ...line, customId: workshop.random.id(), attempts: 0 }], 0).id;
}

describe('a plan', () => {
  it('sends what is not fresh, in script order, and counts its characters', () => {
    const plan = planRun(project, journal);
    expect(plan.send.map(({ lineId }) => lineId)).toEqual(
      ['One.', 'Two!', 'Three?', 'Four.', 'Five.', 'Six.'].map(idOf),
    );
    expect(plan.characters).toBe('One.Two!Three?Four.Five.Six.'.length);
    expect(plan.blocked).toHaveLength(1);
  });

  it('leaves alone what is fresh, in flight, in doubt or approved', async () => {
    const [one, two, three, four] = [idOf('One.'), idOf('Two!'), idOf('Three?'), idOf('Four.')];
    for (const line of lines().filter(({ id }) => id === one || id === four)) await giveTake(project, line);
    project.decisions.setVerdict(project.takes.takesOf(four)[0]?.id ?? 0, 'approved');
    save(project, SCENE.replace('Four.', 'Fourth.'));
    journal.markAccepted(send(two), 'link', 0);
    journal.markInDoubt(send(three), { message: 'lost' }, 0);
    expect(planRun(project, journal)).toMatchObject({
      send: [{ lineId: idOf('Five.') }, { lineId: idOf('Six.') }],
      reused: [one],
      inFlight: [two],
      inDoubt: [three],
      approved: [four],
    });
    expect(sent({ replaceApproved: true })).toEqual([four, idOf('Five.'), idOf('Six.')]);
  });

  it('sends only the lines that were asked for', () => {
    expect(sent({ only: new Set([idOf('Six.'), idOf('Two!')]) })).toEqual([idOf('Two!'), idOf('Six.')]);
  });

  it('never passes its limit or its cap, and lets no short line slip through below the cap', () => {
    expect(planRun(project, journal, { limit: 2 }).beyondLimit).toHaveLength(4);
    const plan = planRun(project, journal, { maxCharacters: 13 });
    expect(plan.send.map(({ lineId }) => lineId)).toEqual([idOf('One.'), idOf('Two!')]);
    expect(plan.overCap).toEqual(['Three?', 'Four.', 'Five.', 'Six.'].map(idOf));
    expect(plan.characters).toBeLessThanOrEqual(13);
  });
});
