// Rules about creating batches: what is accepted, what is refused, and the response.
import { PATHS } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import type { Reply } from '../http/client.ts';
import { at, type Fields, itemsAt, textAt } from '../json.ts';
import { basics, nullParameters } from '../requests/basics.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must } from '../verdict.ts';

const rule = section('Endpoints, POST /api/v2/tts/batches');
const status = section('States and transitions');

export function requireRefusal(reply: Reply, what: string): void {
  must(reply.status === 400, `${reply.status} for ${what}`);
}

const makeJobs = async (context: Context, count: number, changes: (index: number) => Fields = () => ({})) =>
  Promise.all(Array.from({ length: count }, (_, index) => context.job(changes(index))));

async function requireAcceptance(context: Context, jobs: readonly unknown[]): Promise<void> {
  const reply = await context.batches.createAccepted({ jobs });
  const made = itemsAt(reply.json(), 'jobs').length;
  must(made === jobs.length, `${made} child jobs for ${jobs.length}`);
}

const refusedRule = (id: string, expected: string, body: (context: Context) => Promise<unknown>): Rule =>
  rule(id, `400 for ${expected}`, async (context) => {
    const reply = await context.batches.create(await body(context));
    requireRefusal(reply, expected);
  });

/** The order isn't alphabetical, to detect services that sort the jobs. */
const ORDER = ['m', 'c', 'x', 'a', 'z', 'b', 'k', 'f'];

const orderRule = rule(
  'batch.jobs.order',
  'the child jobs in the order in which they were submitted',
  async (context) => {
    const jobs = await Promise.all(ORDER.map((name) => context.job({ custom_id: name, text: `${name}.` })));
    const created = await context.batches.createAccepted({ jobs });
    const read = await context.batches.readBatch(context.batches.address(created));
    for (const [where, batch] of [
      ['the answer', created.json()],
      ['the reading', read],
    ] as const) {
      const texts = itemsAt(batch, 'jobs').map((job) => textAt(job, 'input', 'text'));
      must(
        formatValue(texts) === formatValue(jobs.map((job) => job['text'])),
        `in ${where} the texts ${formatValue(texts)}`,
      );
    }
  },
);

const location = rule('batch.location', 'a 201 response has a Location header with a URI', async (context) => {
  const { created } = await basics(context);
  const header = created.headers.get('location');
  must(header !== null && header !== '', 'no Location header');
  must(URL.canParse(header, context.options.baseUrl.href), `Location ${formatValue(header)}`);
});

const resolves = rule(
  'batch.location.resolves',
  'Location retrieves the created batch, with the two headers',
  async (context) => {
    // Create two batches, to check that each has its own Location.
    for (const created of [
      (await basics(context)).created,
      await context.batches.createAccepted({ jobs: await makeJobs(context, 1) }),
    ]) {
      const header = created.headers.get('location');
      must(header !== null, 'no Location header');
      const address = context.client.resolveAddress(header, PATHS.batches);
      must(context.client.trusts(address), `an address of another host, ${address.host}`);
      const read = await context.batches.readBatch(address);
      const id = textAt(created.json(), 'id');
      must(read['id'] === id, `the batch ${formatValue(read['id'])} instead of ${formatValue(id)}`);
    }
  },
);

const created201 = rule('batch.created.201', '201 for a valid batch', async (context) => {
  const { created } = await basics(context);
  must(created.status === 201, `${created.status}`);
});

const completes = status(
  'batch.completes',
  'valid jobs come to the status "completed", and their batch with them',
  async (context) => {
    const { last } = await basics(context);
    must(last['status'] === 'completed', `the batch ended as ${formatValue(last['status'])}`);
    const statuses = itemsAt(last, 'jobs').map((job) => at(job, 'status'));
    must(
      statuses.every((one) => one === 'completed'),
      `child jobs ended as ${formatValue(statuses)}`,
    );
  },
);

export const BATCH_RULES: readonly Rule[] = [
  created201,
  location,
  resolves,
  orderRule,
  completes,
  rule('batch.jobs.count', 'a child job for each submitted job', async (context) => {
    const { created, last, asked } = await basics(context);
    for (const batch of [created.json(), last]) {
      const count = itemsAt(batch, 'jobs').length;
      must(count === asked.length, `${count} child jobs for ${asked.length}`);
    }
  }),
  rule('batch.jobs.one', 'one child job is enough', async (context) =>
    requireAcceptance(context, await makeJobs(context, 1)),
  ),
  rule('batch.jobs.fifty', '50 child jobs are accepted, and all are completed', async (context) => {
    const created = await context.batches.createAccepted({ jobs: await makeJobs(context, 50) });
    const { last } = await context.batches.finish(created);
    const completed = itemsAt(last, 'jobs').filter((job) => at(job, 'status') === 'completed').length;
    must(completed === 50, `${completed} of ${itemsAt(last, 'jobs').length} child jobs are completed`);
  }),
  rule('batch.nulls', 'every optional field may be null', async (context) => {
    const reply = await context.batches.create({
      jobs: [await context.job({ ...nullParameters(), custom_id: null })],
      webhook_url: null,
    });
    must(reply.status === 201 || reply.status === 200, `${reply.status}: ${formatValue(reply.text)}`);
  }),
  rule('batch.required-alone', 'voice_engine, text and voice are enough', async (context) =>
    requireAcceptance(context, await makeJobs(context, 1)),
  ),
  refusedRule('batch.jobs.none', 'an empty list of jobs', async () => ({ jobs: [] })),
  refusedRule('batch.jobs.missing', 'a body without jobs', async () => ({})),
  refusedRule('batch.jobs.fifty-one', '51 child jobs', async (context) => ({ jobs: await makeJobs(context, 51) })),
  refusedRule('batch.jobs.no-array', 'jobs that are not an array', async (context) => ({ jobs: await context.job() })),
  refusedRule('batch.jobs.no-objects', 'jobs that are not objects', async () => ({ jobs: ['Hello.'] })),
  refusedRule('batch.body.no-object', 'a body that is not an object', async (context) => makeJobs(context, 1)),
  refusedRule('batch.one-wrong-job', 'a batch with one invalid job among valid ones', async (context) => ({
    jobs: await makeJobs(context, 3, (index) => (index === 2 ? { speed: 9 } : {})),
  })),
  refusedRule('batch.webhook-url.no-address', 'a webhook_url that is not a URL', async (context) => ({
    jobs: await makeJobs(context, 1),
    webhook_url: 'not an address',
  })),
  refusedRule('batch.webhook-url.no-text', 'a webhook_url that is not a string', async (context) => ({
    jobs: await makeJobs(context, 1),
    webhook_url: 7,
  })),
];
