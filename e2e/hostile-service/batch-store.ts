// The batches that the hostile service has accepted. Each read changes their state.
import { type BatchCreation, inputParametersShape, type JobCreation } from '@lectern/tts-protocol';
import { type AudioFile, makeAudio } from './audio.ts';
import type { ChildPart, HostileBehaviours, MixUp } from './behaviours.ts';
import { randomToken, seededRandom, shuffleItems } from './seeded-random.ts';

export interface Child {
  readonly id: string;
  readonly batch: Batch;
  readonly job: JobCreation;
  readonly fails: boolean;
  /** Number of remaining reads until this child is done. */
  readsLeft: number;
  audio: Promise<AudioFile> | null;
  /** The token in the audio address that is currently valid. */
  audioToken: string | null;
}

export interface Batch {
  readonly id: string;
  readings: number;
  readonly createdAt: string;
  readonly children: Child[];
}

export type Target = { readonly batch: Batch } | { readonly child: Child };

export interface Origins {
  /** The service's origin, without a trailing slash. */
  readonly own: string;
  readonly foreign: string;
}

export class BatchStore {
  readonly #behaviours: HostileBehaviours;
  readonly #chance: () => number;
  readonly #targets = new Map<string, Target>();
  readonly #links = new Map<string, string>();
  readonly #audio = new Map<string, Child>();

  constructor(behaviours: HostileBehaviours, random: () => number) {
    this.#behaviours = behaviours;
    this.#chance = random;
  }

  accept(creation: BatchCreation): Batch {
    const { failChance = 0, fails, readsUntilDone = 0 } = this.#behaviours;
    const batch: Batch = {
      id: `bb-${randomToken(this.#chance)}`,
      readings: 0,
      createdAt: new Date().toISOString(),
      children: [],
    };
    for (const job of creation.jobs) {
      batch.children.push({
        id: `bc-${randomToken(this.#chance)}`,
        batch,
        job,
        fails: this.#chance() < failChance || (fails?.(job.text) ?? false),
        readsLeft: Math.floor(this.#chance() * (readsUntilDone + 1)),
        audio: null,
        audioToken: null,
      });
    }
    return batch;
  }

  target(path: string): Target | undefined {
    return this.#targets.get(path);
  }

  /** Returns the child that an audio address belongs to. `good` is false if the address has expired. */
  audio(name: string): { readonly child: Child; readonly good: boolean } | undefined {
    const child = this.#audio.get(name);
    return child && { child, good: child.audioToken === name };
  }

  /** Returns an opaque path for a batch or a child. */
  path(target: Target): string {
    const { id } = 'batch' in target ? target.batch : target.child;
    const known = this.#links.get(id);
    if (known !== undefined && !this.#behaviours.freshLinks) return known;
    const path = `/${randomToken(this.#chance).slice(0, 5)}/${randomToken(this.#chance)}?t=${randomToken(this.#chance)}%2F`;
    this.#targets.set(path, target);
    this.#links.set(id, path);
    return path;
  }

  /** Counts a read. A child is done after a certain number of reads. */
  read(children: readonly Child[]): void {
    for (const child of children) child.readsLeft -= 1;
  }

  /** @param readFrom the path of the request, which relative links start from */
  async batchResource(batch: Batch, origins: Origins, readFrom: string): Promise<Record<string, unknown>> {
    const { shuffle, leavesOut, batchStatus = 'honest' } = this.#behaviours;
    batch.readings += 1;
    const there = leavesOut ? batch.children.filter(({ job }) => !leavesOut(job.text)) : batch.children;
    const children = shuffle ? shuffleItems(there, this.#chance) : there;
    const statuses = batch.children.map(statusOf);
    const honest = statuses.every((status) => status === 'completed' || status === 'failed')
      ? 'completed'
      : 'in_progress';
    return this.#withNullsAndExtras(
      {
        id: batch.id,
        created_at: batch.createdAt,
        status: batchStatus === 'honest' ? honest : batchStatus === 'unknown' ? 'half_done' : batchStatus,
        ...this.#webhookResult(batch),
        jobs: await this.#childResources(batch, children, origins, readFrom),
        _links: { self: this.#link({ batch }, origins, readFrom) },
      },
      ['webhook_url', 'webhook_result'],
    );
  }

  /** Returns a batch's child resources, with parts exchanged if the behaviours say so. */
  async #childResources(batch: Batch, children: readonly Child[], origins: Origins, readFrom: string) {
    const resources = await Promise.all(batch.children.map((child) => this.childResource(child, origins, readFrom)));
    const { mixesUp } = this.#behaviours;
    const said = mixesUp ? exchangeParts(resources, mixesUp, batch.id) : resources;
    return children.map((child) => said[batch.children.indexOf(child)]);
  }

  async childResource(child: Child, origins: Origins, readFrom: string): Promise<Record<string, unknown>> {
    const { unknownChildStatus, failReason, echoCustomId = true, echoInput = true } = this.#behaviours;
    const { custom_id, webhook_url, ...input } = child.job;
    const status = statusOf(child);
    const output = status === 'completed' ? await this.#output(child, origins) : undefined;
    return this.#withNullsAndExtras(
      {
        id: child.id,
        ...(echoCustomId && custom_id !== undefined ? { custom_id } : {}),
        created_at: child.batch.createdAt,
        ...(echoInput ? { input: this.#withNullsAndExtras({ ...input }, NULLABLE_INPUT) } : {}),
        status: status === 'pending' && unknownChildStatus ? 'warming_up' : status,
        ...(output ? { output } : {}),
        ...(webhook_url === undefined ? {} : { webhook_url }),
        ...this.#webhookResult(child.batch),
        ...(status === 'failed' && failReason ? { error_message: failReason } : {}),
        _links: this.#withNullsAndExtras(
          {
            self: this.#link({ child }, origins, readFrom),
            batch: this.#link({ batch: child.batch }, origins, readFrom),
          },
          ['alternate'],
        ),
      },
      ['custom_id', 'output', 'webhook_url', 'webhook_result'],
    );
  }

  #webhookResult({ readings }: Batch): Record<string, unknown> {
    const webhook_result = this.#behaviours.webhookResult?.(readings);
    return webhook_result === undefined ? {} : { webhook_result };
  }

  /** Returns a resource's URL for `_links` or `Location`. */
  href(target: Target, origins: Origins, readFrom: string): string {
    const path = this.path(target);
    if (this.#behaviours.links !== 'relative') return origins.own + path;
    // Start with one `../` for each folder in the request's path.
    const folders = readFrom.replace(/\?.*$/, '').split('/').length - 2;
    return `${'../'.repeat(folders) || './'}${path.slice(1)}`;
  }

  #link(target: Target, origins: Origins, readFrom: string) {
    return { href: this.href(target, origins, readFrom), description: 'Read it again' };
  }

  async #output(child: Child, origins: Origins): Promise<Record<string, unknown>> {
    child.audio ??= makeAudio(child.job, this.#behaviours.defects?.(child.job.text));
    const { bytes, duration } = await child.audio;
    if (child.audioToken === null) {
      child.audioToken = randomToken(this.#chance);
      this.#audio.set(child.audioToken, child);
    }
    const origin = this.#behaviours.audioOrigin === 'foreign' ? origins.foreign : origins.own;
    return this.#withNullsAndExtras(
      { duration, size: bytes.length, url: `${origin}/audio/${child.audioToken}?sig=a%2Bb` },
      [],
    );
  }

  /** Adds nulls and unknown fields if the behaviours say so. */
  #withNullsAndExtras(resource: Record<string, unknown>, nullable: readonly string[]): Record<string, unknown> {
    const { nulls, unknownFields } = this.#behaviours;
    return {
      ...(unknownFields ? { x_trace: { span: [1, 2, null] }, priority: 3 } : {}),
      ...(nulls ? Object.fromEntries(nullable.map((name) => [name, null])) : {}),
      ...resource,
    };
  }
}

