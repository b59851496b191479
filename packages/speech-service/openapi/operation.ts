import {
  batchCreationSchema,
  batchJobSchema,
  childJobSchema,
  cloneDeletionResponseSchema,
  cloneDeletionSchema,
  clonedVoiceSchema,
  cloneFieldsSchema,
  completedEventSchema,
  conversionCreatedSchema,
  conversionCreationSchema,
  conversionStatusSchema,
  engineChangeSchema,
  engineListSchema,
  engineProbeSchema,
  engineTrialSchema,
  errorObjectSchema,
  generatingEventSchema,
  listedVoiceSchema,
  rateLimitedSchema,
  singleCreationSchema,
  singleJobSchema,
  streamCreationSchema,
  unexpectedErrorSchema,
  webhookBodySchema,
} from '@lectern/tts-protocol';
import { z } from 'zod';
import { leaseRequestSchema } from '../routes/stream.ts';

const NAMED_SCHEMAS = {
  BatchCreation: batchCreationSchema,
  BatchJob: batchJobSchema,
  ChildJob: childJobSchema,
  SingleCreation: singleCreationSchema,
  SingleJob: singleJobSchema,
  GeneratingEvent: generatingEventSchema,
  CompletedEvent: completedEventSchema,
  StreamCreation: streamCreationSchema,
  Voice: listedVoiceSchema,
  ClonedVoice: clonedVoiceSchema,
  CloneFields: cloneFieldsSchema,
  CloneDeletion: cloneDeletionSchema,
  CloneDeleted: cloneDeletionResponseSchema,
  LeaseRequest: leaseRequestSchema,
  ConversionCreation: conversionCreationSchema,
  ConversionCreated: conversionCreatedSchema,
  ConversionStatus: conversionStatusSchema,
  WebhookBody: webhookBodySchema,
  EngineQuestion: engineProbeSchema,
  EngineTrial: engineTrialSchema,
  EngineChange: engineChangeSchema,
  EngineList: engineListSchema,
  Error: errorObjectSchema,
  RateLimited: rateLimitedSchema,
  Unexpected: unexpectedErrorSchema,
} as const satisfies Record<string, z.ZodType>;

type SchemaName = keyof typeof NAMED_SCHEMAS;

export type JsonSchema = Readonly<Record<string, unknown>>;

export const schemaRef = (name: SchemaName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  // Describe the request side, before defaults and transforms apply.
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => String(schemaRef(id as SchemaName)['$ref']),
  });
  return Object.fromEntries(
    // Drop `$schema` and `$id`, which are redundant within the OpenAPI document.
    Object.entries(schemas).map(([name, { $schema: _version, $id: _place, ...schema }]) => [name, schema]),
  );
}

export type MediaContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface OperationResponse {
  readonly description: string;
  readonly content?: MediaContent;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
}

export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: { readonly content: MediaContent; readonly required: boolean };
  readonly answers: Readonly<Record<number, OperationResponse>>;
  readonly errors?: Readonly<Record<number, string>>;
  readonly isLimited: boolean;
  readonly isOpen?: boolean;
}

export const jsonContent = (schema: SchemaName): MediaContent => ({
  'application/json': { schema: schemaRef(schema) },
});

export const jsonListContent = (schema: SchemaName): MediaContent => ({
  'application/json': { schema: { type: 'array', items: schemaRef(schema) } },
});

export const binaryContent = (...mediaTypes: readonly string[]): MediaContent =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

export const AUDIO = binaryContent('audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac');

const errorResponse = (description: string, schema: SchemaName = 'Error'): OperationResponse => ({
  description,
  content: jsonContent(schema),
});

const RATE_LIMITED: OperationResponse = {
  ...errorResponse('Too many requests or characters within a minute. The body is a JSON string.', 'RateLimited'),
  headers: { 'Retry-After': 'The number of seconds to wait before retrying, from 1 to 60.' },
};

function sharedErrors({ body, isOpen = false, isLimited }: Operation): Record<number, OperationResponse> {
  return {
    400: errorResponse('`INVALID_PARAMETERS`: the message names each wrong field.'),
    ...(isOpen ? {} : { 401: errorResponse('`UNAUTHORIZED`: the credentials are missing, malformed or invalid.') }),
    403: errorResponse(
      `\`ORIGIN_NOT_ALLOWED\`: the request comes from a web page of another site.${isOpen ? '' : ' `UNSUPPORTED_PLAN`: the account has no API access, or its monthly characters are used up.'}`,
    ),
    405: errorResponse(
      '`METHOD_NOT_ALLOWED`: the path doesn’t support the method. The `Allow` header lists the supported methods.',
    ),
    ...(body === undefined
      ? {}
      : {
          413: errorResponse('`PAYLOAD_TOO_LARGE`: the body is too large.'),
          415: errorResponse('`UNSUPPORTED_MEDIA_TYPE`: the body has an unsupported media type, charset or encoding.'),
        }),
    421: errorResponse(
      '`MISDIRECTED_REQUEST`: the `Host` header names neither this machine nor the address that the service listens on.',
    ),
    ...(isLimited ? { 429: RATE_LIMITED } : {}),
    500: errorResponse('An unexpected error.', 'Unexpected'),
  };
}

const toResponseObject = ({ headers, ...answer }: OperationResponse): object => ({
  ...answer,
  ...(headers === undefined
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
        ),
      }),
});

export function operationObject(operation: Operation): object {
  const { id, tag, summary, description, parameters = [], body, answers, errors = {}, isOpen = false } = operation;
  const own = Object.entries(errors).map(([status, what]): [string, OperationResponse] => [
    status,
    errorResponse(what),
  ]);
  const all: Record<string, OperationResponse> = { ...sharedErrors(operation), ...Object.fromEntries(own), ...answers };
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(isOpen ? { security: [] } : {}),
    parameters: parameters.map((parameter) => ({
      ...parameter,
      required: parameter.required ?? parameter.in === 'path',
      schema: { type: 'string' },
    })),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: Object.fromEntries(Object.entries(all).map(([status, answer]) => [status, toResponseObject(answer)])),
  };
}
