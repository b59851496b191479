// The command line beside a window that has the project open.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lectern } from '../../e2e/support/processes.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
let project: string;
let out: string;

beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  project = (await studio.ask('project.current', {}))?.path ?? '';
  out = join(workshop.folder, 'out');
});
afterEach(() => workshop.clear());

const command = (...args: readonly string[]) => lectern(args, { LECTERN_HOME: workshop.home });

async function openScript() {
  const [first] = await studio.ask('project.chapters', {});
  return studio.ask('script.open', { chapterId: first?.id ?? null });
}

it('is refused for commands that write, and the window goes on writing', async () => {
  const script = join(workshop.folder, 'scene.txt');
  writeFileSync(script, EXCERPT);
  const before = (await openScript()).text;
  for (const args of [
    ['render', script, '--out', out, '--project', project],
    ['import', script, '--project', project],
  ]) {
    const { status, stderr } = await command(...args);
    expect([args[0], status]).toEqual([args[0], 2]);
    expect(stderr).toContain(`The project ${project} is open in another Lectern. Close it there`);
  }
  const { documentId, revision, text } = await openScript();
  expect(text).toBe(before);
  await studio.ask('script.edit', {
    documentId,
    revision,
    changes: [{ from: text.length, to: text.length, insert: '\nLANE: Now?\n' }],
  });
  expect((await openScript()).text).toContain('LANE: Now?');
});

it('shows and exports what the window has saved', async () => {
  const shown = await command('status', project, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ lines: 6, fresh: 6 });
  const made = await command('export', project, '--out', out, '--as', 'lines', '--fail-on', 'never', '--json');
  expect(made.stderr).toContain(`Another Lectern has ${project} open. Everything saved so far will be exported.`);
  expect(JSON.parse(made.stdout)).toMatchObject({ lines: 6, failed: [] });
  expect(made.status).toBe(0);
});
