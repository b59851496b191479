// A copy of a project that was made before later lines were sent doesn't know of them: it sends nothing until the producer
// accepts that they may be paid for again. A folder that was only moved has nothing to ask.
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type HostileService, startHostileService } from './hostile-service/hostile-service.ts';
import { lectern, temporaryFolder } from './support/processes.ts';
import { SCENE, SCENE_SPEECHES } from './support/sample-texts.ts';

const FIRST = 3;

let folder: ReturnType<typeof temporaryFolder>;
let service: HostileService;
let account: Readonly<Record<string, string>>;
const at = (name: string): string => join(folder.path, name);
const render = (project: string, ...more: string[]) =>
  lectern(['render', at('scene.txt'), '--out', at('out'), '--project', at(project), '--json', ...more], account);

beforeEach(async () => {
  folder = temporaryFolder();
  writeFileSync(at('scene.txt'), SCENE);
  service = await startHostileService({ seed: 1, behaviours: {} });
  account = {
    LECTERN_BASE_URL: service.baseUrl.origin,
    LECTERN_API_KEY: service.key,
    LECTERN_USER_ID: service.userId,
    LECTERN_HOME: at('home'),
  };
  expect(await render('scene.lectern', '--limit', String(FIRST))).toMatchObject({ status: 0 });
});
afterEach(async () => {
  await service.close();
  folder.remove();
});

it('a copy that outlives its original sends nothing before that is accepted', async () => {
  cpSync(at('scene.lectern'), at('copy.lectern'), { recursive: true });
  expect(await render('scene.lectern')).toMatchObject({ status: 0 });
  rmSync(at('scene.lectern'), { recursive: true });
  for (const asked of [() => render('copy.lectern'), () => render('copy.lectern', '--retry-failed', '1')]) {
    const { status, stderr } = await asked();
    expect([status, stderr]).toEqual([2, expect.stringMatching(/is a copy.*would be charged again.*--accept-copy/)]);
  }
  expect(service.stats().jobs).toBe(SCENE_SPEECHES);
  // What it knows is read, and nothing more is asked for.
  const resumed = await lectern(['resume', at('copy.lectern'), '--out', at('out')], account);
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(service.stats().jobs).toBe(SCENE_SPEECHES);

  const accepted = await render('copy.lectern', '--accept-copy');
  expect(accepted.status, accepted.stderr).toBe(0);
  expect(service.stats().jobs).toBe(SCENE_SPEECHES + (SCENE_SPEECHES - FIRST));
  expect(await render('copy.lectern')).toMatchObject({ status: 0 });
  expect(service.stats().jobs).toBe(SCENE_SPEECHES + (SCENE_SPEECHES - FIRST));
});

it('a folder that was renamed goes on without a question', async () => {
  renameSync(at('scene.lectern'), at('renamed.lectern'));
  const { status, stderr } = await render('renamed.lectern');
  expect(status, stderr).toBe(0);
  expect(service.stats().jobs).toBe(SCENE_SPEECHES);
});
