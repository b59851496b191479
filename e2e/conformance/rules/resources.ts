// Rules about the fields of every batch and child job received in the run, whatever its status.

import { batchJobSchema, childJobSchema, jobStatusSchema } from '@lectern/tts-protocol';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { at, itemsAt, textAt } from '../json.ts';
import { basics } from '../requests/basics.ts';
import type { ReceivedResource } from '../requests/batches.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must, NotTested } from '../verdict.ts';

type Kind = 'batch' | 'child';

const SECTIONS = {
  batch: section('Resources and their fields, Batch job resource', 'afterwards'),
  child: section('Resources and their fields, Child job resource', 'afterwards'),
};
const SCHEMAS: Readonly<Record<Kind, z.ZodType>> = { batch: batchJobSchema, child: childJobSchema };

/**
 * Returns all batches or child jobs that have been received. First ensures that there are both unfinished and finished
 * ones, and that each child job has also been read through its own link.
 */
async function receivedResources(context: Context, kind: Kind): Promise<readonly ReceivedResource[]> {
  const { last, address } = await basics(context);
  await context.once('children read', async () => {
    for (const job of itemsAt(last, 'jobs')) {
      const link = textAt(job, '_links', 'self', 'href');
      // Ignore broken links, which the rules about links report.
      if (link) await context.batches.readChild(context.client.resolveAddress(link, address)).catch(() => undefined);
    }
  });
  return kind === 'batch' ? context.batches.batches : context.batches.children;
}

/**
 * Returns whether one path is a prefix of the other. The violation for a missing object has a shorter path than those
 * for its properties.
 */
const isPrefixOf = (one: readonly PropertyKey[], second: readonly PropertyKey[]): boolean =>
  one.slice(0, second.length).every((name, index) => second[index] === name);

/** Returns the first schema violation at a path, or undefined. */
function firstViolation(kind: Kind, resource: unknown, path: readonly string[]): string | undefined {
  const result = SCHEMAS[kind].safeParse(resource);
  const issue = result.error?.issues.find((one) => isPrefixOf(one.path, path));
  if (!issue) return undefined;
  const value = issue.path.reduce<unknown>(
    (inner, name) => (inner instanceof Object ? Reflect.get(inner, name) : undefined),
    resource,
  );
  return `${issue.path.join('.')} ${formatValue(value)}: ${issue.message}`;
}

function fieldRule(kind: Kind, path: string, expected: string): Rule {
  return SECTIONS[kind](`${kind}.${path}`, `${path}: ${expected}`, async (context) => {
    for (const { where, value } of await receivedResources(context, kind)) {
      const problem = firstViolation(kind, value, path.split('.'));
      must(problem === undefined, `in ${where}, ${problem}`);
    }
  });
}

const LINK = 'a link with href (a URI) and description (a string)';
const DATE = 'an ISO 8601 date-time';
const STATUS = `one of ${jobStatusSchema.options.join(', ')}`;
const WEBHOOK = 'absent, null, or called_at (a date-time) and response_status (an integer)';

const customIdsRule = SECTIONS.child(
  'child.custom_id.echo',
  'custom_id as it was given, or none where none was',
  async (context) => {
    const { created, last, asked } = await basics(context);
    for (const batch of [created.json(), last]) {
      const ids = itemsAt(batch, 'jobs').map((job) => at(job, 'custom_id'));
      for (const { custom_id: id } of asked)
        must(ids.includes(id), `${formatValue(id)} is missing among ${formatValue(ids)}`);
    }
  },
);

const uniqueIdsRule = SECTIONS.child(
  'child.id.unique',
  'each child job has an id of its own, which stays',
  async (context) => {
    const { created, last } = await basics(context);
    const ids = (batch: unknown): unknown[] => itemsAt(batch, 'jobs').map((job) => at(job, 'id'));
    must(new Set(ids(last)).size === ids(last).length, `ids ${formatValue(ids(last))}`);
    const before = ids(created.json()).toSorted();
    must(
      formatValue(before) === formatValue(ids(last).toSorted()),
      `${formatValue(before)} at first, ${formatValue(ids(last))} later`,
    );
  },
);

