import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { ClipSearch } from '@lectern/audio/fingerprint';
import { measureFile } from '@lectern/audio/meters';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tone } from '../../../packages/audio/testing/tones.ts';
import { FingerprintRegister } from '../app/fingerprints/fingerprint-register.ts';
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

it('registers the fingerprints of finished files in the application and in the project, only once', async () => {
  const order = { ...WHOLE, target: 'chapters', untitled: 'Opening', changes: { format: 'wav' } } as const;
  const dataFolder = workshop.path('data');
  mkdirSync(dataFolder);
  const fingerprint = Uint32Array.from({ length: 100 }, (_, index) => Math.imul(index + 1, 0x9e37_79b1) >>> 0);
  const wanted: (boolean | undefined)[] = [];
  const { silences: _, ...figures } = await measureFile(encodeWav(tone({ sampleRate: 24_000, seconds: 1 })));
  const exportOnce = () =>
    exportProject(project, order, workshop.path('out'), {
      workers: {
        analyseAudio: async () => measuredAs(),
        convertAudio: notNeeded,
        fingerprintFile: notNeeded,
        measureFile: async (_input, wantsFingerprint) => {
          wanted.push(wantsFingerprint);
          return { ...figures, silences: [], fingerprint: wantsFingerprint ? fingerprint : null };
        },
      },
      clock: systemClock,
      dataFolder,
      signing: null,
      signal: new AbortController().signal,
    });
  const { notices, files } = await exportOnce();
  expect(notices).toEqual([]);
  for (const place of [dataFolder, project.dir]) {
    const { match } = await new FingerprintRegister(place).recognise(new ClipSearch([fingerprint]));
    expect(match?.entry).toMatchObject({ file: files[0]?.file, target: 'chapters', projectId: project.info().id });
  }
  await exportOnce();
  expect(wanted).toEqual([true, false]);
});

it('reports fingerprints that couldn’t be saved, without stopping the export', async () => {
  const order = { ...WHOLE, target: 'chapters', untitled: 'Opening', changes: { format: 'wav' } } as const;
  const dataFolder = workshop.path('data');
  mkdirSync(dataFolder);
  writeFileSync(join(dataFolder, 'fingerprints'), 'not a folder');
  const { silences: _, ...figures } = await measureFile(encodeWav(tone({ sampleRate: 24_000, seconds: 1 })));
  const { notices, measured } = await exportProject(project, order, workshop.path('out'), {
    workers: {
      analyseAudio: async () => measuredAs(),
      convertAudio: notNeeded,
      fingerprintFile: notNeeded,
      measureFile: async () => ({ ...figures, silences: [], fingerprint: new Uint32Array(100) }),
    },
    clock: systemClock,
    dataFolder,
    signing: null,
    signal: new AbortController().signal,
  });
  expect(measured?.files).toHaveLength(1);
  expect(notices).toEqual([
    { kind: 'not-registered', files: 1, folder: dataFolder, code: expect.stringMatching(/not-a-folder|ENOTDIR/) },
  ]);
});

it('reports the files that were written if they can’t be measured', async () => {
  const stopped: ExportResult[] = [];
  const order = { ...WHOLE, target: 'chapters', untitled: 'Opening', changes: { format: 'wav' } } as const;
  const exported = exportProject(project, order, workshop.path('out'), {
    workers: {
      analyseAudio: async () => measuredAs(),
      convertAudio: notNeeded,
      fingerprintFile: notNeeded,
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
    workers: { analyseAudio: notNeeded, convertAudio: notNeeded, fingerprintFile: notNeeded, measureFile: notNeeded },
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
