// The memory of the local service, as the operating system measures it.
import { join } from 'node:path';
import { PATHS } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flacBomb, mp3Bomb, opusBomb, vorbisBomb } from '../../packages/audio/testing/bombs.ts';
import { watchMemory } from '../support/peak-memory.ts';
import { type ServiceProcess, startService, temporaryFolder } from '../support/processes.ts';
import { type Caller, createCaller } from './service-calls.ts';

const MAX_MEMORY_MB = 700;
const PATIENCE_MS = 240_000;

let folder: ReturnType<typeof temporaryFolder>;
let service: ServiceProcess;
let caller: Caller;
let peakMb: () => number;

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startService(join(folder.path, 'service'));
  peakMb = watchMemory(service.process);
  caller = createCaller(service);
});
afterEach(async () => {
  caller.close();
  await service.stop();
  folder.remove();
});

/** A sample as a form. @returns the status */
async function clone(sample: Uint8Array): Promise<number> {
  const part = (disposition: string): string => `--edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`;
  const form = Buffer.concat([
    Buffer.from(`${part('name="voice_name"')}Anna\r\n${part('name="sample_file"; filename="a"')}`),
    sample,
    Buffer.from('\r\n--edge--\r\n'),
  ]);
  const headers = { ...caller.credentials, 'content-type': 'multipart/form-data; boundary=edge' };
  return (await caller.call({ method: 'POST', path: PATHS.instantClone, headers, body: form })).status;
}

describe.runIf(process.platform === 'linux')('the local service, in bounded memory', () => {
  it(
    'refuses samples that unpack to hours',
    async () => {
      const bombs = [flacBomb(20_000, 2), mp3Bomb(500_000), opusBomb(5_000, 2), await vorbisBomb(5_000)];
      for (const bomb of bombs) expect(await clone(bomb)).toBe(400);
      expect(peakMb()).toBeLessThan(MAX_MEMORY_MB);
    },
    PATIENCE_MS,
  );
});
