// Voices, leases, files and what the service tells of itself: described.
import { HEALTH_PATH } from '../../shared/service/health.ts';
import { PATHS } from '../../shared/service/requests.ts';
import { AUDIO, bytes, json, listOf, type Operation } from './operation.ts';
import { schemaRef } from './schemas.ts';

const object = { 'application/json': { schema: { type: 'object' } } };

const VOICES: readonly Operation[] = [
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

const LEASES: Operation = {
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

const AUDIO_FILES: Operation = {
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

const OPERATION: readonly Operation[] = [
  {
    method: 'get',
    path: HEALTH_PATH,
    id: 'health',
    tag: 'Operation',
    summary: 'Ask whether the service is well, and whose it is.',
    description:
      'With a challenge the answer has a `proof`: the HMAC-SHA-256, with the account’s key, of `lectern health 1`, the port and the challenge, a row each without an end of the last one, as hexadecimal digits. So a program that has the key can make sure of the service before it sends the key.',
    parameters: [{ name: 'challenge', in: 'query', description: '64 hexadecimal digits (0-9, a-f), drawn by chance.' }],
    answers: { 200: { description: 'It is.', content: object } },
    isLimited: false,
    isOpen: true,
  },
  {
    method: 'get',
    path: '/internal/stats',
    id: 'stats',
    tag: 'Operation',
    summary: 'Count batches and jobs.',
    answers: { 200: { description: 'The counts.', content: object } },
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
  {
    method: 'get',
    path: '/openapi.json',
    id: 'openapi',
    tag: 'Operation',
    summary: 'Read this description.',
    answers: { 200: { description: 'An OpenAPI 3.1 document.', content: object } },
    isLimited: false,
    isOpen: true,
  },
];

export const OTHER_OPERATIONS: readonly Operation[] = [...VOICES, LEASES, AUDIO_FILES, ...OPERATION];
