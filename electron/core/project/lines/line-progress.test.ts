import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import { lineStatusOf } from '../../../../shared/model/line-status.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';

const SCENE = `Before.

# The Play

## Act One

ALGERNON: Did you hear?
LANE: No, sir.

LANE: Yes.

## Act Two

A: One.
B: Two.
C: Three.
`;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCENE);
});
afterEach(() => workshop.clear());

/** The same, counted line by line. */
function countedProgress(): Map<number | null, unknown> {
  const chapters = new Map<
    number | null,
    { lines: number; characters: number; seconds: number; toRender: number; counts: Record<string, number> }
  >();
  for (const line of project.lines.states()) {
    const { chapterId, state, job, problem, characters, pick } = line;
    const tally = chapters.get(chapterId) ?? { lines: 0, characters: 0, seconds: 0, toRender: 0, counts: {} };
    chapters.set(chapterId, tally);
    const status = lineStatusOf({ state, job: job?.state ?? null, problem: problem?.kind ?? null });
    tally.lines += 1;
    tally.characters += characters;
    tally.seconds += pick ? pick.durationSeconds - pick.trimStartSeconds - pick.trimEndSeconds : 0;
    if (['stale', 'unrendered', 'failed'].includes(status)) tally.toRender += 1;
    tally.counts[status] = (tally.counts[status] ?? 0) + 1;
  }
  return chapters;
}

describe('the progress of chapters', () => {
  it('says in which part of the script each stands', () => {
    const parts = (text: string) => {
      save(project, text);
      return project.script.chapterProgress().map(({ title, part }) => [title, part]);
    };
    expect(parts('# Part One\n\n## 1\n\nA.\n\n## 2\n\nB.\n\n# Part Two\n\n## 3\n\nC.\n')).toEqual([
      ['1', 'Part One'],
      ['2', 'Part One'],
      ['3', 'Part Two'],
    ]);
    expect(parts('# Part One\n\nWords.\n\n## 1\n\nA.\n\n# Part Two\n\nB.\n')).toEqual([
      ['Part One', null],
      ['1', 'Part One'],
      ['Part Two', null],
    ]);
    // One title is the book's.
    expect(parts('# The Book\n\n## 1\n\nA.\n\n## 2\n\nB.\n')).toEqual([
      ['1', null],
      ['2', null],
    ]);
  });

  it('is told in script order, numbered, with what stands before them', () => {
    castAll(project);
    giveTakes(project);
    expect(project.script.chapterProgress()).toMatchObject([
      { id: null, number: 0, title: '', level: null, lines: 1, counts: { fresh: 1 }, seconds: 1 },
      { number: 1, title: 'Act One', level: 2, lines: 4, counts: { fresh: 4 }, seconds: 4 },
      { number: 2, title: 'Act Two', level: 2, lines: 2, counts: { fresh: 1, blocked: 1 } },
    ]);
  });

  it('is what the lines themselves say, whatever happened to them', () => {
    const happening = fc.constantFrom('cast', 'take', 'edit', 'reject', 'approve', 'limit', 'trim', 'delete');
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 6 }), (happenings) => {
        for (const one of happenings) {
          const [first] = project.lines.states({ states: ['fresh'] });
          if (one === 'cast') castAll(project);
          if (one === 'take') giveTakes(project);
          if (one === 'edit') save(project, project.script.text().replace('Did', 'Oh, did'));
          if (one === 'delete') save(project, project.script.text().replace('## Act Two', ''));
          if (one === 'limit') project.updateSettings({ lineCharacters: 50 });
          if (one === 'reject' && first?.pick) project.decisions.setVerdict(first.pick.takeId, 'rejected');
          if (one === 'approve' && first?.pick) project.decisions.setVerdict(first.pick.takeId, 'approved');
          if (one === 'trim') project.db.exec('UPDATE takes SET trim_start = 0.25, trim_end = 0.25');
          const found = project.script.chapterProgress().filter(({ lines }) => lines > 0);
          expect(
            new Map(
              found.map(({ id, lines, characters, counts, seconds, toRender }) => [
                id,
                { lines, characters, counts, seconds, toRender },
              ]),
            ),
          ).toEqual(countedProgress());
        }
      }),
      { numRuns: rounds(30) },
    );
  });
});

describe('what roles have to say', () => {
  it('counts a dialog for both, and keeps roles that do not speak any more', () => {
    save(project, SCENE.replace('LANE: Yes.\n\n', ''));
    expect(project.cast.summaries().map(({ role, lines, characters }) => [role.name, lines, characters])).toEqual([
      ['NARRATOR', 4, 29],
      ['ALGERNON', 1, 38],
      ['LANE', 1, 38],
      ['A', 1, 0],
      ['B', 1, 0],
      ['C', 1, 0],
    ]);
    save(project, 'Before.\n');
    expect(project.cast.summaries()[1]).toMatchObject({ role: { name: 'ALGERNON' }, lines: 0, characters: 0 });
  });
});
