// The public API of the wire format. It has no platform dependencies.
export {
  CLONE_BOUNDS,
  type ClonedVoice,
  type ClonedVoiceReading,
  type CloneFields,
  cloneDeletedSchema,
  cloneDeletionSchema,
  clonedVoiceListReading,
  clonedVoiceListSchema,
  clonedVoiceReading,
  clonedVoiceSchema,
  cloneFieldsSchema,
} from './schemas/clones.ts';
export { conversionCreatedSchema, conversionCreationSchema, conversionStatusSchema } from './schemas/conversions.ts';
export {
  type ErrorId,
  errorBodyReading,
  errorObjectSchema,
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
  type BatchJobReading,
  batchJobReading,
  batchJobSchema,
  type ChildJob,
  type ChildJobReading,
  childJobReading,
  childJobSchema,
  type EchoedInput,
  type Output,
  type OutputReading,
  type WebhookResultReading,
} from './schemas/jobs.ts';
export { type KnownPack, packCatalogueSchema, unpackedBytes } from './schemas/known-pack.ts';
export { LANGUAGE_TAGS } from './schemas/language-tags.ts';
export { LEASE_EPOCH_SECONDS, LEASE_LAYOUT, LEASE_OPAQUE_BYTES } from './schemas/leases.ts';
export {
  escapeMarkup,
  lettersApart,
  MARKS,
  type Mark,
  type MarkedStretch,
  type MarkedText,
  markTags,
  readMarkup,
  spelledOut,
  takesMark,
} from './schemas/markup.ts';
export {
  ASSUMED_LIMITS,
  PLAN_LIMITS,
  PLANS,
  type Plan,
  planLimit,
  planSchema,
  RATE_WINDOW_MS,
  type RateLimit,
  SCOPES,
  type Scope,
  scopeSchema,
} from './schemas/plans.ts';
export { AUTHORIZATION_HEADER, bearer, PATHS, USER_ID_HEADER } from './schemas/requests.ts';
export { SHIPPED_PACKS } from './schemas/shipped-packs.ts';
export { type SingleJob, type SingleJobReading, singleJobReading, singleJobSchema } from './schemas/single-jobs.ts';
export { type SingleCreation, singleCreationSchema } from './schemas/single-parameters.ts';
export {
  type ChoiceRules,
  isPatched,
  isWithin,
  type NumberRules,
  ofSecondVoice,
  PARAMETER_NAMES,
  PARAMETERS_AS_SHOWN,
  type ParameterName,
  type ParameterPatch,
  parameterPatchSchema,
  patchBack,
  patched,
  SHARED_PARAMETERS,
  SPEECH_PARAMETERS,
  SPEECH_SHAPING,
  type SpeechParameters,
  type SpeechShape,
  speechParametersSchema,
  speechShapeOf,
  VOICE_PARAMETERS,
} from './schemas/speech-parameters.ts';
export { type StreamCreation, streamCreationSchema } from './schemas/stream-parameters.ts';
export { isOwnVoice, isPackVoice, type SpeakingStyle, STYLES, takesStyles } from './schemas/styles.ts';
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
  printable,
  QUALITIES,
  type Quality,
  qualitySchema,
  STAGES,
  STREAM_ENGINES,
  type Stage,
  type StreamEngine,
  slug,
} from './schemas/vocabulary.ts';
export {
  ENGINE_LIMITS,
  ENGINES_PATH,
  type EngineChange,
  type EngineEntry,
  type EngineProblem,
  type EngineQuestion,
  type EngineSetup,
  type EngineTrial,
  engineChangeSchema,
  engineListSchema,
  engineProblemSchema,
  engineQuestionSchema,
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
  type PackEngine,
  type PackFile,
  type PackHead,
  type PackProblem,
  type PackRights,
  type PackVoice,
  packBytes,
  packHeadSchema,
  packProblemSchema,
  sha256Schema,
  type VoicePack,
  voicePackSchema,
} from './schemas/voice-pack.ts';
export {
  type ListedRights,
  type ListedVoice,
  listedVoiceSchema,
  type Voice,
  type VoiceReading,
  voiceListResponseSchema,
  voiceListSchema,
  voiceSchema,
} from './schemas/voices.ts';
export { type WebhookBody, webhookBodySchema } from './schemas/webhooks.ts';
