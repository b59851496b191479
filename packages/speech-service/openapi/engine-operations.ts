// Used by the application's window; other programs edit the configuration file instead.
import { ENGINES_PATH } from '@lectern/tts-protocol';
import { binaryContent, jsonContent, type Operation, type OperationResponse } from './operation.ts';

const NAME_PARAMETER = [{ name: 'name', in: 'path', description: 'The name of the engine.' }] as const;

const anyObject = { 'application/json': { schema: { type: 'object' } } } as const;

const UNUSABLE_ENGINE = {
  422: '`ENGINE_PROBLEM`: the request failed. `problem` contains the `kind` of problem and, if available, the `status` and message (`detail`) of the engine’s server.',
};

const ENGINE_LIST: OperationResponse = {
  description: 'The configured engines.',
  content: jsonContent('EngineList'),
};

const commonFields = { tag: 'Engines', isLimited: false } as const;

export const ENGINE_OPERATIONS: readonly Operation[] = [
  {
    ...commonFields,
    method: 'get',
    path: ENGINES_PATH,
    id: 'listEngines',
    summary: 'List configured engines',
    answers: { 200: ENGINE_LIST },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/look`,
    id: 'findEngines',
    summary: 'Discover voice servers',
    description: 'Looks for voice servers on their default ports on this machine.',
    answers: { 200: { description: 'The servers that were found, with their voices.', content: anyObject } },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/ask`,
    id: 'askEngine',
    summary: 'List the voices of a voice server',
    body: { content: jsonContent('EngineQuestion'), required: true },
    answers: { 200: { description: 'The server, with its models and voices.', content: anyObject } },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/try`,
    id: 'tryEngine',
    summary: 'Speak a test sentence',
    description: 'Uses the engine settings in the request, without saving them.',
    body: { content: jsonContent('EngineTrial'), required: true },
    answers: { 200: { description: 'The spoken sentence.', content: binaryContent('audio/wav') } },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/{name}/save`,
    id: 'saveEngine',
    summary: 'Create or update an engine',
    description:
      'The change takes effect immediately, but doesn’t affect speech in progress. Waiting jobs fail if their voice no longer exists.',
    parameters: NAME_PARAMETER,
    body: { content: jsonContent('EngineChange'), required: true },
    answers: { 200: ENGINE_LIST },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/{name}/remove`,
    id: 'removeEngine',
    summary: 'Remove an engine',
    description: 'Removes the engine and its key from the configuration.',
    parameters: NAME_PARAMETER,
    answers: { 200: ENGINE_LIST },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/{name}/restore`,
    id: 'restoreEngine',
    summary: 'Restore a removed engine',
    description:
      'Restores an engine and its key that were removed since the service started. Has no effect if there is no such engine, or if its name is in use again.',
    parameters: NAME_PARAMETER,
    answers: { 200: ENGINE_LIST },
    errors: UNUSABLE_ENGINE,
  },
];
