import { HEALTH_PATH, PATHS } from '@lectern/tts-protocol';
import { ARTICLE_STATUS_PATH } from '../routes/conversions.ts';
import { ENGINE_OPERATIONS } from './engine-operations.ts';
import { AUDIO, bytes, json, listOf, type Operation, type Parameter, schemaRef } from './operation.ts';

const JOB_NOT_FOUND = { 404: '`NOT_FOUND`: there is no such job, or it is another account’s.' };
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

const SPEECH_OPERATIONS: readonly Operation[] = [
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
    errors: JOB_NOT_FOUND,
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
    errors: JOB_NOT_FOUND,
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
      ...JOB_NOT_FOUND,
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

const anyObject = { 'application/json': { schema: { type: 'object' } } };

const VOICE_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: PATHS.voices,
    id: 'listVoices',
    tag: 'Voices',
    summary: 'List the prebuilt voices.',
    answers: { 200: { description: 'The voices.', content: listOf('Voice') } },
    isLimited: true,
  },
  {
    method: 'get',
    path: PATHS.clonedVoices,
    id: 'listClonedVoices',
    tag: 'Voices',
    summary: 'List the account’s cloned voices.',
    answers: { 200: { description: 'The cloned voices.', content: listOf('ClonedVoice') } },
    isLimited: true,
  },
  {
    method: 'post',
    path: PATHS.instantClone,
    id: 'createInstantClone',
    tag: 'Voices',
    summary: 'Clone a voice from a sample.',
    body: {
      content: {
        'multipart/form-data': {
          schema: {
            allOf: [
              { ...schemaRef('CloneFields') },
              {
                type: 'object',
                properties: { sample_file: { type: 'string', format: 'binary', description: 'The sample.' } },
                required: ['sample_file'],
              },
            ],
          },
        },
      },
      required: true,
    },
    answers: { 201: { description: 'The cloned voice.', content: json('ClonedVoice') } },
    isLimited: true,
  },
  {
    method: 'delete',
    path: PATHS.clonedVoices,
    id: 'deleteClonedVoice',
    tag: 'Voices',
    summary: 'Delete a cloned voice.',
    body: { content: json('CloneDeletion'), required: true },
    answers: { 200: { description: 'What was deleted.', content: json('CloneDeleted') } },
    errors: { 404: '`NOT_FOUND`: there is no such voice, or it is another account’s.' },
    isLimited: true,
  },
  {
    method: 'get',
    path: '/samples/{file}',
    id: 'readSample',
    tag: 'Files',
    summary: 'Fetch the sample of a voice.',
    parameters: [
      { name: 'file', in: 'path', description: 'As the listing has it.' },
      { name: 'expires', in: 'query', description: 'Of a cloned voice’s sample: until when the address is good.' },
      { name: 'signature', in: 'query', description: 'Of a cloned voice’s sample: who gave it out.' },
    ],
    answers: {
      200: { description: 'The sample.', content: bytes('audio/mpeg') },
      206: { description: 'The range that was asked for.', content: bytes('audio/mpeg') },
      304: { description: 'It is the one that is known already.' },
    },
    errors: {
      403: '`ADDRESS_INVALID`: the address has expired.',
      404: '`NOT_FOUND`: there is no such sample.',
      416: 'No byte of it is in the range.',
    },
    isLimited: false,
    isOpen: true,
  },
];

const LEASE_OPERATION: Operation = {
  method: 'post',
  path: PATHS.leases,
  id: 'createLease',
  tag: 'Leases',
  summary: 'Get a lease: where to stream, and for how long.',
  description:
    '64 opaque bytes; the moment it was made, in seconds since 1519257480, and the seconds for which it is good, as 32-bit integers (big-endian); then JSON with `inference_address` and `premium_inference_address`.',
  body: { content: json('LeaseRequest'), required: false },
  answers: { 201: { description: 'The lease.', content: bytes('application/octet-stream') } },
  isLimited: true,
};

const AUDIO_OPERATION: Operation = {
  method: 'get',
  path: '/audio/{file}',
  id: 'readAudio',
  tag: 'Files',
  summary: 'Fetch audio at the signed address that a job gives.',
  parameters: [
    { name: 'file', in: 'path', description: 'The name of the file.' },
    { name: 'expires', in: 'query', description: 'Until when the address is good.', required: true },
    { name: 'signature', in: 'query', description: 'Who gave it out.', required: true },
    { name: 'range', in: 'header', description: 'One range of bytes.' },
  ],
  answers: {
    200: { description: 'The audio.', content: AUDIO },
    206: { description: 'The range that was asked for.', content: AUDIO },
    304: { description: 'It is the one that is known already.' },
  },
  errors: {
    403: '`ADDRESS_INVALID`: the address is forged or has expired.',
    404: '`NOT_FOUND`: the file is no longer there.',
    416: 'No byte of it is in the range.',
  },
  isLimited: false,
  isOpen: true,
};

const INTERNAL_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: HEALTH_PATH,
    id: 'health',
    tag: 'Operation',
    summary: 'Ask whether the service is well, and whose it is.',
    description:
      'With a challenge the answer has a `proof`: the HMAC-SHA-256, with the account’s key, of `lectern health 1`, the port and the challenge, a row each without an end of the last one, as hexadecimal digits. So a program that has the key can make sure of the service before it sends the key.',
    parameters: [{ name: 'challenge', in: 'query', description: '64 hexadecimal digits (0-9, a-f), drawn by chance.' }],
    answers: { 200: { description: 'It is.', content: anyObject } },
    isLimited: false,
    isOpen: true,
  },
  {
    method: 'get',
    path: '/internal/stats',
    id: 'stats',
    tag: 'Operation',
    summary: 'Count batches and jobs.',
    answers: { 200: { description: 'The counts.', content: anyObject } },
    isLimited: false,
  },
  {
    method: 'get',
    path: '/internal/attach',
    id: 'attach',
    tag: 'Operation',
    summary: 'Hold on to a service that stops when no client does.',
    answers: {
      200: { description: 'A newline every 10 seconds, as long as it is held.', content: bytes('text/plain') },
    },
    isLimited: false,
  },
  ...ENGINE_OPERATIONS,
  {
    method: 'get',
    path: '/openapi.json',
    id: 'openapi',
    tag: 'Operation',
    summary: 'Read this description.',
    answers: { 200: { description: 'An OpenAPI 3.1 document.', content: anyObject } },
    isLimited: false,
    isOpen: true,
  },
];

export const OPERATIONS: readonly Operation[] = [
  ...SPEECH_OPERATIONS,
  ...VOICE_OPERATIONS,
  LEASE_OPERATION,
  AUDIO_OPERATION,
  ...INTERNAL_OPERATIONS,
];
