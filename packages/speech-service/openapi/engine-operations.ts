// Used by the application's window; other programs edit the configuration file instead.
import { ENGINES_PATH } from '@lectern/tts-protocol';
import { type Answer, bytes, json, type Operation } from './operation.ts';

const NAME_PARAMETER = [{ name: 'name', in: 'path', description: 'The name of the engine.' }] as const;

const anyObject = { 'application/json': { schema: { type: 'object' } } } as const;

const UNUSABLE_ENGINE = {
  422: '`ENGINE_PROBLEM`: it can’t be done; `problem` says why as a kind, with the status and the words of the server.',
};

const ENGINE_LIST: Answer = { description: 'The engines that there are now.', content: json('EngineList') };

const commonFields = { tag: 'Engines', isLimited: false } as const;

export const ENGINE_OPERATIONS: readonly Operation[] = [
  {
    ...commonFields,
    method: 'get',
    path: ENGINES_PATH,
    id: 'listEngines',
    summary: 'List the engines elsewhere that the configuration of speech names.',
    answers: { 200: ENGINE_LIST },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/look`,
    id: 'findEngines',
    summary: 'Look for voice servers at the usual ports of this machine.',
    answers: { 200: { description: 'Those that answered, with their voices.', content: anyObject } },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/ask`,
    id: 'askEngine',
    summary: 'Ask a server at an address for its voices.',
    body: { content: json('EngineQuestion'), required: true },
    answers: { 200: { description: 'What it has.', content: anyObject } },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/try`,
    id: 'tryEngine',
    summary: 'Have a sentence spoken by an engine that need not be kept.',
    body: { content: json('EngineTrial'), required: true },
    answers: { 200: { description: 'The sentence.', content: bytes('audio/wav') } },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/{name}/save`,
    id: 'saveEngine',
    summary: 'Keep an engine, and speak with it from now on.',
    description: 'What is being spoken goes on. Jobs that wait for a voice that is there no longer fail.',
    parameters: NAME_PARAMETER,
    body: { content: json('EngineChange'), required: true },
    answers: { 200: ENGINE_LIST },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/{name}/remove`,
    id: 'removeEngine',
    summary: 'Take an engine out of the configuration, and its key with it.',
    parameters: NAME_PARAMETER,
    answers: { 200: ENGINE_LIST },
    errors: UNUSABLE_ENGINE,
  },
  {
    ...commonFields,
    method: 'post',
    path: `${ENGINES_PATH}/{name}/restore`,
    id: 'restoreEngine',
    summary: 'Bring back an engine that was taken out since the service was started.',
    parameters: NAME_PARAMETER,
    answers: { 200: ENGINE_LIST },
    errors: UNUSABLE_ENGINE,
  },
];
