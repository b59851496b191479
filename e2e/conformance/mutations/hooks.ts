// Webhooks that are missing or reported incorrectly.
import { changeBatches, changeChildren, changeRequests, type Job, type Mutation } from './mutation.ts';

const childResult = (
  name: string,
  noticedBy: readonly string[],
  changes: Record<string, unknown> | null,
): Mutation => ({
  name,
  noticedBy,
  timeoutSeconds: 4,
  ...changeChildren((child) => {
    if (child.webhook_result) child.webhook_result = changes && { ...child.webhook_result, ...changes };
  }),
});

export const WEBHOOK_MUTATIONS: readonly Mutation[] = [
  {
    name: 'no webhook is called',
    noticedBy: ['webhooks.batch.called', 'webhooks.child.called', 'webhooks.result.batch', 'webhooks.result.child'],
    timeoutSeconds: 3,
    ...changeRequests((body) => {
      delete body.webhook_url;
      for (const job of body.jobs) delete job['webhook_url'];
    }),
  },
  {
    name: 'the webhook of a batch is called for every child job',
    noticedBy: ['webhooks.child.first', 'webhooks.child.called', 'webhooks.result.child'],
    timeoutSeconds: 4,
    ...changeRequests((body) => {
      for (const job of body.jobs) if (body.webhook_url && job['webhook_url']) job['webhook_url'] = body.webhook_url;
    }),
  },
  {
    name: 'the webhook of a batch is not called',
    noticedBy: ['webhooks.batch.called', 'webhooks.result.batch'],
    timeoutSeconds: 3,
    ...changeRequests((body) => {
      delete body.webhook_url;
    }),
  },
  {
    name: 'the child’s webhook is called with the batch’s too',
    noticedBy: ['webhooks.child.first'],
    timeoutSeconds: 4,
    ...changeRequests((body) => {
      const own = body.jobs.find((job: Job) => job['webhook_url']);
      if (own) [own['webhook_url'], body.webhook_url] = [body.webhook_url, own['webhook_url']];
    }),
  },
  {
    name: 'webhook_result of a batch is missing',
    noticedBy: ['webhooks.result.batch'],
    timeoutSeconds: 3,
    ...changeBatches((batch) => delete batch.webhook_result),
  },
  childResult('webhook_result of a child job is missing', ['webhooks.result.child'], null),
  childResult('response_status is always 200', ['webhooks.result.child', 'webhooks.result.refusal'], {
    response_status: 200,
  }),
  childResult('response_status as text', ['webhooks.result.child'], { response_status: '201' }),
  childResult('called_at is missing', ['webhooks.result.child', 'webhooks.result.called_at'], {
    called_at: undefined,
  }),
  childResult('called_at is long ago', ['webhooks.result.called_at'], { called_at: '2001-01-01T00:00:00.000Z' }),
  {
    name: 'a webhook_result without any webhook',
    noticedBy: ['webhooks.none.no-result'],
    ...changeBatches((batch) => {
      batch.webhook_result ??= { called_at: new Date().toISOString(), response_status: 200 };
    }),
  },
];
