import { countTokens, type ModelPassage } from '@lectern/manuscript/speakers';
import type { ModelTerms, ModelTokens } from '../../../shared/model/language-model.ts';

export const NO_TOKENS: ModelTokens = { input: 0, output: 0 };

export const addTokens = (a: ModelTokens, b: ModelTokens): ModelTokens => ({
  input: a.input + b.input,
  output: a.output + b.output,
});

export function costOf(tokens: ModelTokens, { inputPrice, outputPrice }: ModelTerms): number | null {
  if (inputPrice === null && outputPrice === null) return null;
  return (tokens.input * (inputPrice ?? 0) + tokens.output * (outputPrice ?? 0)) / 1_000_000;
}

const MIN_ANSWER = 300;

export const maxAnswerTokens = (passage: ModelPassage, { tokensPerRequest }: ModelTerms): number =>
  Math.max(MIN_ANSWER, countTokens(passage).output, tokensPerRequest - countTokens(passage).input);
