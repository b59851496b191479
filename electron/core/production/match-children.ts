import type { InputParameters } from '../../../shared/service/input-parameters.ts';
import type { ChildJobReading, EchoedInput } from '../../../shared/service/jobs.ts';
import { SPEECH_SHAPING } from '../../../shared/service/speech-parameters.ts';

/** A job of ours that looks for its child of the batch. */
export interface JobToMatch {
  readonly customId: string;
  readonly request: InputParameters;
  /** The child's own identifier and address, where an earlier reading gave them. */
  readonly childId: string | null;
  readonly childLink: string | null;
}

/**
 * Finds each job's child in what the service answered, whatever the order: by `custom_id`, else by the child's own
 * identifier or address, else by the input that it echoes. Each child is given to one job at most; jobs with the same
 * input are alike, so that any of their children will do, but each has one of its own.
 *
 * @param jobs all jobs of the batch, also those that are finished: their children are not to be given to others
 * @returns the child of each job, by the job's `custom_id`; jobs whose child is not there are left out
 */
export function matchChildren(
  jobs: readonly JobToMatch[],
  children: readonly ChildJobReading[],
): Map<string, ChildJobReading> {
  const matched = new Map<string, ChildJobReading>();
  const free = new Set(children);
  const take = (job: JobToMatch, child: ChildJobReading | undefined) => {
    if (!child || !free.has(child) || matched.has(job.customId)) return;
    free.delete(child);
    matched.set(job.customId, child);
  };

  const ours = new Set(jobs.map((job) => job.customId));
  const byCustomId = new Map(children.map((child) => [child.custom_id, child]));
  for (const job of jobs) take(job, byCustomId.get(job.customId));

  const byId = new Map(children.map((child) => [child.id, child]));
  for (const job of jobs) if (job.childId) take(job, byId.get(job.childId));

  const byLink = new Map(children.map((child) => [child._links?.self?.href, child]));
  for (const job of jobs) if (job.childLink) take(job, byLink.get(job.childLink));

  // What is left and names no job of ours is told apart by its input. A child that names another job of this batch
  // is that job's, even where the names were given twice.
  const byInput = new Map<string, ChildJobReading[]>();
  for (const child of free) {
    if (child.custom_id && ours.has(child.custom_id)) continue;
    const key = echoKey(child.input);
    if (key === null) continue;
    const alike = byInput.get(key);
    if (alike) alike.push(child);
    else byInput.set(key, [child]);
  }
  for (const job of jobs) {
    if (matched.has(job.customId)) continue;
    const key = echoKey(job.request);
    if (key !== null) take(job, byInput.get(key)?.shift());
  }
  return matched;
}

/** What tells two inputs of a batch apart: text, voices and prefixes, and what shapes the speech. */
function echoKey(input: EchoedInput | InputParameters | undefined): string | null {
  if (input?.text === undefined) return null;
  return JSON.stringify([
    input.text,
    input.voice ?? null,
    input.voice_2 ?? null,
    input.style ?? null,
    input.markup ?? null,
    ...SPEECH_SHAPING.map((name) => input[name] ?? null),
  ]);
}
