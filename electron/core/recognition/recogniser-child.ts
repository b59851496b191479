// Entry point of a recogniser's process, which is separate so that the application keeps running if the native code
// crashes.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parentPort } from '../../../node/model-process/start-model-process.ts';
import { LOWEST_PRIORITY, lowerPriority } from '../../../node/priority.ts';
import type {
  MessageFromRecogniser,
  MessageToRecogniser,
  ModelToLoad,
  RecognisedTokens,
} from './recogniser-messages.ts';
import { dependsOnLanguage, sherpaConfig, takesHotwords } from './sherpa-config.ts';

const MEMORY_CHECK_MS = 100;

// The model's threads inherit it.
lowerPriority(LOWEST_PRIORITY);

const port = parentPort();
const send = (message: MessageFromRecogniser): void => {
  if (port) port.postMessage(message);
  else process.send?.(message);
};

const resultSchema = z.object({
  text: z.string(),
  tokens: z.array(z.string()).catch([]),
  timestamps: z.array(z.number()).catch([]),
  durations: z.array(z.number()).catch([]),
  ys_log_probs: z.array(z.number()).catch([]),
});

/** The part of sherpa-onnx-node that is used. The package has no types. */
interface Sherpa {
  readonly OfflineRecognizer: { createAsync(config: object): Promise<SherpaRecogniser> };
}
interface SherpaRecogniser {
  /** Throws if the model can't split the hotwords into its tokens. */
  createStream(hotwords?: string): SherpaStream;
  setConfig(config: object): void;
  decodeAsync(stream: SherpaStream): Promise<unknown>;
}
interface SherpaStream {
  acceptWaveform(wave: { readonly samples: Float32Array; readonly sampleRate: number }): void;
}

type RecogniseMessage = Extract<MessageToRecogniser, { kind: 'recognise' }>;

class LoadedModel {
  readonly #model: ModelToLoad;
  readonly #isUpperCase: boolean;
  #recogniser: SherpaRecogniser | null = null;
  #language: string | null = null;

  constructor(model: ModelToLoad) {
    this.#model = model;
    this.#isUpperCase = takesHotwords(model.model) && !/\p{Ll}/u.test(readFileSync(model.model.tokens, 'utf8'));
  }

  async recognise({ samples, sampleRate, language, hotwords }: RecogniseMessage): Promise<RecognisedTokens> {
    const recogniser = await this.#ready(language);
    const stream = this.#stream(recogniser, hotwords);
    stream.acceptWaveform({ samples, sampleRate });
    const { ys_log_probs: logProbabilities, ...result } = resultSchema.parse(await recogniser.decodeAsync(stream));
    return { ...result, logProbabilities };
  }

  async #ready(language: string): Promise<SherpaRecogniser> {
    const config = sherpaConfig(this.#model, language);
    if (this.#recogniser === null) {
      // The declared types of sherpa-onnx only cover voice packs.
      const { default: sherpa } = (await import('sherpa-onnx-node')) as unknown as { readonly default: Sherpa };
      this.#recogniser = await sherpa.OfflineRecognizer.createAsync(config);
    } else if (this.#language !== language && dependsOnLanguage(this.#model.model)) this.#recogniser.setConfig(config);
    this.#language = language;
    return this.#recogniser;
  }

  #stream(recogniser: SherpaRecogniser, hotwords: readonly string[]): SherpaStream {
    if (!takesHotwords(this.#model.model) || hotwords.length === 0) return recogniser.createStream();
    const phrases = hotwords
      .map((words) => words.replaceAll('/', ' ').trim())
      .filter(Boolean)
      .join('/');
    try {
      return recogniser.createStream(this.#isUpperCase ? phrases.toUpperCase() : phrases);
    } catch {
      return recogniser.createStream();
    }
  }
}

let loaded: LoadedModel | null = null;
let queue: Promise<void> = Promise.resolve();

async function answer(message: RecogniseMessage): Promise<void> {
  if (loaded === null) return;
  try {
    send({ kind: 'recognised', id: message.id, result: await loaded.recognise(message) });
  } catch {
    send({ kind: 'failed' });
  }
}

function handle(message: MessageToRecogniser): void {
  if (message.kind === 'recognise') {
    queue = queue.then(() => answer(message));
    return;
  }
  setInterval(() => {
    if (process.memoryUsage.rss() > message.maxMemoryBytes) send({ kind: 'greedy' });
  }, MEMORY_CHECK_MS).unref();
  try {
    loaded = new LoadedModel(message.model);
  } catch {
    send({ kind: 'unloadable' });
  }
}
// Only the application sends messages, and only these.
if (port) port.on('message', ({ data }) => handle(data as MessageToRecogniser));
else process.on('message', handle);
// The application has exited, so exit immediately: a normal exit would wait for the current take.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
