import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetChanges } from '../../../../shared/model/export/delivery.ts';
import type { SidecarTarget } from '../../../../shared/model/export/export-target.ts';
import type { AudioAnalysis } from '../../../../shared/model/take.ts';
import { castAll, save, Workshop } from '../../project/testing/test-project.ts';
import { measuredAs } from '../../project/testing/test-takes.ts';
import { systemClock } from '../../system.ts';
import type { AudioTargetId } from '../targets/target-settings.ts';
import { exportUnmeasured, WHOLE } from './write-plans.ts';

export const CHAPTERS = 5;
const SCRIPT = Array.from(
  { length: CHAPTERS },
  (_, index) =>
    `# Chapter ${index + 1}\n\nADA: Hello ${index}.\n\nTOM: Good day ${index}. [pause 0.337s]\n\nADA: So it is ${index}.\n`,
).join('\n');

/** `measured` is used for takes that weren't measured. */
export const portsWith = (measured: AudioAnalysis = measuredAs()) => ({
  workers: { analyseAudio: async (_file: { readonly fd: number }): Promise<AudioAnalysis> => measured },
  clock: systemClock,
  signal: new AbortController().signal,
});

export class TimedWorkshop extends Workshop {
  readonly project = this.create();

  constructor() {
    super();
    save(this.project, SCRIPT);
    castAll(this.project);
  }

  async audioOf(
    target: AudioTargetId,
    outDir: string,
    changes: TargetChanges | undefined,
    ports: Parameters<typeof exportUnmeasured>[3],
  ) {
    return (await exportUnmeasured(this.project, audioOrder(target, changes), outDir, ports)).audio;
  }

  async textsOf(form: SidecarTarget, target: AudioTargetId, changes?: TargetChanges, ports = portsWith()) {
    const outDir = this.path(`texts of ${form}`);
    const order = { ...WHOLE, target: form, audio: audioOrder(target, changes) };
    const { names: files, ...result } = await exportUnmeasured(this.project, order, outDir, ports);
    return { report: { ...result, files }, read: (name: string) => readFileSync(join(outDir, name), 'utf8') };
  }

  /** Returns the subtitles of the handover package. */
  async package(): Promise<string> {
    const outDir = this.path('package');
    const order = { target: 'package', allowStale: false, approvedOnly: false } as const;
    const { names } = await exportUnmeasured(this.project, order, outDir);
    return readFileSync(join(outDir, names.find((name) => name.endsWith('.srt')) ?? ''), 'utf8');
  }
}

const audioOrder = (target: AudioTargetId, changes: TargetChanges | undefined) => ({
  ...WHOLE,
  target,
  changes,
  untitled: 'Opening',
});

const secondsOf = (clock: string): number =>
  clock
    .split(/[:,.]/)
    .reduce((sum, part, index) => (index === 3 ? sum + Number(part) / 1_000 : sum * 60 + Number(part)), 0);

/** In seconds. The project's lines are short enough to have one cue each. */
export const cuesIn = (text: string): number[][] =>
  Array.from(text.matchAll(/^([\d:,.]+) --> ([\d:,.]+)$/gm), ([, from = '', to = '']) => [
    secondsOf(from),
    secondsOf(to),
  ]);
