// Public API for attributing quotations. Runs in a browser.
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
  type ModelPassage,
  messagesFor,
  passagesToAsk,
  tokensOf,
} from './speakers/model-passages.ts';
export { namesAfter, roleNameOf } from './speakers/speaker-choices.ts';
