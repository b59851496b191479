import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_TEMPLATE } from '../../../../shared/rules/export/file-names.ts';
import type { Project } from '../../project/project.ts';
import { castAll, giveTake, save, Workshop } from '../../project/testing/test-project.ts';
import { measuredAs } from '../../project/testing/test-takes.ts';
import type { ExportOrder } from '../plan/export-order.ts';
import { AS_LINES, exportUnmeasured } from '../testing/write-plans.ts';

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

const checksOf = async (order: ExportOrder) =>
  (await exportUnmeasured(project, order, workshop.path('out'))).verdict.rows;

describe.each([
  { name: 'single lines', order: { ...AS_LINES, template: DEFAULT_TEMPLATE } },
  { name: 'a package', order: { target: 'package', allowStale: false } },
] as const)('the verdict on an export of $name', ({ order }) => {
  const checks = () => checksOf(order);

  it('counts the takes that look suspicious and aren’t approved', async () => {
    const [first, , third] = project.lines.states();
    expect(await checks()).toEqual([{ kind: 'suspicious', result: 'look', takes: 2 }]);
    project.decisions.setVerdict(first?.pick?.takeId ?? 0, 'approved');
    expect(await checks()).toEqual([{ kind: 'suspicious', result: 'look', takes: 1 }]);
    project.decisions.setVerdict(third?.pick?.takeId ?? 0, 'approved');
    expect(await checks()).toEqual([]);
  });
});
