// What makes speech, and what reads it: described.
import { PATHS } from '../../shared/service/requests.ts';
import { ARTICLE_STATUS_PATH } from '../routes/conversions.ts';
import { AUDIO, json, type Operation, type Parameter } from './operation.ts';

const NO_SUCH_JOB = { 404: '`NOT_FOUND`: there is no such job, or it is another account’s.' };
const LOCATION = { Location: 'The address at which it is read.' };
const EVENTS = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'Events `generating` (data: GeneratingEvent), `ping` (a timestamp as plain text) and, last, `completed` (data: CompletedEvent).',
    },
  },
};

const ACCEPT: Parameter = {
  name: 'accept',
  in: 'header',
  description: '`text/event-stream` for events of its progress; else JSON.',
};
const BATCH_ID: Parameter = { name: 'batchId', in: 'path', description: 'The identifier of the batch.' };

export const SPEECH_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: PATHS.batches,
    id: 'createBatch',
    tag: 'Batches',
    summary: 'Make a batch of 1 to 50 jobs, which are worked on in their turn.',
    description:
      'When a job ends, its own `webhook_url` is called, or else the batch’s; when all have ended, the batch’s. The body of a call is a WebhookBody.',
    body: { content: json('BatchCreation'), required: true },
    answers: { 201: { description: 'The batch, accepted.', content: json('BatchJob'), headers: LOCATION } },
    isLimited: true,
  },
  {
    method: 'get',
    path: `${PATHS.batches}/{batchId}`,
    id: 'readBatch',
    tag: 'Batches',
    summary: 'Read a batch with its jobs, in the order given.',
    parameters: [BATCH_ID],
    answers: { 200: { description: 'The batch.', content: json('BatchJob') } },
    errors: { 404: '`NOT_FOUND`: there is no such batch, or it is another account’s.' },
    isLimited: true,
  },
  {
    method: 'get',
    path: `${PATHS.batches}/{batchId}/job/{jobId}`,
    id: 'readJob',
    tag: 'Batches',
    summary: 'Read one job of a batch.',
    parameters: [BATCH_ID, { name: 'jobId', in: 'path', description: 'The identifier of the job.' }],
    answers: { 200: { description: 'The job.', content: json('ChildJob') } },
    errors: NO_SUCH_JOB,
    isLimited: true,
  },
  {
    method: 'get',
    path: `${PATHS.batches}/{batchId}/job/custom-id/{customId}`,
    id: 'readJobByCustomId',
    tag: 'Batches',
    summary: 'Read one job of a batch by its custom id.',
    parameters: [BATCH_ID, { name: 'customId', in: 'path', description: 'What its maker calls it.' }],
    answers: { 200: { description: 'The job.', content: json('ChildJob') } },
    errors: NO_SUCH_JOB,
    isLimited: true,
  },
  {
    method: 'post',
    path: PATHS.single,
    id: 'createSingle',
    tag: 'Single jobs',
    summary: 'Make one audio file, and watch its progress if wanted.',
    parameters: [ACCEPT],
    body: { content: json('SingleCreation'), required: true },
    answers: {
      200: { description: 'Events, where they were asked for; the job is made.', content: EVENTS, headers: LOCATION },
      201: { description: 'The job, accepted.', content: json('SingleJob'), headers: LOCATION },
    },
    isLimited: true,
  },
  {
    method: 'get',
    path: `${PATHS.single}/{id}`,
    id: 'readSingle',
    tag: 'Single jobs',
    summary: 'Read a single job: as JSON, as events, or its audio.',
    parameters: [
      { name: 'id', in: 'path', description: 'The identifier of the job.' },
      {
        ...ACCEPT,
        description: '`text/event-stream` for events, `audio/*` or its own media type for its audio; else JSON.',
      },
    ],
    answers: {
      200: {
        description: 'The job, its events or its audio.',
        content: { ...json('SingleJob'), ...EVENTS, ...AUDIO },
      },
    },
    errors: {
      ...NO_SUCH_JOB,
      406: '`NOT_ACCEPTABLE`: its audio is of another type than those that are asked for.',
    },
    isLimited: true,
  },
  {
    method: 'post',
    path: PATHS.stream,
    id: 'stream',
    tag: 'Streams',
    summary: 'Speak a text of at most 20,000 characters; the audio leaves while it is made.',
    body: { content: json('StreamCreation'), required: true },
    answers: { 200: { description: 'The audio, in the `output_format` that was asked for.', content: AUDIO } },
    isLimited: true,
  },
  {
    method: 'post',
    path: PATHS.convert,
    id: 'convert',
    tag: 'Version 1',
    summary: 'Speak paragraphs, as version 1 of the interface has it.',
    body: { content: json('ConversionCreation'), required: true },
    answers: {
      201: { description: 'The conversion, accepted.', content: json('ConversionCreated'), headers: LOCATION },
    },
    isLimited: true,
  },
  {
    method: 'get',
    path: ARTICLE_STATUS_PATH,
    id: 'readConversion',
    tag: 'Version 1',
    summary: 'Read how far a conversion is.',
    parameters: [{ name: 'transcriptionId', in: 'query', description: 'Its identifier.', required: true }],
    answers: { 200: { description: 'The conversion.', content: json('ConversionStatus') } },
    errors: { 404: '`NOT_FOUND`: there is no such conversion, or it is another account’s.' },
    isLimited: true,
  },
];
