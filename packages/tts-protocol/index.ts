// The public API of the wire format. It has no platform dependencies.
export {
  CLONE_BOUNDS,
  type ClonedVoice,
  type CloneFields,
  cloneDeletionResponseSchema,
  cloneDeletionSchema,
  clonedVoiceListSchema,
  clonedVoiceSchema,
  cloneFieldsSchema,
  type LenientClonedVoice,
  lenientClonedVoiceListSchema,
  lenientClonedVoiceSchema,
} from './schemas/clones.ts';
export { conversionCreatedSchema, conversionCreationSchema, conversionStatusSchema } from './schemas/conversions.ts';
export {
  type ErrorId,
  errorObjectSchema,
  lenientErrorBodySchema,
  rateLimitedSchema,
  unexpectedErrorSchema,
} from './schemas/errors.ts';
export { completedEventSchema, generatingEventSchema, pingEventSchema } from './schemas/events.ts';
export { HEALTH_PATH, type Health, healthQuerySchema, healthSchema, proofMessage } from './schemas/health.ts';
export {
  type BatchCreation,
  BOUNDS,
  batchCreationSchema,
  httpUrlSchema,
  type InputParameters,
  inputParametersSchema,
  inputParametersShape,
  type JobCreation,
} from './schemas/input-parameters.ts';
export {
  type BatchJob,
  batchJobSchema,
  type ChildJob,
  childJobSchema,
  type EchoedInput,
  type LenientBatchJob,
  type LenientChildJob,
  type LenientOutput,
  type LenientWebhookResult,
  lenientBatchJobSchema,
  lenientChildJobSchema,
  type Output,
} from './schemas/jobs.ts';
export { installedBytes, type KnownPack, packCatalogueSchema } from './schemas/known-pack.ts';
export { LANGUAGE_TAGS } from './schemas/language-tags.ts';
export { LEASE_EPOCH_SECONDS, LEASE_LAYOUT, LEASE_OPAQUE_BYTES } from './schemas/leases.ts';
export {
  escapeMarkup,
  MARKS,
  type Mark,
  type MarkedRange,
  type MarkedText,
  markTags,
  parseMarkup,
  replaceSpellingMarks,
  spellWithSpaces,
  supportsMark,
} from './schemas/markup.ts';
export { type AnyPack, type AnyPackDescription, anyPackSchema, isRecogniserPack } from './schemas/pack.ts';
export {
  ASSUMED_LIMITS,
  MAX_ACCOUNT_NAME,
  PLAN_LIMITS,
  PLANS,
  type Plan,
  parseLimitChange,
  parseScopeLimit,
  planLimit,
  planSchema,
  RATE_WINDOW_MS,
  type RateLimit,
  SCOPES,
  type Scope,
  scopeSchema,
} from './schemas/plans.ts';
export type { RecogniserModel, RecogniserPack } from './schemas/recogniser-pack.ts';
export { AUTHORIZATION_HEADER, bearerToken, PATHS, USER_ID_HEADER } from './schemas/requests.ts';
export { SHIPPED_PACKS } from './schemas/shipped-packs.ts';
export {
  type LenientSingleJob,
  lenientSingleJobSchema,
  type SingleJob,
  singleJobSchema,
} from './schemas/single-jobs.ts';
export { type SingleCreation, singleCreationSchema } from './schemas/single-parameters.ts';
export {
  applyPatch,
  type ChoiceRules,
  invertPatch,
  isPatched,
  isWithin,
  type NumberRules,
  PARAMETER_NAMES,
  PARAMETERS_IN_DISPLAY_ORDER,
  type ParameterName,
  type ParameterPatch,
  parameterPatchSchema,
  SHARED_PARAMETERS,
  SPEECH_PARAMETERS,
  SPEECH_SHAPE_NAMES,
  type SpeechParameters,
  type SpeechShape,
  secondVoiceName,
  speechParametersSchema,
  speechShapeOf,
  VOICE_PARAMETERS,
} from './schemas/speech-parameters.ts';
export { type StreamCreation, streamCreationSchema } from './schemas/stream-parameters.ts';
export {
  CLONED_VOICE_PREFIX,
  isOwnVoice,
  isPackVoice,
  type SpeakingStyle,
  STYLES,
  supportsStyles,
} from './schemas/styles.ts';
export {
  BATCH_ENGINE,
  type Engine,
  engineSchema,
  type JobStatus,
  jobStatusSchema,
  LANGUAGES,
  type Language,
  languageSchema,
  OUTPUT_FORMATS,
  type OutputFormat,
  outputFormatSchema,
  printableText,
  QUALITIES,
  type Quality,
  qualitySchema,
  STAGES,
  STREAM_ENGINES,
  type Stage,
  type StreamEngine,
  slugSchema,
} from './schemas/vocabulary.ts';
export {
  ENGINE_LIMITS,
  ENGINES_PATH,
  type EngineChange,
  type EngineEntry,
  type EngineProbe,
  type EngineProblem,
  type EngineSetup,
  type EngineTrial,
  engineChangeSchema,
  engineListSchema,
  engineProbeSchema,
  engineProblemSchema,
  engineRefusalSchema,
  engineSearchSchema,
  engineTrialSchema,
  type FoundEngine,
  foundEngineSchema,
  type ServerVoice,
  serverVoiceSchema,
} from './schemas/voice-engines.ts';
export {
  isPackPath,
  PACK_FILE,
  PACK_LIMITS,
  type PackDescription,
  type PackEngine,
  type PackFile,
  type PackProblem,
  type PackRights,
  type PackVoice,
  packDescriptionSchema,
  packProblemSchema,
  sha256Schema,
  totalPackBytes,
  type VoicePack,
} from './schemas/voice-pack.ts';
export {
  type LenientVoice,
  type ListedRights,
  type ListedVoice,
  listedVoiceSchema,
  type Voice,
  voiceListResponseSchema,
  voiceListSchema,
  voiceSchema,
} from './schemas/voices.ts';
export { type WebhookBody, webhookBodySchema } from './schemas/webhooks.ts';
