import { HEALTH_PATH, PATHS } from '@lectern/tts-protocol';
import { ARTICLE_STATUS_PATH } from '../routes/conversions.ts';
import { ENGINE_OPERATIONS } from './engine-operations.ts';
import {
  AUDIO,
  binaryContent,
  jsonContent,
  jsonListContent,
  type Operation,
  type Parameter,
  schemaRef,
} from './operation.ts';

const JOB_NOT_FOUND = { 404: '`NOT_FOUND`: the job doesn’t exist or belongs to another account.' };
const LOCATION = { Location: 'The URL of the created resource.' };
const EVENTS = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'Server-sent events: `generating` (data: GeneratingEvent), `ping` (data: a plain-text timestamp), and finally `completed` (data: CompletedEvent). If the job fails, the stream ends with a comment that gives the reason.',
    },
  },
};

const ACCEPT: Parameter = {
  name: 'accept',
  in: 'header',
  description: '`text/event-stream` for progress events; otherwise, the response is JSON.',
};
const BATCH_ID: Parameter = { name: 'batchId', in: 'path', description: 'The ID of the batch.' };

const SPEECH_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: PATHS.batches,
    id: 'createBatch',
    tag: 'Batches',
    summary: 'Create a batch of 1 to 50 jobs',
    description:
      'Jobs are processed asynchronously. When a job ends, the service calls the job’s `webhook_url`, or the batch’s if the job has none. When all jobs have ended, it calls the batch’s `webhook_url`. The body of each call is a WebhookBody.',
    body: { content: jsonContent('BatchCreation'), required: true },
    answers: { 201: { description: 'The created batch.', content: jsonContent('BatchJob'), headers: LOCATION } },
    isLimited: true,
  },
  {
    method: 'get',
    path: `${PATHS.batches}/{batchId}`,
    id: 'readBatch',
    tag: 'Batches',
    summary: 'Retrieve a batch',
    parameters: [BATCH_ID],
    answers: {
      200: { description: 'The batch, with its jobs in the order of the request.', content: jsonContent('BatchJob') },
    },
    errors: { 404: '`NOT_FOUND`: the batch doesn’t exist or belongs to another account.' },
    isLimited: true,
  },
  {
    method: 'get',
    path: `${PATHS.batches}/{batchId}/job/{jobId}`,
    id: 'readJob',
    tag: 'Batches',
    summary: 'Retrieve a job of a batch',
    parameters: [BATCH_ID, { name: 'jobId', in: 'path', description: 'The ID of the job.' }],
    answers: { 200: { description: 'The job.', content: jsonContent('ChildJob') } },
    errors: JOB_NOT_FOUND,
    isLimited: true,
  },
  {
    method: 'get',
    path: `${PATHS.batches}/{batchId}/job/custom-id/{customId}`,
    id: 'readJobByCustomId',
    tag: 'Batches',
    summary: 'Retrieve a job of a batch by its custom ID',
    parameters: [
      BATCH_ID,
      { name: 'customId', in: 'path', description: 'The `custom_id` that was given when the job was created.' },
    ],
    answers: { 200: { description: 'The job.', content: jsonContent('ChildJob') } },
    errors: JOB_NOT_FOUND,
    isLimited: true,
  },
  {
    method: 'post',
    path: PATHS.single,
    id: 'createSingle',
    tag: 'Single jobs',
    summary: 'Create a single job',
    description: 'Generates one audio file asynchronously. The response can stream the progress of the job.',
    parameters: [ACCEPT],
    body: { content: jsonContent('SingleCreation'), required: true },
    answers: {
      200: { description: 'The progress events of the created job, if requested.', content: EVENTS, headers: LOCATION },
      201: { description: 'The created job.', content: jsonContent('SingleJob'), headers: LOCATION },
    },
    isLimited: true,
  },
  {
    method: 'get',
    path: `${PATHS.single}/{id}`,
    id: 'readSingle',
    tag: 'Single jobs',
    summary: 'Retrieve a single job, its progress events or its audio',
    parameters: [
      { name: 'id', in: 'path', description: 'The ID of the job.' },
      {
        ...ACCEPT,
        description:
          '`text/event-stream` for progress events; `audio/*` or the audio’s own media type for the audio; otherwise, the response is JSON.',
      },
    ],
    answers: {
      200: {
        description: 'The job, its progress events or its audio.',
        content: { ...jsonContent('SingleJob'), ...EVENTS, ...AUDIO },
      },
    },
    errors: {
      404: '`NOT_FOUND`: the job doesn’t exist or belongs to another account, or its audio was requested but isn’t available.',
      406: '`NOT_ACCEPTABLE`: the client accepts only audio in a different format.',
    },
    isLimited: true,
  },
  {
    method: 'post',
    path: PATHS.stream,
    id: 'stream',
    tag: 'Streams',
    summary: 'Stream speech',
    description: 'Speaks up to 20,000 characters of text, and sends the audio while it is being generated.',
    body: { content: jsonContent('StreamCreation'), required: true },
    answers: { 200: { description: 'The audio, in the requested `output_format`.', content: AUDIO } },
    isLimited: true,
  },
  {
    method: 'post',
    path: PATHS.convert,
    id: 'convert',
    tag: 'Version 1',
    summary: 'Convert paragraphs to speech',
    description: 'The version 1 equivalent of creating a single job.',
    body: { content: jsonContent('ConversionCreation'), required: true },
    answers: {
      201: { description: 'The created conversion.', content: jsonContent('ConversionCreated'), headers: LOCATION },
    },
    isLimited: true,
  },
  {
    method: 'get',
    path: ARTICLE_STATUS_PATH,
    id: 'readConversion',
    tag: 'Version 1',
    summary: 'Retrieve the status of a conversion',
    parameters: [{ name: 'transcriptionId', in: 'query', description: 'The ID of the conversion.', required: true }],
    answers: { 200: { description: 'The status of the conversion.', content: jsonContent('ConversionStatus') } },
    errors: { 404: '`NOT_FOUND`: the conversion doesn’t exist or belongs to another account.' },
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
    summary: 'List prebuilt voices',
    answers: { 200: { description: 'The prebuilt voices.', content: jsonListContent('Voice') } },
    isLimited: true,
  },
  {
    method: 'get',
    path: PATHS.clonedVoices,
    id: 'listClonedVoices',
    tag: 'Voices',
    summary: 'List cloned voices',
    answers: { 200: { description: 'The account’s cloned voices.', content: jsonListContent('ClonedVoice') } },
    isLimited: true,
  },
  {
    method: 'post',
    path: PATHS.instantClone,
    id: 'createInstantClone',
    tag: 'Voices',
    summary: 'Create a cloned voice',
    body: {
      content: {
        'multipart/form-data': {
          schema: {
            allOf: [
              { ...schemaRef('CloneFields') },
              {
                type: 'object',
                properties: {
                  sample_file: {
                    type: 'string',
                    format: 'binary',
                    description: 'The audio sample to clone: a WAV, MP3, Ogg or FLAC file.',
                  },
                },
                required: ['sample_file'],
              },
            ],
          },
        },
      },
      required: true,
    },
    answers: { 201: { description: 'The created voice.', content: jsonContent('ClonedVoice') } },
    isLimited: true,
  },
  {
    method: 'delete',
    path: PATHS.clonedVoices,
    id: 'deleteClonedVoice',
    tag: 'Voices',
    summary: 'Delete a cloned voice',
    body: { content: jsonContent('CloneDeletion'), required: true },
    answers: { 200: { description: 'A confirmation, with the deleted voice.', content: jsonContent('CloneDeleted') } },
    errors: { 404: '`NOT_FOUND`: the voice doesn’t exist or belongs to another account.' },
    isLimited: true,
  },
  {
    method: 'get',
    path: '/samples/{file}',
    id: 'readSample',
    tag: 'Files',
    summary: 'Download a voice sample',
    parameters: [
      { name: 'file', in: 'path', description: 'The file name in the voice’s `sample` URL.' },
      {
        name: 'expires',
        in: 'query',
        description: 'The expiry time, in seconds since the Unix epoch. Required for samples of cloned voices.',
      },
      {
        name: 'signature',
        in: 'query',
        description: 'The signature of the URL. Required for samples of cloned voices.',
      },
    ],
    answers: {
      200: { description: 'The sample.', content: binaryContent('audio/mpeg') },
      206: { description: 'The requested byte range.', content: binaryContent('audio/mpeg') },
      304: { description: 'Not modified.' },
    },
    errors: {
      403: '`ADDRESS_INVALID`: the URL has expired.',
      404: '`NOT_FOUND`: the sample doesn’t exist, or the signature is invalid.',
      416: 'The requested byte range is not satisfiable.',
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
  summary: 'Create a streaming lease',
  description:
    'A lease consists of 64 opaque bytes, two big-endian 32-bit integers, and JSON. The integers are the creation time, in seconds since 1519257480 (Unix time), and the validity period, in seconds. The JSON object contains the streaming URLs, `inference_address` and `premium_inference_address`.',
  body: { content: jsonContent('LeaseRequest'), required: false },
  answers: { 201: { description: 'The lease.', content: binaryContent('application/octet-stream') } },
  isLimited: true,
};

const AUDIO_OPERATION: Operation = {
  method: 'get',
  path: '/audio/{file}',
  id: 'readAudio',
  tag: 'Files',
  summary: 'Download an audio file',
  description: 'Use the signed URL in the output of a job.',
  parameters: [
    { name: 'file', in: 'path', description: 'The name of the file.' },
    { name: 'expires', in: 'query', description: 'The expiry time, in seconds since the Unix epoch.', required: true },
    { name: 'signature', in: 'query', description: 'The signature of the URL.', required: true },
    { name: 'range', in: 'header', description: 'A single byte range.' },
  ],
  answers: {
    200: { description: 'The audio.', content: AUDIO },
    206: { description: 'The requested byte range.', content: AUDIO },
    304: { description: 'Not modified.' },
  },
  errors: {
    403: '`ADDRESS_INVALID`: the URL’s signature is invalid, or the URL has expired.',
    404: '`NOT_FOUND`: the file no longer exists.',
    416: 'The requested byte range is not satisfiable.',
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
    summary: 'Check the health of the service',
    description:
      'With a `challenge`, the response can contain a `proof` that the service has the account’s API key, so that clients can verify the service before they send the key. The proof is an HMAC-SHA-256 in hexadecimal, with the API key as the secret. Its message has three lines, without a trailing newline: `lectern health 1`, the port, and the challenge.',
    parameters: [{ name: 'challenge', in: 'query', description: '64 random hexadecimal digits, in lower case.' }],
    answers: { 200: { description: 'The service is running.', content: anyObject } },
    isLimited: false,
    isOpen: true,
  },
  {
    method: 'get',
    path: '/internal/stats',
    id: 'stats',
    tag: 'Operation',
    summary: 'Count batches and jobs',
    answers: { 200: { description: 'The number of batches, and the number of jobs by status.', content: anyObject } },
    isLimited: false,
  },
  {
    method: 'get',
    path: '/internal/attach',
    id: 'attach',
    tag: 'Operation',
    summary: 'Keep the service running',
    description: 'A service that was started with `--attached` stops soon after the last of these requests is closed.',
    answers: {
      200: {
        description: 'A newline every 10 seconds, until the client disconnects or the service stops.',
        content: binaryContent('text/plain'),
      },
    },
    isLimited: false,
  },
  ...ENGINE_OPERATIONS,
  {
    method: 'get',
    path: '/openapi.json',
    id: 'openapi',
    tag: 'Operation',
    summary: 'Retrieve this document',
    answers: { 200: { description: 'The OpenAPI 3.1 document.', content: anyObject } },
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
