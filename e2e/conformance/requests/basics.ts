// The batch that most resource rules check. It has one job with every parameter, one with only the required parameters,
// and one whose optional parameters are all null.
import { inputParametersShape } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import { type Fields, itemsAt, textAt } from '../json.ts';
import { Broken } from '../verdict.ts';
import type { FinishedBatch } from './batches.ts';

export interface Basics extends FinishedBatch {
  readonly asked: readonly Fields[];
  /** Returns the child job with the given custom ID from the final response. */
  child(customId: string): Fields;
}

/** Quotes, accents, other scripts and characters beyond the BMP. The service must return the text unchanged. */
const TEXT = 'He said “naïve”, <b>5 & 6</b>: 你好, 😀.';

const REQUIRED = ['voice_engine', 'text', 'voice'];
const OPTIONAL = [...Object.keys(inputParametersShape), 'webhook_url'].filter((name) => !REQUIRED.includes(name));

/** Returns the optional parameters, all null. */
export const nullParameters = (): Fields => Object.fromEntries(OPTIONAL.map((name) => [name, null]));

async function jobWithAllParameters(context: Context): Promise<Fields> {
  const { listed, first } = await context.cast();
  const second = listed.find((voice) => voice['id'] !== first && voice['voice_engine'] === 'SvcDialog');
  const dialog = {
    voice_2: context.options.voice2 ?? textAt(second, 'id'),
    turn_prefix: 'Anna:',
    turn_prefix_2: 'Bert:',
    voice_conditioning_seconds: 10,
    voice_conditioning_seconds_2: 20,
    text: `Anna: ${TEXT}\nBert: Yes.`,
  };
  return context.job({
    ...(dialog.voice_2 === undefined ? { text: TEXT } : dialog),
    custom_id: 'all_of-them',
    quality: 'high',
    output_format: 'wav',
    speed: 1.25,
    sample_rate: 16000,
    seed: 7,
    temperature: 0.5,
    language: 'english',
  });
}

/** Returns the finished batch. It is created only once per run. */
export function basics(context: Context): Promise<Basics> {
  return context.once('basics', async () => {
    const asked = [
      await jobWithAllParameters(context),
      await context.job({ custom_id: 'required-alone' }),
      await context.job({ ...nullParameters(), custom_id: 'nulls' }),
    ];
    const finished = await context.batches.finish(
      await context.batches.createAccepted({ jobs: asked, webhook_url: null }),
    );
    return {
      ...finished,
      asked,
      child(customId) {
        const jobs = itemsAt(finished.last, 'jobs') as readonly Fields[];
        const index = asked.findIndex((job) => job['custom_id'] === customId);
        const found = jobs.find((job) => job['custom_id'] === customId) ?? jobs[index];
        if (!found) throw new Broken(`no child job for the one that was asked for as "${customId}"`);
        return found;
      },
    };
  });
}
