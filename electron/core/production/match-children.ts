import type { EchoedInput, InputParameters, LenientChildJob } from '@lectern/tts-protocol';
import { SPEECH_SHAPE_NAMES } from '@lectern/tts-protocol';

export interface JobToMatch {
  readonly customId: string;
  readonly request: InputParameters;
  readonly childId: string | null;
  readonly childLink: string | null;
}

/**
 * Matches children to jobs by `custom_id`, known id or link, or echoed input; each child is matched with at most one
 * job. `jobs` includes finished jobs, so that their children aren't assigned to others.
 */
export function matchChildren(
  jobs: readonly JobToMatch[],
  children: readonly LenientChildJob[],
): Map<string, LenientChildJob> {
  const matched = new Map<string, LenientChildJob>();
  const free = new Set(children);
  const take = (job: JobToMatch, child: LenientChildJob | undefined) => {
    if (!child || !free.has(child) || matched.has(job.customId)) return;
    free.delete(child);
    matched.set(job.customId, child);
  };

  const ours = new Set(jobs.map((job) => job.customId));
  const byCustomId = Map.groupBy(children, (child) => child.custom_id);
  for (const job of jobs) {
    const named = byCustomId.get(job.customId) ?? [];
    // If a `custom_id` occurs twice, prefer the child that echoes the job's input.
    take(job, named.find((child) => echoDifferences(job.request, child.input).length === 0) ?? named.at(-1));
  }

  const byId = new Map(children.map((child) => [child.id, child]));
  for (const job of jobs) if (job.childId) take(job, byId.get(job.childId));

  const byLink = new Map(children.map((child) => [child._links?.self?.href, child]));
  for (const job of jobs) if (job.childLink) take(job, byLink.get(job.childLink));

  // Match the others by input. A child with another job's `custom_id` belongs to that job, even if the id occurs twice.
  const byInput = new Map<string, LenientChildJob[]>();
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

/** Returns a key of the input's distinguishing fields, or null if it has no text. */
function echoKey(input: EchoedInput | InputParameters | undefined): string | null {
  if (input?.text === undefined) return null;
  return JSON.stringify([
    input.text,
    input.voice ?? null,
    input.voice_2 ?? null,
    input.style ?? null,
    input.markup ?? null,
    ...SPEECH_SHAPE_NAMES.map((name) => input[name] ?? null),
  ]);
}

const IDENTIFYING_FIELDS = [
  'voice',
  'voice_2',
  'turn_prefix',
  'turn_prefix_2',
  'style',
  'markup',
  ...SPEECH_SHAPE_NAMES,
] as const;

/** Ignores fields that the service adds or doesn't echo, such as defaults, spaces in the text and rounded numbers. */
export function echoDifferences(request: InputParameters, echo: EchoedInput | undefined): string[] {
  if (!echo) return [];
  const names: string[] = IDENTIFYING_FIELDS.filter((name) => !isSame(request[name], echo[name]));
  return echo.text === undefined || wordsOf(echo.text) === wordsOf(request.text) ? names : ['text', ...names];
}

const wordsOf = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** A 32-bit float has about seven digits. */
const TOLERANCE = 1e-6;

function isSame(requested: string | number | null | undefined, echoed: string | number | null | undefined): boolean {
  if (requested == null || echoed == null) return true;
  if (typeof requested === 'number' && typeof echoed === 'number') {
    return Number.isInteger(requested)
      ? requested === echoed
      : Math.abs(requested - echoed) <= TOLERANCE * Math.abs(requested);
  }
  return wordsOf(String(requested)) === wordsOf(String(echoed));
}

/**
 * Returns the `custom_id`s of jobs with a child that seems to belong to another job, judging by `custom_id`, input,
 * known id or audio. Someone has to listen to the audio to find out which job it belongs to.
 */
export function findMixedUpJobs(
  jobs: readonly JobToMatch[],
  children: readonly LenientChildJob[],
  matched: ReadonlyMap<string, LenientChildJob>,
): ReadonlySet<string> {
  const ours = new Set(jobs.map(({ customId }) => customId));
  const ownerOfId = new Map(jobs.flatMap(({ childId, customId }) => (childId === null ? [] : [[childId, customId]])));
  const keysOfRequests = new Set(jobs.map(({ request }) => echoKey(request)));
  const keysOfAudio = new Map<string, Set<string | null>>();
  for (const { output, input } of children) {
    if (output) keysOfAudio.set(output.url, (keysOfAudio.get(output.url) ?? new Set()).add(echoKey(input)));
  }
  const isMixedUp = (job: JobToMatch, { id, custom_id, input, output }: LenientChildJob): boolean => {
    const echoed = echoKey(input);
    const owner = id === undefined ? undefined : ownerOfId.get(id);
    return (
      echoDifferences(job.request, input).length > 0 ||
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
