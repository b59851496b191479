// The cost of asking a model, both estimated and as reported by the server.

import { type ModelPassage, tokensOf } from '@lectern/manuscript/speakers';
import type { ModelTerms, ModelTokens } from '../../../shared/model/language-model.ts';

export const NO_TOKENS: ModelTokens = { input: 0, output: 0 };

export const addTokens = (a: ModelTokens, b: ModelTokens): ModelTokens => ({
  input: a.input + b.input,
  output: a.output + b.output,
});

/** Returns the cost in the currency of the terms; null if they have no price. */
export function costOf(tokens: ModelTokens, { inputPrice, outputPrice }: ModelTerms): number | null {
  if (inputPrice === null && outputPrice === null) return null;
  return (tokens.input * (inputPrice ?? 0) + tokens.output * (outputPrice ?? 0)) / 1_000_000;
}

const LEAST_ANSWER = 300;

/** Returns the token limit for the answer to a passage. */
export const mostAnswerTokens = (passage: ModelPassage, { tokensPerRequest }: ModelTerms): number =>
  Math.max(LEAST_ANSWER, tokensOf(passage).output, tokensPerRequest - tokensOf(passage).input);
