import { z } from 'zod';
import { importChoicesSchema } from '../model/import-choices.ts';
import { MODEL_LIMITS, modelPlanSchema, modelReportSchema } from '../model/language-model.ts';
import { modelSpeakersSchema } from '../model/speaker-choices.ts';
import { request } from './request.ts';
import { keySchema, keyStorageSchema } from './settings-requests.ts';

const { requestsAtOnce, tokensPerRequest } = MODEL_LIMITS;
const priceSchema = z.number().min(0).max(1e9).nullable();

export const modelChoiceSchema = z.object({
  /** As entered by the producer. `modelAddress` normalises the value when it is saved. */
  baseUrl: z.string().trim().min(1).max(2_000),
  model: z.string().trim().max(200),
  keyStorage: keyStorageSchema,
  inputPrice: priceSchema,
  outputPrice: priceSchema,
  currency: z.string().trim().min(1).max(8),
  mostCost: priceSchema,
  requestsAtOnce: z.int().min(requestsAtOnce.min).max(requestsAtOnce.max),
  tokensPerRequest: z.int().min(tokensPerRequest.min).max(tokensPerRequest.max),
});

const modelSettingsSchema = modelChoiceSchema.extend({
  origin: z.string(),
  isLocal: z.boolean(),
  /** `missing`: a key was entered earlier but isn't available. */
  key: z.enum(['none', 'usable', 'missing']),
  hasConsent: z.boolean(),
});
export type ModelSettingsEntry = z.infer<typeof modelSettingsSchema>;

const bookShape = { importId: z.string(), choices: importChoicesSchema };

export const modelRequests = {
  'model.settings': request(z.object({}), modelSettingsSchema.nullable()),
  /** Saves the settings. A null `key` keeps the current key if the server is the same. An empty `key` deletes it. */
  'model.save': request(
    modelChoiceSchema.extend({ key: z.union([keySchema, z.literal('')]).nullable() }),
    modelSettingsSchema,
  ),
  'model.setConsent': request(z.object({ origin: z.string(), hasConsent: z.boolean() }), modelSettingsSchema),
  'model.forget': request(z.object({}), z.null()),
  'model.names': request(z.object({}), z.array(z.string())),
  'model.try': request(
    z.object({ text: z.string().trim().min(1).max(2_000) }),
    z.object({
      answers: z.array(z.object({ words: z.string(), speaker: z.string().nullable() })),
      milliseconds: z.int(),
      report: modelReportSchema,
    }),
  ),
  /** Forecasts the requests without sending anything. */
  'model.plan': request(z.object(bookShape), modelPlanSchema.extend({ hasConsent: z.boolean() })),
  /**
   * Returns answers by quotation. If `model.cancel` was called, returns the answers received so far. `origin` must
   * match the confirmed plan.
   */
  'model.ask': request(
    z.object({ ...bookShape, origin: z.string() }),
    z.object({ told: modelSpeakersSchema, report: modelReportSchema }),
  ),
  /** Resolves once no request is being sent. */
  'model.cancel': request(z.object({}), z.null()),
};
