// Defects in batch and child job responses.
import { PATHS } from '@lectern/tts-protocol';
import {
  changeBatches,
  changeBodies,
  changeChildren,
  changeCreation,
  changeOutputs,
  type Mutation,
} from './mutation.ts';

export const RESOURCE_MUTATIONS: readonly Mutation[] = [
  {
    name: '200 instead of 201',
    noticedBy: ['batch.created.201'],
    ...changeCreation((answered) => {
      answered.status = 200;
    }),
  },
  {
    name: 'no Location',
    noticedBy: ['batch.location', 'batch.location.resolves'],
    ...changeCreation(({ headers }) => {
      delete headers.location;
    }),
  },
  {
    name: 'Location leads nowhere',
    noticedBy: ['batch.location.resolves'],
    ...changeCreation(({ headers }) => {
      headers.location = `${PATHS.batches}/nowhere/at/all`;
    }),
  },
  {
    name: 'Location leads to the collection',
    noticedBy: ['batch.location.resolves'],
    ...changeCreation(({ headers }) => {
      headers.location = PATHS.batches;
    }),
  },
  (() => {
    let first: string | undefined;
    return {
      name: 'Location leads to another batch',
      noticedBy: ['batch.location.resolves'],
      ...changeCreation(({ headers }) => {
        first ??= headers.location;
        headers.location = first;
      }),
    };
  })(),
  {
    name: 'a batch without links',
    noticedBy: ['batch._links.self', 'batch._links.self.resolves'],
    ...changeBatches((batch) => {
      batch._links = {};
    }),
  },
  {
    name: 'a child job without links at all',
    noticedBy: ['child._links.self', 'child._links.batch'],
    ...changeChildren((child) => {
      Reflect.deleteProperty(child, '_links');
    }),
  },
  {
    name: 'a batch without created_at',
    noticedBy: ['batch.created_at'],
    ...changeBatches((batch) => {
      delete batch.created_at;
    }),
  },
  {
    name: 'created_at as a number',
    noticedBy: ['batch.created_at'],
    ...changeBatches((batch) => {
      batch.created_at = Date.parse(String(batch.created_at));
    }),
  },
  {
    name: 'created_at of long ago',
    noticedBy: ['batch.created_at.true'],
    ...changeBatches((batch) => {
      batch.created_at = '2001-01-01T00:00:00.000Z';
    }),
  },
  {
    name: 'created_at is the time of reading',
    noticedBy: ['batch.stays'],
    ...changeBatches((batch) => {
      batch.created_at = new Date().toISOString();
    }),
  },
  {
    name: 'ids of batches without their prefix',
    noticedBy: ['batch.id'],
    ...changeBatches((batch) => {
      batch.id = batch.id.replace(/^bb-/, '');
    }),
  },
  {
    name: 'null as the status of a batch',
    noticedBy: ['batch.status', 'status.values'],
    ...changeBatches((batch) => {
      if (batch.status !== 'completed') batch.status = null;
    }),
  },
  {
    name: 'a batch is called queued before it is begun',
    noticedBy: ['status.values'],
    ...changeBatches((batch) => {
      if (batch.status === 'pending') batch.status = 'queued';
    }),
  },
  {
    name: 'a status that there is not',
    noticedBy: ['batch.completes'],
    timeoutSeconds: 2,
    ...changeChildren((child) => {
      if (child.status === 'completed') child.status = 'done';
    }),
  },
  {
    name: 'a batch that never ends',
    noticedBy: ['batch.completes'],
    timeoutSeconds: 2,
    ...changeBatches((batch) => {
      if (batch.status === 'completed') batch.status = 'in_progress';
    }),
  },
  {
    name: 'a batch of completed jobs has failed',
    noticedBy: ['batch.completes'],
    ...changeBatches((batch) => {
      if (batch.status === 'completed') batch.status = 'failed';
    }),
  },
  {
    name: 'the jobs in another order',
    noticedBy: ['batch.jobs.order'],
    ...changeBatches((batch) => void batch.jobs.reverse()),
  },
  {
    name: 'the jobs in the order of their names',
    noticedBy: ['batch.jobs.order'],
    ...changeBatches((batch) => batch.jobs.sort((a, b) => (String(a.custom_id) < String(b.custom_id) ? -1 : 1))),
  },
  {
    name: 'the last job is missing',
    noticedBy: ['batch.jobs.count', 'batch.jobs.fifty'],
    ...changeBatches((batch) => void batch.jobs.pop()),
  },
  {
    name: 'the first job comes twice',
    noticedBy: ['batch.jobs.count', 'child.id.unique'],
    ...changeBatches((batch) => void batch.jobs.push(...batch.jobs.slice(0, 1))),
  },
  {
    name: 'the 50th job never ends',
    noticedBy: ['batch.jobs.fifty'],
    timeoutSeconds: 3,
    ...changeBatches(({ jobs }) => {
      if (jobs[49]) jobs[49].status = 'in_progress';
    }),
  },
  {
    name: 'all jobs have one id',
    noticedBy: ['child.id.unique'],
    ...changeChildren((child) => {
      child.id = 'bc-1';
    }),
  },
  {
    name: 'ids of child jobs without their prefix',
    noticedBy: ['child.id'],
    ...changeChildren((child) => {
      child.id = child.id.replace(/^bc-/, 'job-');
    }),
  },
  {
    name: 'a child job without created_at',
    noticedBy: ['child.created_at'],
    ...changeChildren((child) => {
      delete child.created_at;
    }),
  },
  {
    name: 'a child job without its input',
    noticedBy: ['child.input', 'child.input.echo'],
    ...changeChildren((child) => {
      delete child.input;
    }),
  },
  {
    name: 'the input has the text only',
    noticedBy: ['child.input', 'child.input.echo'],
    ...changeChildren((child) => {
      child.input = { text: child.input?.['text'] };
    }),
  },
  {
    name: 'the text comes back without what is not ASCII',
    noticedBy: ['child.input.echo'],
    ...changeChildren((child) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes the control characters
      if (child.input) child.input['text'] = String(child.input['text']).replace(/[^\x00-\x7f]/g, '?');
    }),
  },
  {
    name: 'numbers of the input as text',
    noticedBy: ['child.input'],
    ...changeChildren((child) => {
      if (child.input?.['speed']) child.input['speed'] = String(child.input['speed']);
    }),
  },
  {
    name: 'custom_id is not echoed',
    noticedBy: ['child.custom_id.echo'],
    ...changeChildren((child) => {
      child.custom_id = null;
    }),
  },
  {
    name: 'custom_id in lower case without dashes',
    noticedBy: ['child.custom_id.echo'],
    ...changeChildren((child) => {
      child.custom_id = child.custom_id?.replaceAll('-', '');
    }),
  },
  {
    name: 'a child job without a link to its batch',
    noticedBy: ['child._links.batch', 'child._links.batch.resolves'],
    ...changeChildren((child) => {
      delete child._links.batch;
    }),
  },
  {
    name: 'links without a description',
    noticedBy: ['child._links.self'],
    ...changeChildren((child) => {
      delete child._links.self.description;
    }),
  },
  {
    name: 'links as bare addresses',
    noticedBy: ['child._links.self', 'child._links.self.resolves'],
    ...changeBodies((body) =>
      JSON.parse(JSON.stringify(body).replace(/"self":\{"href":("[^"]*"),"description":"[^"]*"\}/g, '"self":$1')),
    ),
  },
  {
    name: 'the link of a child job leads to its batch',
    noticedBy: ['child._links.self.resolves'],
    ...changeChildren((child) => {
      if (child._links.batch) child._links.self.href = child._links.batch.href;
    }),
  },
  {
    name: 'the link to the batch leads nowhere',
    noticedBy: ['child._links.batch.resolves'],
    ...changeChildren((child) => {
      if (child._links.batch) child._links.batch.href += 'x';
    }),
  },
  {
    name: 'the alternate link leads to another job',
    noticedBy: ['child._links.alternate.resolves'],
    ...changeBatches((batch) => {
      const [first] = batch.jobs;
      for (const job of batch.jobs) if (first && job._links.alternate) job._links.alternate = first._links.self;
    }),
  },
  {
    name: 'a completed job without its output',
    noticedBy: ['output.present'],
    ...changeChildren((child) => {
      child.output = null;
    }),
  },
  {
    name: 'an output without its size',
    noticedBy: ['output.size', 'child.output'],
    ...changeOutputs((output) => {
      delete output.size;
    }),
  },
  {
    name: 'an output without its duration',
    noticedBy: ['output.duration', 'child.output'],
    ...changeOutputs((output) => {
      output.duration = null;
    }),
  },
  {
    name: 'the audio’s address is not a URL',
    noticedBy: ['output.url'],
    ...changeOutputs((output) => {
      output.url = new URL(String(output.url)).pathname;
    }),
  },
  {
    name: 'size off by one',
    noticedBy: ['output.true.mp3', 'output.true.wav'],
    ...changeOutputs((output) => {
      output.size = Number(output.size) + 1;
    }),
  },
  {
    name: 'duration in milliseconds',
    noticedBy: ['output.true.wav', 'output.true.mp3'],
    ...changeOutputs((output) => {
      output.duration = Number(output.duration) * 1000;
    }),
  },
  {
    name: 'duration in whole seconds',
    noticedBy: ['output.true.wav', 'output.true.flac'],
    ...changeOutputs((output) => {
      output.duration = Math.round(Number(output.duration));
    }),
  },
  {
    name: 'duration 5 % too long',
    noticedBy: ['output.true.wav'],
    ...changeOutputs((output) => {
      output.duration = Number(output.duration) * 1.05;
    }),
  },
];
