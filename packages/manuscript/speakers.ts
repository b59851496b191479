// Public API for attributing quotations to speakers. Also runs in a browser.
export { type BookQuotations, type QuotationsWithSpeakers, quotationsOf } from './speakers/attributed-script.ts';
export {
  ANSWER_SCHEMA,
  checkAnswers,
  KnownSpeakers,
  type ModelAnswer,
  modelAnswerSchema,
  readAnswers,
} from './speakers/model-answers.ts';
export {
  type ChatMessage,
  countTokens,
  type ModelPassage,
  messagesFor,
  passagesToAsk,
} from './speakers/model-passages.ts';
export { createRenamer, toRoleName } from './speakers/speaker-choices.ts';
