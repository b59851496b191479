// The batch job and its child jobs, as the service answers them ("Resources and their fields").
import { z } from 'zod';
import { customIdSchema, httpUrlSchema, inputParametersShape } from './input-parameters.ts';
import { reading } from './parse.ts';
import { parameterShape } from './speech-parameters.ts';
import { jobStatusSchema } from './vocabulary.ts';

const dateTimeSchema = z.iso.datetime({ offset: true });

/** A link may be absolute or relative to the address that it was read from. */
export const resourceLinkSchema = z.object({ href: z.string().min(1), description: z.string() });

const webhookShape = {
  webhook_url: httpUrlSchema.nullish(),
  webhook_result: z.object({ called_at: dateTimeSchema, response_status: z.int() }).nullish(),
};

export const outputShape = {
  /** Seconds. */
  duration: z.number().min(0),
  /** Bytes. */
  size: z.int().min(0),
  url: httpUrlSchema,
};
export const outputSchema = z.object(outputShape);
export type Output = z.infer<typeof outputSchema>;

/** A child job exactly as the interface describes it: what the local service answers and what a conformance test expects. */
export const childJobSchema = z.object({
  id: z.string().regex(/^bc-.+/),
  custom_id: customIdSchema.nullish(),
  created_at: dateTimeSchema,
  input: z.object(inputParametersShape),
  status: jobStatusSchema,
  output: outputSchema.nullish(),
  ...webhookShape,
  _links: z.object({
    self: resourceLinkSchema,
    batch: resourceLinkSchema,
    alternate: resourceLinkSchema.nullish(),
  }),
});
export type ChildJob = z.input<typeof childJobSchema>;

/** A batch job exactly as the interface describes it. */
export const batchJobSchema = z.object({
  id: z.string().regex(/^bb-.+/),
  created_at: dateTimeSchema,
  status: jobStatusSchema,
  ...webhookShape,
  jobs: z.array(childJobSchema),
  _links: z.object({ self: resourceLinkSchema }),
});
export type BatchJob = z.input<typeof batchJobSchema>;

const linkReading = z.object({ href: z.string().min(1) });

/** The input that a child job echoes, read for comparison only: values out of bounds stay as they are. */
const echoedInputReading = reading(
  {
    text: z.string(),
    voice: z.string(),
    voice_2: z.string(),
    turn_prefix: z.string(),
    turn_prefix_2: z.string(),
    output_format: z.string(),
    style: z.string(),
    markup: z.string(),
    ...parameterShape('echoed'),
  },
  [],
);
export type EchoedInput = z.infer<typeof echoedInputReading>;

/** The tolerant reading of what became of a webhook: when it was called, what was answered, or neither. */
export const webhookResultReading = reading({ called_at: z.string(), response_status: z.int() }, []);
export type WebhookResultReading = z.infer<typeof webhookResultReading>;

/** The tolerant reading of an output: only the address is needed to fetch the audio. */
export const outputReading = reading({ ...outputShape, url: z.string().min(1) }, ['url']);
export type OutputReading = z.infer<typeof outputReading>;

/**
 * The tolerant reading of a child job. A status that we do not know reads as absent, which is "not finished";
 * a reason for a failure is no documented field and is taken where a service gives one.
 */
export const childJobReading = reading(
  {
    id: z.string(),
    custom_id: z.string(),
    status: jobStatusSchema,
    input: echoedInputReading,
    output: outputReading,
    webhook_result: webhookResultReading,
    error_message: z.string(),
    error: z.string(),
    message: z.string(),
    _links: reading({ self: linkReading, batch: linkReading }, []),
  },
  [],
);
export type ChildJobReading = z.infer<typeof childJobReading>;

/** The tolerant reading of a batch: children that are no objects are left out, the others are read one by one. */
export const batchJobReading = reading(
  {
    id: z.string(),
    status: jobStatusSchema,
    webhook_result: webhookResultReading,
    jobs: z
      .array(childJobReading.or(z.unknown().transform(() => null)))
      .transform((jobs) => jobs.filter((j) => j !== null)),
    _links: reading({ self: linkReading }, []),
  },
  [],
);
export type BatchJobReading = z.infer<typeof batchJobReading>;
