import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { save, Workshop } from '../testing/test-project.ts';
import { hasPauseMarks } from './timeline-entries.ts';

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
});
afterEach(() => workshop.clear());

it('finds a pause of its own, and one beside words; one that was deleted is none', () => {
  for (const marked of ['One.\n\n[pause 2s]\n\nTwo.\n', 'One is [pause 2s] here.\n', '[pause 1s] One.\n']) {
    save(project, marked);
    expect(hasPauseMarks(project), marked).toBe(true);
    save(project, 'One is \\[pause 2s] here.\n\nTwo.\n');
    expect(hasPauseMarks(project), `without ${marked}`).toBe(false);
  }
});
