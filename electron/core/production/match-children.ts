import type { ChildJobReading, EchoedInput, InputParameters } from '@lectern/tts-protocol';
import { SPEECH_SHAPING } from '@lectern/tts-protocol';

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
  const byCustomId = Map.groupBy(children, (child) => child.custom_id);
  for (const job of jobs) {
    const named = byCustomId.get(job.customId) ?? [];
    // Where a name was given twice, the child that echoes the job's input is meant.
    take(job, named.find((child) => differences(job.request, child.input).length === 0) ?? named.at(-1));
  }

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

/** What a service echoes of an input that another line's input would not have: numbers and names, apart from the text. */
const TELLING = ['voice', 'voice_2', 'turn_prefix', 'turn_prefix_2', 'style', 'markup', ...SPEECH_SHAPING] as const;

/**
 * The fields in which the input that a child echoes differs from the request. What a service doesn't echo, and what it echoes
 * beyond the request, such as its defaults, is no difference; nor are spaces in the text, and the rounding of a number.
 */
export function differences(request: InputParameters, echo: EchoedInput | undefined): string[] {
  if (!echo) return [];
  const names: string[] = TELLING.filter((name) => !isSame(request[name], echo[name]));
  return echo.text === undefined || wordsOf(echo.text) === wordsOf(request.text) ? names : ['text', ...names];
}

const wordsOf = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** A 32-bit number has about seven digits. */
const ROUNDING = 1e-6;

function isSame(asked: string | number | null | undefined, echoed: string | number | null | undefined): boolean {
  if (asked == null || echoed == null) return true;
  if (typeof asked === 'number' && typeof echoed === 'number') {
    return Number.isInteger(asked) ? asked === echoed : Math.abs(asked - echoed) <= ROUNDING * Math.abs(asked);
  }
  return wordsOf(String(asked)) === wordsOf(String(echoed));
}

/**
 * Jobs whose children are said to be another job's: they name it, echo its input, have the identifier by which it was known, or
 * its audio. Which of the two the audio belongs to can't be known without listening.
 *
 * @param jobs all jobs of the batch, as they were known before this answer
 * @param children all of this answer
 * @param matched those of the jobs, by `custom_id`
 * @returns the `custom_id`s of those jobs
 */
export function mixedUp(
  jobs: readonly JobToMatch[],
  children: readonly ChildJobReading[],
  matched: ReadonlyMap<string, ChildJobReading>,
): ReadonlySet<string> {
  const ours = new Set(jobs.map(({ customId }) => customId));
  const ownerOfId = new Map(jobs.flatMap(({ childId, customId }) => (childId === null ? [] : [[childId, customId]])));
  const keysOfRequests = new Set(jobs.map(({ request }) => echoKey(request)));
  const keysOfAudio = new Map<string, Set<string | null>>();
  for (const { output, input } of children) {
    if (output) keysOfAudio.set(output.url, (keysOfAudio.get(output.url) ?? new Set()).add(echoKey(input)));
  }
  const isMixedUp = (job: JobToMatch, { id, custom_id, input, output }: ChildJobReading): boolean => {
    const echoed = echoKey(input);
    const owner = id === undefined ? undefined : ownerOfId.get(id);
    return (
      differences(job.request, input).length > 0 ||
      (custom_id !== undefined && custom_id !== job.customId && ours.has(custom_id)) ||
      (owner !== undefined && owner !== job.customId) ||
      (echoed !== null && echoed !== echoKey(job.request) && keysOfRequests.has(echoed)) ||
      (output !== undefined && (keysOfAudio.get(output.url)?.size ?? 0) > 1)
    );
  };
  return new Set(
    jobs.flatMap((job) => {
      const child = matched.get(job.customId);
      return child && isMixedUp(job, child) ? [job.customId] : [];
    }),
  );
}
