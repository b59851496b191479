import { z } from 'zod';
import type { ModelTokens } from '../../../shared/model/language-model.ts';

export interface ChatReply {
  readonly content: string;
  readonly usage: ModelTokens | null;
}

const MAX_TOKENS = 1_000_000_000;
const countSchema = z.int().min(0).max(MAX_TOKENS);

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: countSchema, completion_tokens: countSchema }).nullish().catch(null),
});

/** Some gateways send errors with a success status. */
const errorSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(10_000) });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readChatReply(
  text: string,
): (ChatReply & { readonly isCutOff: boolean }) | { readonly error: string } | null {
  const value = jsonOf(text);
  const read = completionSchema.safeParse(value);
  if (!read.success) {
    const refused = errorSchema.safeParse(value);
    if (!refused.success) return null;
    const { error } = refused.data;
    return { error: typeof error === 'string' ? error : error.message };
  }
  const [choice] = read.data.choices;
  const { usage } = read.data;
  return {
    content: choice?.message?.content ?? '',
    isCutOff: choice?.finish_reason === 'length',
    usage: usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null,
  };
}

export function readModelList(text: string): string[] | null {
  const read = modelsSchema.safeParse(jsonOf(text));
  return read.success ? [...new Set(read.data.data.map(({ id }) => id))] : null;
}
