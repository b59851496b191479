// Rules about webhooks, tested with the suite's own receiver. The content and timing of the calls aren't specified, so
// only their existence is checked.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { isLoopback } from '../http/client.ts';
import { type HookCall, startWebhookReceiver } from '../http/webhook-receiver.ts';
import { at, type Fields, itemsAt } from '../json.ts';
import { basics } from '../requests/basics.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must, NotTested } from '../verdict.ts';

const rule = section('Events, Webhooks');
const result = section('Resources and their fields, WebhookResult');

/** The receiver's response status for each address. */
const STATUS = { batch: 202, child: 201, gone: 410 } as const;
/** Maximum time between the end of the jobs and the webhook calls, in seconds. */
const MAX_WAIT_SECONDS = 15;
/** Allowed difference between `called_at` and the time when the call arrived, in milliseconds. */
const CLOCK_SLACK_MS = 10_000;

interface Hooks {
  readonly batch: Fields;
  /** The IDs of the child job that has its own webhook address, and of the one whose address responds with an error. */
  readonly own: unknown;
  readonly gone: unknown;
  calls(name: string): readonly HookCall[];
}

const callHooks = (context: Context): Promise<Hooks> =>
  context.once('hooks', async () => {
    if (!isLoopback(context.options.baseUrl)) {
      throw new NotTested('the service is on another machine, which can’t call this one');
    }
    const receiver = await startWebhookReceiver();
    try {
      const created = await context.batches.createAccepted({
        webhook_url: receiver.address('batch', STATUS.batch),
        jobs: [
          await context.job({ custom_id: 'own', webhook_url: receiver.address('own', STATUS.child) }),
          await context.job({ custom_id: 'none' }),
          await context.job({ custom_id: 'gone', webhook_url: receiver.address('gone', STATUS.gone) }),
        ],
      });
      const { address } = await context.batches.finish(created);
      const deadline = performance.now() + Math.min(MAX_WAIT_SECONDS, context.options.timeoutSeconds) * 1000;
      for (;;) {
        const batch = await context.batches.readBatch(address);
        const child = (name: string) => itemsAt(batch, 'jobs').find((job) => at(job, 'custom_id') === name);
        const recorded = batch['webhook_result'] && at(child('own'), 'webhook_result');
        if ((recorded && at(child('gone'), 'webhook_result')) || performance.now() > deadline) {
          const calls = [...receiver.calls];
          return {
            batch,
            own: child('own'),
            gone: child('gone'),
            calls: (name) => calls.filter((call) => call.name === name),
          };
        }
        await sleep(300);
      }
    } finally {
      receiver.close();
    }
  });

const resultRule = (target: 'batch' | 'own', status: number): Rule =>
  rule(
    `webhooks.result.${target === 'own' ? 'child' : target}`,
    `webhook_result of the ${target === 'own' ? 'child job' : 'batch'} has called_at and response_status`,
    async (context) => {
      const found = at((await callHooks(context))[target], 'webhook_result');
      must(typeof found === 'object' && found !== null, `webhook_result ${formatValue(found)}`);
      must(at(found, 'response_status') === status, `${formatValue(found)} where the address answered ${status}`);
      must(
        !Number.isNaN(Date.parse(String(at(found, 'called_at')))),
        `called_at ${formatValue(at(found, 'called_at'))}`,
      );
    },
  );

export const WEBHOOK_RULES: readonly Rule[] = [
  rule('webhooks.batch.called', 'the webhook of a batch is called', async (context) => {
    must((await callHooks(context)).calls('batch').length > 0, 'no call');
  }),
  rule('webhooks.child.called', 'the webhook of a child job is called', async (context) => {
    must((await callHooks(context)).calls('own').length > 0, 'no call');
  }),
  rule('webhooks.child.first', 'the child’s own webhook takes precedence over the batch’s', async (context) => {
    const { own, calls } = await callHooks(context);
    const status = at(own, 'webhook_result', 'response_status');
    must(status !== STATUS.batch, 'the child job’s result is that of the batch’s address');
    // The body isn't specified. But a call whose body has the child job's ID must not go to the batch's address.
    const astray = calls('batch').some(({ body }) => at(body, 'id') === at(own, 'id'));
    must(!astray, 'a call for the child job went to the batch’s address');
    must(calls('own').length > 0, 'no call to the child’s own address');
  }),
  resultRule('batch', STATUS.batch),
  resultRule('own', STATUS.child),
  result('webhooks.result.called_at', 'called_at is the time of the call', async (context) => {
    const { own, calls } = await callHooks(context);
    const told = Date.parse(String(at(own, 'webhook_result', 'called_at')));
    const times = calls('own').map(({ atMs }) => atMs);
    must(
      times.some((time) => Math.abs(time - told) < CLOCK_SLACK_MS),
      `${formatValue(new Date(told || 0))}, which is no time of a call`,
    );
  }),
  result(
    'webhooks.result.refusal',
    'response_status is what the address answered, also where it refuses',
    async (context) => {
      const found = at((await callHooks(context)).gone, 'webhook_result');
      if (!found) throw new NotTested('no result was recorded in the time: retries are not shown');
      must(
        at(found, 'response_status') === STATUS.gone,
        `${formatValue(found)} where the address answered ${STATUS.gone}`,
      );
    },
  ),
  rule('webhooks.none.no-result', 'without a webhook, webhook_result is absent', async (context) => {
    const { last } = await basics(context);
    for (const resource of [last, ...itemsAt(last, 'jobs')]) {
      const found = at(resource, 'webhook_result') ?? null;
      must(found === null, `webhook_result ${formatValue(found)}`);
    }
  }),
];
