// Answers that were paid for: the same passage asked of the same model costs nothing again. They hold names and figures, no
// sentence of a book.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelAnswer, type ModelPassage, messagesFor, modelAnswerSchema } from '@lectern/manuscript/speakers';
import { z } from 'zod';
import { makePrivateFolder, writePrivateFile } from '../app/private-file.ts';

const keptSchema = z.object({ version: z.literal(1), answers: z.array(modelAnswerSchema) });

/** Where answers are kept. */
export type KeptAnswers = Pick<AnswerCache, 'get' | 'put'>;

/** For what is asked to be answered now: nothing is kept. */
export const NOTHING_KEPT: KeptAnswers = { get: async () => null, put: async () => undefined };

/** Answers in files of a folder, each written whole before the next request is counted as done. */
export class AnswerCache {
  readonly #folder: string;
  readonly #model: string;

  /** @param baseUrl of the model's interface: another server may have another model of the name */
  constructor(dataFolder: string, { baseUrl, model }: { readonly baseUrl: URL; readonly model: string }) {
    this.#folder = join(dataFolder, 'model-answers');
    this.#model = `${baseUrl.href} ${model}`;
  }

  /** Null: it was not asked, or what was kept can't be read. */
  async get(passage: ModelPassage): Promise<readonly ModelAnswer[] | null> {
    try {
      return keptSchema.parse(JSON.parse(await readFile(this.#path(passage), 'utf8'))).answers;
    } catch {
      return null;
    }
  }

  /** @throws what the system says */
  async put(passage: ModelPassage, answers: readonly ModelAnswer[]): Promise<void> {
    await makePrivateFolder(this.#folder);
    await writePrivateFile(this.#path(passage), `${JSON.stringify({ version: 1, answers })}\n`);
  }

  #path(passage: ModelPassage): string {
    const asked = JSON.stringify([this.#model, messagesFor(passage)]);
    return join(this.#folder, `${createHash('sha256').update(asked).digest('hex')}.json`);
  }
}