const NULLABLE_INPUT = Object.entries(inputParametersShape).flatMap(([name, field]) =>
  field.safeParse(undefined).success ? [name] : [],
);

function statusOf(child: Child): 'pending' | 'in_progress' | 'completed' | 'failed' {
  if (child.readsLeft > 1) return 'pending';
  if (child.readsLeft > 0) return 'in_progress';
  return child.fails ? 'failed' : 'completed';
}

type Resource = Readonly<Record<string, unknown>>;

/** Exchanges parts between child resources. @param seed the same seed gives the same result for every read */
function exchangeParts(
  resources: readonly Resource[],
  { parts, together = false, how: mode }: MixUp,
  seed: string,
): Resource[] {
  const random = seededRandom(Array.from(seed).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const orders = new Map<ChildPart, readonly number[]>();
  const [first = 'custom_id'] = parts;
  for (const part of parts) {
    const common = orders.get(first);
    orders.set(part, together && common ? common : exchangeOrder(mode, resources.length, random));
  }
  return resources.map((resource, at) => {
    const said: Record<string, unknown> = { ...resource };
    for (const [part, order] of orders) {
      const other = resources[order[at] ?? at]?.[part];
      if (other === undefined) delete said[part];
      else said[part] = other;
    }
    return said;
  });
}

function exchangeOrder(mode: MixUp['how'], length: number, random: () => number): number[] {
  const places = Array.from({ length }, (_, at) => at);
  if (mode === 'permute') return shuffleItems(places, random);
  const one = Math.floor(random() * length);
  const other = (one + 1 + Math.floor(random() * (length - 1))) % length;
  places[one] = other;
  if (mode === 'swap') places[other] = one;
  return places;
}
