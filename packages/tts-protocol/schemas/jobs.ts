// Batches and child jobs ("Resources and their fields").
import { z } from 'zod';
import { customIdSchema, httpUrlSchema, inputParametersShape } from './input-parameters.ts';
import { lenientObject } from './parse.ts';
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

/** The input is only compared with the submitted one, so its bounds aren't checked. */
const lenientEchoedInputSchema = lenientObject(
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

export const lenientWebhookResultSchema = lenientObject({ called_at: z.string(), response_status: z.int() }, []);
export type LenientWebhookResult = z.infer<typeof lenientWebhookResultSchema>;

/** Lenient: only the URL is required, which is enough to download the audio. */
export const lenientOutputSchema = lenientObject({ ...outputShape, url: z.string().min(1) }, ['url']);
export type LenientOutput = z.infer<typeof lenientOutputSchema>;

/** Lenient: an unknown status is parsed as absent, which means unfinished. `error_message` is undocumented. */
export const lenientChildJobSchema = lenientObject(
  {
    id: z.string(),
    custom_id: z.string(),
    status: jobStatusSchema,
    input: lenientEchoedInputSchema,
    output: lenientOutputSchema,
    webhook_result: lenientWebhookResultSchema,
    error_message: z.string(),
    error: z.string(),
    message: z.string(),
    _links: lenientObject({ self: lenientLinkSchema, batch: lenientLinkSchema }, []),
  },
  [],
);
export type LenientChildJob = z.infer<typeof lenientChildJobSchema>;

/** Lenient: skips children that aren't objects; the others are parsed individually. */
export const lenientBatchJobSchema = lenientObject(
  {
    id: z.string(),
    status: jobStatusSchema,
    webhook_result: lenientWebhookResultSchema,
    jobs: z
      .array(lenientChildJobSchema.or(z.unknown().transform(() => null)))
      .transform((jobs) => jobs.filter((j) => j !== null)),
    _links: lenientObject({ self: lenientLinkSchema }, []),
  },
  [],
);
export type LenientBatchJob = z.infer<typeof lenientBatchJobSchema>;
