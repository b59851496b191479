import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { takeTextChange } from './take-text.ts';

const SCENE = `ALGERNON: Did you hear?
LANE: No, sir.

LANE: Yes.
`;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCENE);
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const rewrite = (from: string, to: string) => {
  save(project, project.script.text().replace(from, to));
  castAll(project);
};
const change = (takeId: number) => takeTextChange(project.db, project.keys, takeId);

describe('the change of a line’s words since a take', () => {
  it('is none while the words are the same, whatever the voice', () => {
    project.cast.updateRole('LANE', { voice: 'another' });
    expect([change(1), change(2)]).toEqual([null, null]);
  });

  it('has the words of each turn, without the marks that the service is sent', () => {
    project.cast.updateRole('LANE', { turnPrefix: 'The butler:' });
    expect(change(1)).toBeNull();
    rewrite('No, sir.', 'Not at all, sir.');
    expect(change(1)).toEqual({
      before: 'Did you hear?\nNo, sir.',
      after: [
        { role: 'ALGERNON', text: 'Did you hear?' },
        { role: 'LANE', text: 'Not at all, sir.' },
      ],
    });
  });

  it('is known of a line of one role, and of a take that was kept', () => {
    rewrite('LANE: Yes.', 'LANE: Yes, sir.');
    const expected = { before: 'Yes.', after: [{ role: 'LANE', text: 'Yes, sir.' }] };
    expect(change(2)).toEqual(expected);
    project.decisions.pick(2, { keep: true });
    expect(change(2)).toEqual(expected);
  });

  it('is none where there is nothing to compare with', () => {
    rewrite('LANE: Yes.', '');
    expect([change(2), change(99)]).toEqual([null, null]);
  });
});
