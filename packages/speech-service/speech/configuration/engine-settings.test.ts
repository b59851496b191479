import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/test-service.ts';
import { EngineSettings } from './engine-settings.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it('loses what killed services were writing beside its file, wherever that is, and nothing else', () => {
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  const others = ['voices.json', 'holiday.mp3.part', `.${process.ppid}.${randomUUID()}.part`];
  mkdirSync(join(folder.path, 'engine-keys'));
  for (const name of [`.${ended}.${randomUUID()}.part`, `engine-keys/.${ended}.${randomUUID()}.part`, ...others])
    writeFileSync(join(folder.path, name), '{"engines":[]}');
  const path = join(folder.path, 'voices.json');
  new EngineSettings({ path, isNeeded: true, places: undefined }).load();
  expect(readdirSync(folder.path, { recursive: true }).sort()).toEqual([...others, 'engine-keys'].sort());
});
