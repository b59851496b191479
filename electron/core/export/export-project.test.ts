import { encodeWav } from '@lectern/audio';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tone } from '../../../packages/audio/testing/tones.ts';
import type { Project } from '../project/project.ts';
import { castAll, giveTake, save, Workshop } from '../project/testing/test-project.ts';
import { measuredAs } from '../project/testing/test-takes.ts';
import { systemClock } from '../system.ts';
import { exportProject } from './export-project.ts';
import type { ExportResult } from './report/export-report.ts';
import { WHOLE } from './testing/write-plans.ts';

let workshop: Workshop;
let project: Project;
beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, `${Array.from({ length: 9 }, (_, at) => `ANN: Line ${at}.`).join('\n\n')}\n`);
  castAll(project);
  const audio = encodeWav(tone({ sampleRate: 24_000, seconds: 0.2, frequency: 300 }));
  for (const line of project.lines.states()) await giveTake(project, line, audio);
});
afterEach(() => workshop.clear());

const notNeeded = () => Promise.reject(new Error('not needed'));

it('reports the files that were written if they can’t be measured', async () => {
  const stopped: ExportResult[] = [];
  const order = { ...WHOLE, target: 'chapters', untitled: 'Opening', changes: { format: 'wav' } } as const;
  const exported = exportProject(project, order, workshop.path('out'), {
    workers: {
      analyseAudio: async () => measuredAs(),
      convertAudio: notNeeded,
      measureFile: () => Promise.reject(new Error('unmeasured')),
    },
    clock: systemClock,
    signing: null,
    signal: new AbortController().signal,
    onStopped: (result) => stopped.push(result),
  });
  await expect(exported).rejects.toThrow('unmeasured');
  expect(stopped).toMatchObject([{ written: 1, files: [{ isAudio: true }], missing: [], measured: null }]);
});

it('counts only lines that failed in an export that was stopped, not those it didn’t reach', async () => {
  const stopped: ExportResult[] = [];
  const end = new AbortController();
  const order = { ...WHOLE, target: 'lines', template: '{line}', format: 'wav' } as const;
  const exported = exportProject(project, order, workshop.path('out'), {
    workers: { analyseAudio: notNeeded, convertAudio: notNeeded, measureFile: notNeeded },
    clock: systemClock,
    signing: null,
    signal: end.signal,
    onProgress: () => end.abort(new Error('stopped')),
    onStopped: (result) => stopped.push(result),
  });
  await expect(exported).rejects.toThrow('stopped');
  expect(stopped).toMatchObject([
    { failed: [], written: 1, missing: Array(8).fill({ reason: { kind: 'not-exported' } }) },
  ]);
});
