import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_TEMPLATE } from '../../../shared/rules/file-names.ts';
import { createAudioWorkers } from '../audio/audio-workers.ts';
import type { Project } from '../project/project.ts';
import { castAll, giveTake, save, Workshop } from '../project/testing/test-project.ts';
import { measuredAs } from '../project/testing/test-takes.ts';
import { systemClock } from '../system.ts';
import { exportTakes } from './export-takes.ts';
import { handOver } from './handover/write-handover.ts';

let workshop: Workshop;
let project: Project;
beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'ANN: One.\n\nBEN: Two.\n\nANN: Three.');
  castAll(project);
  for (const line of project.lines.states()) await giveTake(project, line);
  for (const { pick, number } of project.lines.states()) {
    project.takes.putAnalysis(pick?.audioHash ?? '', measuredAs({ clippedSamples: number === 2 ? 0 : 4_000 }));
  }
});
afterEach(() => workshop.clear());

const signal = new AbortController().signal;
const outDir = () => workshop.path('out');

async function lineChecks() {
  const workers = createAudioWorkers();
  const choice = { template: DEFAULT_TEMPLATE, format: 'wav', allowStale: false, approvedOnly: false } as const;
  const ports = { workers, clock: systemClock, signal };
  const { checks } = await exportTakes(project, { ...choice, outDir: outDir(), chapterIds: null }, ports).finally(() =>
    workers.close(),
  );
  return checks;
}

async function packageChecks() {
  const choice = { outDir: outDir(), form: 'package', allowStale: false } as const;
  return (await handOver(project, choice, { clock: systemClock, signal })).verdict.rows;
}

describe.each([
  { name: 'single lines', checks: lineChecks },
  { name: 'a package', checks: packageChecks },
])('the verdict on an export of $name', ({ checks }) => {
  it('counts the takes that look suspicious and aren’t approved', async () => {
    const [first, , third] = project.lines.states();
    expect(await checks()).toEqual([{ kind: 'suspicious', result: 'look', takes: 2 }]);
    project.decisions.setVerdict(first?.pick?.takeId ?? 0, 'approved');
    expect(await checks()).toEqual([{ kind: 'suspicious', result: 'look', takes: 1 }]);
    project.decisions.setVerdict(third?.pick?.takeId ?? 0, 'approved');
    expect(await checks()).toEqual([]);
  });
});
