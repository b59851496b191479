// The language model that is asked who speaks in a book. Its key goes one way: no reply has it.
import { z } from 'zod';
import { importChoicesSchema } from '../model/import-choices.ts';
import { MODEL_LIMITS, modelPlanSchema, modelReportSchema } from '../model/language-model.ts';
import { toldSpeakersSchema } from '../model/speaker-choices.ts';
import { request } from './request.ts';
import { keySchema, keyStorageSchema } from './settings-requests.ts';

const { requestsAtOnce, tokensPerRequest } = MODEL_LIMITS;
const priceSchema = z.number().min(0).max(1e9).nullable();

/** What is set of the model. */
export const modelChoiceSchema = z.object({
  /** As it was typed; it is kept as `modelAddress` reads it. */
  baseUrl: z.string().trim().min(1).max(2_000),
  /** Empty: none is chosen yet. */
  model: z.string().trim().max(200),
  keyStorage: keyStorageSchema,
  /** Of a million tokens. */
  inputPrice: priceSchema,
  outputPrice: priceSchema,
  currency: z.string().trim().min(1).max(8),
  /** What asking about one book may cost. */
  mostCost: priceSchema,
  requestsAtOnce: z.int().min(requestsAtOnce.min).max(requestsAtOnce.max),
  tokensPerRequest: z.int().min(tokensPerRequest.min).max(tokensPerRequest.max),
});

const modelSettingsSchema = modelChoiceSchema.extend({
  origin: z.string(),
  /** Whether nothing that is sent there leaves this machine. */
  isLocal: z.boolean(),
  /** Whether a key was entered; `missing`: it was, and is not at hand. */
  key: z.enum(['none', 'usable', 'missing']),
  /** Whether the producer agreed that parts of books are sent there. */
  hasConsent: z.boolean(),
});
export type ModelSettingsEntry = z.infer<typeof modelSettingsSchema>;

const askedBookShape = { importId: z.string(), choices: importChoicesSchema };

export const modelRequests = {
  /** Null: none is set up. */
  'model.settings': request(z.object({}), modelSettingsSchema.nullable()),
  /**
   * Keeps what is set. `key` null: the one that is there stays, where the address leads to the same server; empty: it is
   * forgotten. Nothing is sent.
   */
  'model.save': request(
    modelChoiceSchema.extend({ key: z.union([keySchema, z.literal('')]).nullable() }),
    modelSettingsSchema,
  ),
  /** Whether parts of books may be sent to the server at this origin, which is the one that is set up. */
  'model.setConsent': request(z.object({ origin: z.string(), hasConsent: z.boolean() }), modelSettingsSchema),
  /** Forgets the model and its key. */
  'model.forget': request(z.object({}), z.null()),
  /** The models that its server has. */
  'model.names': request(z.object({}), z.array(z.string())),
  /** Has it say who speaks in a sentence. */
  'model.try': request(
    z.object({ text: z.string().trim().min(1).max(2_000) }),
    z.object({
      answers: z.array(z.object({ words: z.string(), speaker: z.string().nullable() })),
      milliseconds: z.int(),
      report: modelReportSchema,
    }),
  ),
  /** What asking about the doubtful quotations of a script would send. Nothing is sent. */
  'model.plan': request(z.object(askedBookShape), modelPlanSchema.extend({ hasConsent: z.boolean() })),
  /**
   * Asks about them. `origin`: of the plan that was confirmed.
   * @returns what was answered, by quotations; after `model.cancel` what came until then
   */
  'model.ask': request(
    z.object({ ...askedBookShape, origin: z.string() }),
    z.object({ told: toldSpeakersSchema, report: modelReportSchema }),
  ),
  /** Calls off what is asked. Resolves once nothing is sent any more. */
  'model.cancel': request(z.object({}), z.null()),
};
