// A process that manipulates a folder as each seed determines, and runs every command and request on the folder. It
// reports each step before starting it, so that the parent process knows which step hangs.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinkOpener } from '../../electron/compose.ts';
import { systemClock, systemRandom } from '../../electron/core/system.ts';
import { createStudio } from '../../electron/studio/serve.ts';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import { DATABASE_HARMS } from './database-harms.ts';
import { ENTRY_HARMS } from './entry-harms.ts';
import { createDraw, type HarmContext } from './harms.ts';
import { LIST_HARMS } from './list-harms.ts';
import { changesIn, findLeaks, makeOutside, type Outside, snapshotFolder } from './outside.ts';
import { addCoverAndBin, receivedFolderIn, SCRIPT } from './template.ts';
import { captureCommand, type Use, useByCommands } from './use-by-commands.ts';
import { type RunningStudio, useByRequests } from './use-by-requests.ts';

const [, , root = '', seeds = '1'] = process.argv;
const home = join(root, 'home');
const template = join(root, 'template');
const now = join(root, 'now');
const given = receivedFolderIn(join(now, 'given'));
const work = join(now, 'work');
const script = join(root, 'Play.txt');

/** A step that takes longer than this counts as hanging, in milliseconds. */
const MAX_STEP_MS = 45_000;
/**
 * How long to wait for events in milliseconds. There is no error after that, because a run can be waiting for the user.
 */
const MAX_WAIT_MS = 4_000;

const send = (message: object): void => void process.send?.(message);
let seed = 0;
let label = '';
const violation = (what: string): void => send({ kind: 'violation', seed, what: `${label} ${what}` });

async function step<T>(name: string, task: () => Promise<T>): Promise<T | null> {
  send({ kind: 'step', seed, name: `${label} ${name}` });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('it does not end')), MAX_STEP_MS);
  try {
    return await Promise.race([task(), late]);
  } catch (error) {
    violation(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return null;
  } finally {
    clearTimeout(timer);
  }
}

process.on('unhandledRejection', (error) => violation(`unhandled: ${error instanceof Error ? error.stack : error}`));

async function openStudio(): Promise<RunningStudio> {
  let log = '';
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const studio = await createStudio({
    home,
    projectsFolder: join(root, 'projects'),
    samplesFolder: fileURLToPath(new URL('../../assets/samples', import.meta.url)),
    openLink: createLinkOpener({ extraArguments: ['--speech', 'silent', '--log', 'error'] }),
    secretBox: { isAvailable: () => false, encrypt: () => new Uint8Array(), decrypt: () => '' },
    clock: systemClock,
    random: systemRandom,
    notice: (notice) => {
      if (notice.kind === 'log') log += `${notice.message}\n`;
    },
  });
  studio.onEvent((name, payload) => {
    for (const listener of listeners) listener(name, payload);
  });
  return {
    studio,
    newLog() {
      const rows = log;
      log = '';
      return rows;
    },
    until(wanted, isOver) {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          listeners.delete(listen);
          resolve();
        };
        const listen = (name: string, payload: unknown) => {
          if (name === wanted && isOver(payload)) end();
        };
        const timer = setTimeout(end, MAX_WAIT_MS);
        listeners.add(listen);
      });
    },
  };
}

/** Restores the harmless folder at its original path, so that Lectern treats it as made on this machine. */
function restoreFolder(): Outside {
  rmSync(now, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  cpSync(template, given.folder, { recursive: true, preserveTimestamps: true });
  return makeOutside(join(now, 'outside'), join(template, 'Play.lectern'));
}

const ALL_HARMS = [...ENTRY_HARMS, ...DATABASE_HARMS, ...LIST_HARMS];

function applyHarms(outside: Outside): string[] {
  const draw = createDraw(seededRandom(seed));
  const harmed: HarmContext = { ...given, outside, draw };
  return Array.from({ length: 1 + draw.below(6) }, () => draw.of(ALL_HARMS)(harmed));
}

async function runRound(use: (given: Use) => Promise<void>, outside: Outside): Promise<void> {
  const done = applyHarms(outside);
  send({ kind: 'harms', seed, done });
  const before = snapshotFolder(outside.folder);
  await use({ given, work, script, chance: seededRandom(seed + 1_000_000), step, violation });
  for (const change of changesIn(before, outside.folder)) violation(`${change} (${done.join('; ')})`);
  for (const folder of [given.folder, work]) {
    for (const leak of findLeaks(folder)) violation(`${leak} (${done.join('; ')})`);
  }
}

process.env['LECTERN_HOME'] = home;
for (const folder of [home, join(root, 'projects'), work]) mkdirSync(folder, { recursive: true });
writeFileSync(script, SCRIPT);
const at = await openStudio();
await at.studio.handle('connection.useLocal', { plan: null });
// Create the project at its final path, so that it is known there. Leave two lines unrendered.
const result = await captureCommand('render', script, '--out', given.folder, '--limit', '3');
if (result.status !== 0 && result.status !== 1) throw new Error(`the template could not be made: ${result.stderr}`);
const opened = await at.studio.handleInternal('openProject', { path: given.project });
if (!opened.ok) throw new Error(`the template could not be opened: ${JSON.stringify(opened.error)}`);
const recent = await at.studio.handle('library.recent', {});
const id = recent.ok ? (recent.value[0]?.id ?? '') : '';
await at.studio.handle('library.backUpNow', { id });
await at.studio.handle('project.close', {});
addCoverAndBin(given);
cpSync(given.folder, template, { recursive: true, preserveTimestamps: true });

for (seed of seeds.split(',').map(Number)) {
  label = 'by commands:';
  await runRound(useByCommands, restoreFolder());
  label = 'by requests:';
  const outside = restoreFolder();
  // Open the project once to make it a recent project, which library requests need.
  await at.studio.handleInternal('openProject', { path: given.project });
  await at.studio.handle('project.close', {});
  await runRound((use) => useByRequests(at, use, id), outside);
  await at.studio.handle('project.close', {});
  send({ kind: 'done', seed });
}
await at.studio.handleInternal('quit', {});
process.exit(0);
