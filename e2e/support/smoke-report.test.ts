import { expect, it } from 'vitest';
import { FatalError, formatReport, runSteps, SkippedError, type SmokeStep, type StepResult } from './smoke-report.ts';

const step = (name: string, run: () => Promise<string> = async () => ''): SmokeStep => ({ name, run });
const fail = (error: Error) => () => Promise.reject(error);

async function outcomes(steps: readonly SmokeStep[], limitMs = 10_000): Promise<unknown[]> {
  const shown: StepResult[] = [];
  const results = await runSteps(steps, limitMs, (result) => shown.push(result));
  expect(shown).toEqual(results);
  return results.map(({ outcome, remark }) => [outcome, remark]);
}

it('continues after a step that fails or can’t be tried', async () => {
  const steps = [
    step('a', fail(new Error('broken\nstack'))),
    step('b', fail(new SkippedError('no microphone'))),
    step('c', async () => 'fine'),
  ];
  expect(await outcomes(steps)).toEqual([
    ['failed', 'broken'],
    ['skipped', 'no microphone'],
    ['passed', 'fine'],
  ]);
});

it('skips everything after a fatal error, and says why', async () => {
  const steps = [step('start', fail(new FatalError('no window'))), step('render')];
  expect(await outcomes(steps)).toEqual([
    ['failed', 'no window'],
    ['skipped', 'needs “start”'],
  ]);
});

it('ends a step that takes too long', async () => {
  expect(await outcomes([step('stuck', () => new Promise(() => {})), step('next')], 5)).toEqual([
    ['failed', 'not done after 0.005 s'],
    ['passed', ''],
  ]);
});

it('is a table, with what was tried', () => {
  const report = formatReport({ program: 'Electron 45' }, [
    { name: 'start', outcome: 'passed', remark: 'a|b', seconds: 1 },
    { name: 'play', outcome: 'failed', remark: '', seconds: 1 },
  ]);
  expect(report).toContain('- program: Electron 45');
  expect(report).toContain('- result: 1 passed, 1 failed, 0 skipped');
  expect(report).toContain('| start | passed | a\\|b |');
});
