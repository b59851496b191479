import { expect, it } from 'vitest';
import { killPack } from './killed-pack.ts';

it('loses no accepted job and does none twice when the process of a voice pack is killed', {
  timeout: 600_000,
}, async () => {
  const report = await killPack({ kills: 3, seed: 3, say: () => {} });
  expect(report.violations).toEqual([]);
  expect(report.jobs).toBeGreaterThan(0);
});