const stableRule = SECTIONS.batch('batch.stays', 'id and created_at never change', async (context) => {
  const { first, last } = await basics(context);
  for (const name of ['id', 'created_at']) {
    must(first[name] === last[name], `${name} ${formatValue(first[name])} at first, ${formatValue(last[name])} later`);
  }
});

const CREATION_SLACK_MS = 3_600_000;
const creationTimeRule = (kind: Kind): Rule =>
  SECTIONS[kind](`${kind}.created_at.true`, 'created_at is the creation time', async (context) => {
    const { created, first } = await basics(context);
    // Use the service's clock if the response has a `Date` header.
    const now = Date.parse(created.headers.get('date') ?? '') || Date.now();
    for (const resource of kind === 'batch' ? [first] : itemsAt(first, 'jobs')) {
      const given = textAt(resource, 'created_at') ?? '';
      must(Math.abs(Date.parse(given) - now) < CREATION_SLACK_MS, `${formatValue(given)} for one made just now`);
    }
  });

const transition = section('States and transitions', 'afterwards');
const statusesRule = transition('status.values', `every status is ${STATUS}`, async (context) => {
  await basics(context);
  for (const { where, value } of [...context.batches.batches, ...context.batches.children]) {
    const status = value['status'];
    must(jobStatusSchema.safeParse(status).success, `in ${where}, the status ${formatValue(status)}`);
  }
});

const OUTPUT = section('Resources and their fields, Output object', 'afterwards');
function outputFieldRule(name: string, expected: string): Rule {
  return OUTPUT(`output.${name}`, `${name}: ${expected}`, async (context) => {
    await basics(context);
    const outputs = context.batches.children.filter(({ value }) => at(value, 'output') instanceof Object);
    if (outputs.length === 0) throw new NotTested('no child job came with an output');
    for (const { where, value } of outputs) {
      const problem = firstViolation('child', value, ['output', name]);
      must(problem === undefined, `in ${where}, ${problem}`);
    }
  });
}

const outputPresentRule = OUTPUT('output.present', 'a completed child job has an output', async (context) => {
  await basics(context);
  const completed = context.batches.children.filter(({ value }) => value['status'] === 'completed');
  must(completed.length > 0, 'no child job was completed');
  for (const { where, value } of completed) {
    must(
      at(value, 'output') instanceof Object,
      `in ${where}, output ${formatValue(at(value, 'output'))} of a completed job`,
    );
  }
});

export const RESOURCE_RULES: readonly Rule[] = [
  fieldRule('batch', 'id', 'a string that begins with "bb-"'),
  fieldRule('batch', 'created_at', DATE),
  fieldRule('batch', 'status', STATUS),
  fieldRule('batch', 'webhook_url', 'absent, null or a URL'),
  fieldRule('batch', 'webhook_result', WEBHOOK),
  SECTIONS.batch('batch.jobs', 'jobs: an array of child job resources', async (context) => {
    for (const { where, value } of await receivedResources(context, 'batch')) {
      must(Array.isArray(value['jobs']), `in ${where}, jobs ${formatValue(value['jobs'])}`);
    }
  }),
  fieldRule('batch', '_links.self', LINK),
  fieldRule('child', 'id', 'a string that begins with "bc-"'),
  fieldRule('child', 'custom_id', 'absent, null, or 1 to 30 letters, digits, dashes and underscores'),
  fieldRule('child', 'created_at', DATE),
  fieldRule('child', 'input', 'an object with voice_engine, text, voice and valid values'),
  fieldRule('child', 'status', STATUS),
  fieldRule('child', 'output', 'absent, null, or duration, size and url'),
  fieldRule('child', 'webhook_url', 'absent, null or a URL'),
  fieldRule('child', 'webhook_result', WEBHOOK),
  fieldRule('child', '_links.self', LINK),
  fieldRule('child', '_links.batch', LINK),
  fieldRule('child', '_links.alternate', `absent, null, or ${LINK}`),
  creationTimeRule('batch'),
  creationTimeRule('child'),
  customIdsRule,
  uniqueIdsRule,
  stableRule,
  statusesRule,
  outputPresentRule,
  outputFieldRule('duration', 'a number of seconds'),
  outputFieldRule('size', 'a whole number of bytes'),
  outputFieldRule('url', 'a URL'),
];
