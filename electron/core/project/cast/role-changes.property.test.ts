// Renaming there and back, and taking a rename or a merge back, leave a project as it was: any script, any takes.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import { LinePositions } from '../lines/line-positions.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, outline, save, Workshop } from '../testing/test-project.ts';
import { expectStoredAs, scriptText } from '../testing/test-script.ts';
import { castOutlook } from './cast-outlook.ts';

let workshop: Workshop;
let runs = 0;

beforeEach(() => {
  workshop = new Workshop();
  runs = 0;
});
afterEach(() => workshop.clear());

/** A project with takes of one text, which another one has taken the place of: stale lines and deleted ones too. */
function projectOf(before: string, after: string): Project {
  runs += 1;
  const project = workshop.create(`Play ${runs}.lectern`);
  save(project, before);
  castAll(project);
  giveTakes(project);
  save(project, after);
  castAll(project);
  return project;
}

const dump = (project: Project) => ({
  script: project.script.text(),
  roles: project.cast.roles(),
  paragraphs: project.db
    .prepare('SELECT id, ord, chapter_id, kind, source, gap, problem, deleted_at FROM paragraphs ORDER BY id')
    .all(),
  lines: project.db.prepare('SELECT * FROM lines ORDER BY id').all(),
  picks: project.db.prepare('SELECT * FROM picks ORDER BY line_id, render_key').all(),
});

const texts = fc.tuple(scriptText, scriptText);
const hasRole = (project: Project, name: string) => project.cast.summaries().some((one) => one.role.name === name);

it('a rename there and back, or taken back, leaves text, lines, keys and picks as they were', () => {
  fc.assert(
    fc.property(texts, fc.boolean(), ([one, other], takesBack) => {
      const project = projectOf(one, other);
      const [role] = project.cast.summaries().filter(({ lines, role: { name } }) => lines > 0 && name !== 'NARRATOR');
      if (!role) return;
      const before = dump(project);
      const fresh = outline(project);
      const undo = project.roleChanges.rename(role.role.name, 'SOMEBODY ELSE');
      expectStoredAs(project, project.script.text());
      expect(outline(project)).toEqual(fresh);
      if (takesBack && undo) project.roleChanges.undo(undo);
      else project.roleChanges.rename('SOMEBODY ELSE', role.role.name);
      expect(dump(project)).toEqual(before);
      project.close();
    }),
    { numRuns: rounds(60) },
  );
});

it('a merge does to the lines what was told before, and is taken back as if it had never been', () => {
  fc.assert(
    fc.property(texts, ([one, other]) => {
      const project = projectOf(one, other);
      if (!hasRole(project, 'ALGERNON') || !hasRole(project, 'LANE')) return;
      const before = dump(project);
      const picks = () => new Map(project.lines.states().map(({ id, pick }) => [id, pick?.takeId]));
      const picksBefore = picks();
      const ahead = castOutlook(
        { project, places: new LinePositions(project) },
        { merged: { from: 'LANE', into: 'ALGERNON' } },
      );
      const undo = project.roleChanges.merge('LANE', 'ALGERNON');
      expectStoredAs(project, project.script.text());
      const picksAfter = picks();
      expect(ahead.stale).toBe([...picksBefore].filter(([id, pick]) => pick && !picksAfter.get(id)).length);
      expect(ahead.regained).toBe([...picksAfter].filter(([id, pick]) => pick && pick !== picksBefore.get(id)).length);
      project.roleChanges.undo(undo);
      expect(dump(project)).toEqual(before);
      project.close();
    }),
    {
      numRuns: rounds(60),
      // A line that was deleted from a paragraph which goes on with other words.
      examples: [
        [
          [
            'Yes.\n\nALGERNON: Yes.\nLANE: No.\n\nYes.\n\n',
            'ALGERNON: So.\n\nLANE: No.\n\nWait [pause 1s] for me.\n\nYes.\n\n',
          ],
        ],
        [['Yes.\n\nALGERNON: Yes.\nLANE: No.\n\nYes.\n\n', 'Yes.\n\nWait [pause 1s] for me.\n\nYes.\n\n']],
      ],
    },
  );
});
