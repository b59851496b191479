// The schemas of the wire format, as JSON Schema: what is checked and what is described are the same.
import { z } from 'zod';
import {
  cloneDeletedSchema,
  cloneDeletionSchema,
  clonedVoiceSchema,
  cloneFieldsSchema,
} from '../../shared/service/clones.ts';
import {
  conversionCreatedSchema,
  conversionCreationSchema,
  conversionStatusSchema,
} from '../../shared/service/conversions.ts';
import { errorObjectSchema, rateLimitedSchema, unexpectedErrorSchema } from '../../shared/service/errors.ts';
import { completedEventSchema, generatingEventSchema } from '../../shared/service/events.ts';
import { batchCreationSchema } from '../../shared/service/input-parameters.ts';
import { batchJobSchema, childJobSchema } from '../../shared/service/jobs.ts';
import { singleJobSchema } from '../../shared/service/single-jobs.ts';
import { singleCreationSchema } from '../../shared/service/single-parameters.ts';
import { streamCreationSchema } from '../../shared/service/stream-parameters.ts';
import { voiceSchema } from '../../shared/service/voices.ts';
import { webhookBodySchema } from '../../shared/service/webhooks.ts';
import { leaseRequestSchema } from '../routes/leases.ts';

const NAMED = {
  BatchCreation: batchCreationSchema,
  BatchJob: batchJobSchema,
  ChildJob: childJobSchema,
  SingleCreation: singleCreationSchema,
  SingleJob: singleJobSchema,
  GeneratingEvent: generatingEventSchema,
  CompletedEvent: completedEventSchema,
  StreamCreation: streamCreationSchema,
  Voice: voiceSchema,
  ClonedVoice: clonedVoiceSchema,
  CloneFields: cloneFieldsSchema,
  CloneDeletion: cloneDeletionSchema,
  CloneDeleted: cloneDeletedSchema,
  LeaseRequest: leaseRequestSchema,
  ConversionCreation: conversionCreationSchema,
  ConversionCreated: conversionCreatedSchema,
  ConversionStatus: conversionStatusSchema,
  WebhookBody: webhookBodySchema,
  Error: errorObjectSchema,
  RateLimited: rateLimitedSchema,
  Unexpected: unexpectedErrorSchema,
} as const satisfies Record<string, z.ZodType>;

export type SchemaName = keyof typeof NAMED;

/** A JSON Schema, of which nothing is asked but that it can be written. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const schemaRef = (name: SchemaName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** All of them by name, pointing to each other where one is a part of another. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  // As they are sent: absent and null are not yet the same.
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => String(schemaRef(id as SchemaName)['$ref']),
  });
  return Object.fromEntries(
    // Where a schema stands says both of these already.
    Object.entries(schemas).map(([name, { $schema: _version, $id: _place, ...schema }]) => [name, schema]),
  );
}
