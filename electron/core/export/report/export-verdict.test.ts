import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VOICE_SOUND_VERSION } from '../../../../shared/model/voice-sound.ts';
import { DEFAULT_TEMPLATE } from '../../../../shared/rules/export/file-names.ts';
import type { Project } from '../../project/project.ts';
import { putOddNames } from '../../project/proof/odd-names.ts';
import { acceptDrift, voiceDrifts } from '../../project/takes/voice-history.ts';
import { castAll, giveTake, save, Workshop } from '../../project/testing/test-project.ts';
import { giveTake as giveMeasured, measuredAs } from '../../project/testing/test-takes.ts';
import type { ExportOrder } from '../plan/export-order.ts';
import { AS_LINES, exportUnmeasured } from '../testing/write-plans.ts';
import { driftRows } from './export-verdict.ts';

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

describe('the verdict on an export', () => {
  const checks = () => checksOf({ ...AS_LINES, template: DEFAULT_TEMPLATE });

  it('counts voices that sound different from their earlier takes', async () => {
    save(
      project,
      Array.from({ length: 30 }, (_, line) => `ANN: The quick brown fox says number ${line}.`).join('\n\n'),
    );
    const voice = (pitchSemitones: number) => ({ version: VOICE_SOUND_VERSION, pitchSemitones, timbre: null });
    for (let number = 1; number <= 30; number += 1) {
      const { takeId } = giveMeasured(project, number, { measured: { voice: voice(number <= 20 ? 88 : 92) } });
      const day = number <= 20 ? 1 : 2;
      project.db.prepare('UPDATE takes SET created_at = ? WHERE id = ?').run(day * 86_400_000 + number, takeId);
    }
    expect(driftRows(project.db)).toEqual([{ kind: 'drift', result: 'look', voices: 1 }]);
    acceptDrift(project.db, voiceDrifts(project.db)[0]?.key ?? '', 3 * 86_400_000);
    expect(driftRows(project.db)).toEqual([]);
  });

  it('counts names that sound different, unless their take is approved', async () => {
    const [first] = project.lines.states();
    const takeId = first?.pick?.takeId ?? 0;
    for (const { pick } of project.lines.states()) project.decisions.setVerdict(pick?.takeId ?? 0, 'approved');
    const place = { word: 0, name: 'One', occurrences: 3, startSeconds: 0, endSeconds: 0.2, confidence: 0.5 };
    putOddNames(project.db, [{ ...place, takeId }]);
    expect(await checks()).toEqual([]);
    project.decisions.setVerdict(takeId, null);
    expect(await checks()).toContainEqual({ kind: 'names', result: 'look', names: 1 });
  });
});
