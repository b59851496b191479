import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

it('finds no fault in any catalogue: missing and unused messages, parameters, plurals of each language', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(root, 'scripts/check-messages.ts')]);
  expect(stderr).toBe('');
  expect(stdout).toContain(' 0 faults');
});
