// Caches answers, to avoid paying for the same passage again. Answers contain names and numbers, but no text from the
// book.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelAnswer, type ModelPassage, messagesFor, modelAnswerSchema } from '@lectern/manuscript/speakers';
import { z } from 'zod';
import { makePrivateFolder, writePrivateFile } from '../app/private-file.ts';

const cachedAnswersSchema = z.object({ version: z.literal(1), answers: z.array(modelAnswerSchema) });

export type AnswerStore = Pick<AnswerCache, 'get' | 'put'>;

export const NO_CACHE: AnswerStore = { get: async () => null, put: async () => undefined };

export class AnswerCache {
  readonly #folder: string;
  readonly #model: string;

  /**
   * @param baseUrl address of the model's API, because another server might have a different model with the same name
   */
  constructor(dataFolder: string, { baseUrl, model }: { readonly baseUrl: URL; readonly model: string }) {
    this.#folder = join(dataFolder, 'model-answers');
    this.#model = `${baseUrl.href} ${model}`;
  }

  async get(passage: ModelPassage): Promise<readonly ModelAnswer[] | null> {
    try {
      return cachedAnswersSchema.parse(JSON.parse(await readFile(this.#path(passage), 'utf8'))).answers;
    } catch {
      return null;
    }
  }

  async put(passage: ModelPassage, answers: readonly ModelAnswer[]): Promise<void> {
    await makePrivateFolder(this.#folder);
    await writePrivateFile(this.#path(passage), `${JSON.stringify({ version: 1, answers })}\n`);
  }

  #path(passage: ModelPassage): string {
    const asked = JSON.stringify([this.#model, messagesFor(passage)]);
    return join(this.#folder, `${createHash('sha256').update(asked).digest('hex')}.json`);
  }
}
