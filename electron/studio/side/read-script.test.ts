import { afterEach, beforeEach, expect, it } from 'vitest';
import { importScriptBytes } from '../../core/importers/import-script.ts';
import { save, Workshop } from '../../core/store/testing/test-project.ts';
import { readScript } from './read-script.ts';

const SCRIPT = `# The Play

## Act One

ALGERNON: Did you hear?

LANE: No, sir.

## Act Two

ALGERNON: One.
LANE: Two.
CECILY: Three.

GWENDOLEN: Four.

Nobody in particular.
`;

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

it('foretells the lines and roles that the project will have, what can’t be rendered included', () => {
  const { preview, settings } = readScript(importScriptBytes(new TextEncoder().encode(SCRIPT), 'play.txt'), 'import');
  const project = workshop.create('Play.lectern', settings);
  save(project, SCRIPT);
  const chapters = project.script.chapterProgress();
  expect(preview.lines).toBe(chapters.reduce((sum, { lines }) => sum + lines, 0));
  expect(preview.chapters.map(({ lines }) => lines)).toEqual(chapters.map(({ lines }) => lines));
  const roles = project.cast.summaries().filter(({ lines }) => lines > 0);
  expect(new Map(preview.roles.map(({ name, lines }) => [name, lines]))).toEqual(
    new Map(roles.map(({ role, lines }) => [role.name, lines])),
  );
  expect(preview.roles.map(({ name }) => name)).toContain('CECILY');
  expect(preview.warnings).toHaveLength(1);
});
