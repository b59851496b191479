// The stages of a job, and the overall progress that follows from them ("States and transitions").
import type { Stage } from '../../shared/service/vocabulary.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { SpeechStage } from '../speech/speech-engine.ts';

/** The stages before a job is complete, in their order. */
export const OPEN_STAGES = ['queued', 'active', 'preload', 'generate', 'postprocessing'] as const satisfies Stage[];
export type OpenStage = (typeof OPEN_STAGES)[number];

const SPEECH_STAGES = ['preload', 'generate', 'postprocessing'] as const satisfies SpeechStage[];

/** Where a job is, and how much of that stage is done, 0 to 1; the first two stages have no extent. */
export interface Standing {
  readonly stage: OpenStage;
  readonly fraction: number;
}

/** Whether a stage is one of making the file, of which a part may be done. */
export const isSpeechStage = (stage: OpenStage): stage is SpeechStage =>
  (SPEECH_STAGES as readonly OpenStage[]).includes(stage);

/** Whether one is later than the other. */
export function isBeyond(one: Standing, other: Standing): boolean {
  const ahead = OPEN_STAGES.indexOf(one.stage) - OPEN_STAGES.indexOf(other.stage);
  return ahead > 0 || (ahead === 0 && one.fraction > other.fraction);
}

/** The overall progress at which a stage begins. */
function startOf(stage: OpenStage): number {
  const before = OPEN_STAGES[OPEN_STAGES.indexOf(stage) - 1];
  return before === undefined ? 0 : DECISIONS.stageEnds[before];
}

/** Overall progress, 0 to 1 (which only a complete job has), to four decimals. It never falls as a job goes on. */
export function overallProgress({ stage, fraction }: Standing): number {
  const end = DECISIONS.stageEnds[stage];
  const progress = isSpeechStage(stage) ? startOf(stage) + (end - startOf(stage)) * fraction : end;
  return Math.round(progress * 10_000) / 10_000;
}

/** Where a job of an even pace is after a part of its time, 0 to 1. */
export function standingAt(part: number): { readonly stage: SpeechStage; readonly fraction: number } {
  const stage = SPEECH_STAGES.find((one) => part < DECISIONS.stageEnds[one]) ?? 'postprocessing';
  const start = startOf(stage);
  const fraction = (part - start) / (DECISIONS.stageEnds[stage] - start);
  return { stage, fraction: Math.min(1, Math.max(0, fraction)) };
}
