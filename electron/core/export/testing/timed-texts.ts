// A project whose subtitles are held against its finished files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetChanges } from '../../../../shared/model/delivery.ts';
import type { TimedForm } from '../../../../shared/model/delivery-target.ts';
import type { AudioAnalysis } from '../../../../shared/model/take.ts';
import { castAll, save, Workshop } from '../../project/testing/test-project.ts';
import { measuredAs } from '../../project/testing/test-takes.ts';
import { systemClock } from '../../system.ts';
import { writeTimedTexts } from '../handover/write-handover.ts';
import { type AssembledTargetId, targetChoice } from '../target-choice.ts';

/** Chapters of the project, of four lines each. */
export const CHAPTERS = 5;
const SCRIPT = Array.from(
  { length: CHAPTERS },
  (_, index) =>
    `# Chapter ${index + 1}\n\nADA: Hello ${index}.\n\nTOM: Good day ${index}. [pause 0.337s]\n\nADA: So it is ${index}.\n`,
).join('\n');

/** What an export is given. @param measured of takes that were not measured */
export const portsWith = (measured: AudioAnalysis = measuredAs()) => ({
  workers: { analyseAudio: async (_file: { readonly fd: number }): Promise<AudioAnalysis> => measured },
  clock: systemClock,
  signal: new AbortController().signal,
});

/** A project in a folder of its own, with what is exported of it. */
export class TimedWorkshop extends Workshop {
  readonly project = this.create();

  constructor() {
    super();
    save(this.project, SCRIPT);
    castAll(this.project);
  }

  async choiceFor(target: AssembledTargetId, outDir: string, changes?: TargetChanges) {
    const lines = { allowStale: false, approvedOnly: false, chapterIds: null };
    return (await targetChoice(this.project, { target, changes, outDir, untitled: 'Opening', ...lines })).choice;
  }

  /** Writes the texts for the files of a target. */
  async textsOf(form: TimedForm, target: AssembledTargetId, changes?: TargetChanges, ports = portsWith()) {
    const outDir = this.path(`texts of ${form}`);
    const files = await this.choiceFor(target, outDir, changes);
    const report = await writeTimedTexts(this.project, { form, files }, ports);
    return { report, read: (name: string) => readFileSync(join(outDir, name), 'utf8') };
  }
}

const secondsOf = (clock: string): number =>
  clock
    .split(/[:,.]/)
    .reduce((sum, part, index) => (index === 3 ? sum + Number(part) / 1_000 : sum * 60 + Number(part)), 0);

/** Start and end of each cue of subtitles, in seconds. Lines of the project are short enough to have one each. */
export const cuesIn = (text: string): number[][] =>
  Array.from(text.matchAll(/^([\d:,.]+) --> ([\d:,.]+)$/gm), ([, from = '', to = '']) => [
    secondsOf(from),
    secondsOf(to),
  ]);
