import { expect, it } from 'vitest';
import { killService } from './service-kills.ts';

it('loses no accepted job and does none twice when it is killed under load', { timeout: 600_000 }, async () => {
  const report = await killService({ kills: 3, seed: 3, say: () => {} });
  expect(report.violations).toEqual([]);
  expect(report.jobs).toBeGreaterThan(0);
});
