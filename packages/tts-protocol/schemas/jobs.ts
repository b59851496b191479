// Batches and child jobs ("Resources and their fields").
import { z } from 'zod';
import { customIdSchema, httpUrlSchema, inputParametersShape } from './input-parameters.ts';
import { reading } from './parse.ts';
import { parameterShape } from './speech-parameters.ts';
import { jobStatusSchema } from './vocabulary.ts';

const dateTimeSchema = z.iso.datetime({ offset: true });

/** `href` is absolute, or relative to the URL of the response. */
export const resourceLinkSchema = z.object({ href: z.string().min(1), description: z.string() });

const webhookShape = {
  webhook_url: httpUrlSchema.nullish(),
  webhook_result: z.object({ called_at: dateTimeSchema, response_status: z.int() }).nullish(),
};

export const outputShape = {
  duration: z.number().min(0),
  /** In bytes. */
  size: z.int().min(0),
  url: httpUrlSchema,
};
export const outputSchema = z.object(outputShape);
export type Output = z.infer<typeof outputSchema>;

/** A child job exactly as specified: returned by the local service and expected by conformance tests. */
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

export const batchJobSchema = z.object({
  id: z.string().regex(/^bb-.+/),
  created_at: dateTimeSchema,
  status: jobStatusSchema,
  ...webhookShape,
  jobs: z.array(childJobSchema),
  _links: z.object({ self: resourceLinkSchema }),
});
export type BatchJob = z.input<typeof batchJobSchema>;

const lenientLinkSchema = z.object({ href: z.string().min(1) });

/** Only compared with the submitted input, so bounds aren't checked. */
const lenientEchoedInputSchema = reading(
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
export type EchoedInput = z.infer<typeof lenientEchoedInputSchema>;

export const lenientWebhookResultSchema = reading({ called_at: z.string(), response_status: z.int() }, []);
export type WebhookResultReading = z.infer<typeof lenientWebhookResultSchema>;

/** Lenient: only the URL is required, which is enough to download the audio. */
export const outputReading = reading({ ...outputShape, url: z.string().min(1) }, ['url']);
export type OutputReading = z.infer<typeof outputReading>;

/** Lenient: an unknown status is parsed as absent, which means unfinished. `error_message` is undocumented. */
export const childJobReading = reading(
  {
    id: z.string(),
    custom_id: z.string(),
    status: jobStatusSchema,
    input: lenientEchoedInputSchema,
    output: outputReading,
    webhook_result: lenientWebhookResultSchema,
    error_message: z.string(),
    error: z.string(),
    message: z.string(),
    _links: reading({ self: lenientLinkSchema, batch: lenientLinkSchema }, []),
  },
  [],
);
export type ChildJobReading = z.infer<typeof childJobReading>;

/** Lenient: skips children that aren't objects; the others are parsed individually. */
export const batchJobReading = reading(
  {
    id: z.string(),
    status: jobStatusSchema,
    webhook_result: lenientWebhookResultSchema,
    jobs: z
      .array(childJobReading.or(z.unknown().transform(() => null)))
      .transform((jobs) => jobs.filter((j) => j !== null)),
    _links: reading({ self: lenientLinkSchema }, []),
  },
  [],
);
export type BatchJobReading = z.infer<typeof batchJobReading>;
