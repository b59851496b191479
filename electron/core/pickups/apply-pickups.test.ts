import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../project/project.ts';
import { Workshop } from '../project/testing/test-project.ts';
import { giveTake, writeTenLines } from '../project/testing/test-takes.ts';
import { applyPickups, turnPickups } from './apply-pickups.ts';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  writeTenLines(project);
  giveTake(project, 1);
});
afterEach(() => workshop.clear());

const idOf = (number: number): number => project.lines.states()[number - 1]?.id ?? 0;
const pickup = (number: number, text: string, seconds: number | null = null) => ({
  lineId: idOf(number),
  text,
  takeId: number === 1 ? 1 : null,
  seconds,
});
const textsOf = (number: number) => project.notes.ofLine(idOf(number)).map(({ text, seconds }) => [text, seconds]);

it('adds a note for each row unless the line already has it', () => {
  project.notes.add({ lineId: idOf(2), text: 'Click.', takeId: null, seconds: null });
  const list = [pickup(1, 'Click.', 0.25), pickup(1, 'Click.', 0.5), pickup(1, 'Click.', 0.5), pickup(2, 'Click.')];
  expect(applyPickups(project, list)).toMatchObject({ added: [{}, {}], known: 2 });
  expect(applyPickups(project, list)).toEqual({ added: [], known: 4 });
  expect([textsOf(1), textsOf(2)]).toEqual([
    [
      ['Click.', 0.25],
      ['Click.', 0.5],
    ],
    [['Click.', null]],
  ]);
});

it('adds all notes or none', () => {
  expect(() => applyPickups(project, [pickup(1, 'Click.'), { ...pickup(2, 'Click.'), lineId: 999 }])).toThrow(
    'no-such-line',
  );
  expect(textsOf(1)).toEqual([]);
});

it('removes and restores the notes together, unless one of them has been changed', () => {
  const { added } = applyPickups(project, [pickup(1, 'Click.'), pickup(2, 'Too fast.')]);
  expect(turnPickups(project, added, 'removed')).toBe(true);
  expect([textsOf(1), textsOf(2)]).toEqual([[], []]);
  expect(turnPickups(project, added, 'added')).toBe(true);
  project.notes.change(added[1]?.id ?? 0, { isDone: true });
  expect(turnPickups(project, added, 'removed')).toBe(false);
  expect([textsOf(1), textsOf(2)]).toEqual([[['Click.', null]], [['Too fast.', null]]]);
});
