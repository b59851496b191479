import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createScratchFolder } from './scratch-folder.ts';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lectern-scratch-test-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Starts a process that creates a folder and keeps running. */
async function otherProcess(): Promise<{ readonly process: ChildProcess; readonly folder: string }> {
  const module = new URL('./scratch-folder.ts', import.meta.url);
  const code = `import { createScratchFolder } from ${JSON.stringify(module.href)};
    console.log(createScratchFolder('worker', ${JSON.stringify(parent)}).path); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  return { process: child, folder: String(said).trim() };
}

test('the folder of a killed process is removed by the next one, but never that of a running process', async () => {
  const killed = await otherProcess();
  const running = await otherProcess();
  writeFileSync(join(killed.folder, 'take.wav'), 'RIFF');
  const mine = createScratchFolder('worker', parent);
  expect(existsSync(join(killed.folder, 'take.wav'))).toBe(true);
  const ended = once(killed.process, 'exit');
  killed.process.kill('SIGKILL');
  await ended;
  const next = createScratchFolder('worker', parent);
  expect(readdirSync(parent).sort()).toEqual(
    [mine.path, next.path, running.folder].map((path) => basename(path)).sort(),
  );
  running.process.kill('SIGKILL');
  await once(running.process, 'exit');
  for (const folder of [mine, next]) folder.remove();
  expect(readdirSync(parent)).toEqual([basename(running.folder)]);
});

test('folders of other kinds, and those that are just being created, are left alone', () => {
  for (const name of ['lectern-node-a', 'lectern-worker-b', 'other']) mkdirSync(join(parent, name));
  createScratchFolder('worker', parent).remove();
  expect(readdirSync(parent).sort()).toEqual(['lectern-node-a', 'lectern-worker-b', 'other']);
});
