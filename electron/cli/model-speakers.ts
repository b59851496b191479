import { quotationsOf } from '@lectern/manuscript/speakers';
import { InvalidArgumentError, Option } from 'commander';
import { MODEL_LIMITS, type ModelProgress, type QuotationScope } from '../../shared/model/language-model.ts';
import { NO_CHOICES, type SpeakerChoices } from '../../shared/model/speaker-choices.ts';
import { createNodeTransport } from '../core/api/node-transport.ts';
import { BookAttribution, type ModelTarget, quotationsToAsk } from '../core/language-model/book-attribution.ts';
import { ChatClient } from '../core/language-model/chat-client.ts';
import { modelAddress } from '../core/language-model/model-address.ts';
import { ModelError } from '../core/language-model/model-error.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from './exit.ts';
import { nonEmpty } from './options.ts';
import type { CommandOutput } from './output.ts';
import { listed, t, tModel } from './words.ts';

export interface ModelOptions {
  readonly modelUrl?: string;
  readonly model?: string;
  readonly modelScope: QuotationScope;
  readonly modelInputPrice?: number;
  readonly modelOutputPrice?: number;
  readonly modelCurrency: string;
  readonly modelMaxCost?: number;
  readonly modelRequests: number;
  readonly modelTokens: number;
  /** The host that the user allows to receive parts of the book. */
  readonly modelConsent?: string;
}

const { requestsAtOnce, tokensPerRequest } = MODEL_LIMITS;

const numberBetween =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(t('value.between', { min, max }));
  };

function price(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError(t('value.modelPrice'));
}

export const modelOptions = (): Option[] => [
  new Option('--model-url <url>', t('option.modelUrl')).argParser(nonEmpty),
  new Option('--model <name>', t('option.model')).argParser(nonEmpty),
  new Option('--model-scope <scope>', t('option.modelScope')).choices(['doubtful', 'all']).default('doubtful'),
  new Option('--model-consent <host>', t('option.modelConsent')).argParser(nonEmpty),
  new Option('--model-input-price <n>', t('option.modelInputPrice')).argParser(price),
  new Option('--model-output-price <n>', t('option.modelOutputPrice')).argParser(price),
  new Option('--model-currency <code>', t('option.modelCurrency')).argParser(nonEmpty).default('USD'),
  new Option('--model-max-cost <n>', t('option.modelMaxCost')).argParser(price),
  new Option('--model-requests <n>', t('option.modelRequests'))
    .argParser(numberBetween(requestsAtOnce))
    .default(requestsAtOnce.usual),
  new Option('--model-tokens <n>', t('option.modelTokens'))
    .argParser(numberBetween(tokensPerRequest))
    .default(tokensPerRequest.usual),
];

/**
 * Chooses the language model for a command; null for none. A key in the environment is never sent to a server other
 * than `LECTERN_MODEL_URL`.
 */
export function modelChoice(
  options: ModelOptions,
  environment: Readonly<Record<string, string | undefined>>,
): ModelTarget | null {
  const address = options.modelUrl ?? '';
  if (address === '') {
    if (options.model !== undefined) throw new CliError(t('model.needsUrl'));
    return null;
  }
  const inputPrice = options.modelInputPrice ?? null;
  const outputPrice = options.modelOutputPrice ?? null;
  const mostCost = options.modelMaxCost ?? null;
  if (mostCost !== null && inputPrice === null && outputPrice === null) throw new CliError(t('model.capNeedsPrice'));
  const baseUrl = asCliErrors(() => modelAddress(address));
  const keyOrigin = URL.parse(environment['LECTERN_MODEL_URL'] ?? '')?.origin ?? baseUrl.origin;
  const key = environment['LECTERN_MODEL_KEY'] ?? '';
  if (key !== '' && keyOrigin !== baseUrl.origin) {
    throw new CliError(t('model.keyOfOther', { keyOrigin, origin: baseUrl.origin }));
  }
  return {
    baseUrl,
    model: options.model ?? '',
    key,
    terms: {
      inputPrice,
      outputPrice,
      mostCost,
      currency: options.modelCurrency,
      requestsAtOnce: options.modelRequests,
      tokensPerRequest: options.modelTokens,
    },
  };
}

function asCliErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ModelError ? new CliError(tModel.failure(error.failure)) : error;
  }
}

interface ModelSpeakers {
  readonly choices: SpeakerChoices;
  /** Exit status: 1 if some requests failed. Running the command again only sends the failed requests. */
  readonly status: ExitStatus;
}

/**
 * Asks a model for the speakers, after printing what is sent, the recipient and the cost.
 * @throws CliError 2 before anything is sent; 130 if interrupted, in which case the answers are kept
 */
export async function askForSpeakers(
  text: string,
  model: ModelTarget,
  { modelScope, modelConsent }: Pick<ModelOptions, 'modelScope' | 'modelConsent'>,
  { isDry, output }: { readonly isDry: boolean; readonly output: CommandOutput },
): Promise<ModelSpeakers> {
  const transport = createNodeTransport();
  const interrupts = listenForInterrupts(() => output.note(t('model.stopping')));
  const ports = { dataFolder: makeDataFolder(), transport, clock: systemClock, random: systemRandom };
  try {
    if (model.model === '')
      throw new CliError(await availableModelsText(new ChatClient(model, ports), interrupts.signal));
    const book = quotationsOf(text);
    const asking = await BookAttribution.open(book, quotationsToAsk(book, modelScope), model, ports);
    const plan = asking.plan();
    for (const sentence of tModel.plan(plan)) output.note(sentence);
    if (isDry) return { choices: NO_CHOICES, status: EXIT.done };
    const { host, origin } = model.baseUrl;
    const hasConsent = modelConsent === host || modelConsent === origin;
    if (!asking.isLocal && !hasConsent && plan.requests > 0) throw new CliError(t('model.needsConsent', { host }));
    const tell = progressPrinter(output);
    const { told, report } = await asking.ask(hasConsent || plan.requests === 0, interrupts.signal, tell);
    for (const sentence of tModel.report(report)) output.note(sentence);
    if (interrupts.signal.aborted) throw new CliError(t('model.interrupted'), EXIT.interrupted);
    const isWhole = report.end === 'done' && report.failed === 0;
    return { choices: { ...NO_CHOICES, told: { ...told } }, status: isWhole ? EXIT.done : EXIT.incomplete };
  } catch (error) {
    throw error instanceof ModelError ? new CliError(tModel.failure(error.failure)) : error;
  } finally {
    interrupts.dispose();
    transport.close();
  }
}

/** Returns a message that lists the server's models, for a command without a model name. */
async function availableModelsText(client: ChatClient, signal: AbortSignal): Promise<string> {
  const models = await client.models(signal);
  const shown = models.slice(0, 30);
  return t('model.needsName', { origin: client.origin, models: listed(shown), more: models.length - shown.length });
}

const STEPS = 10;

function progressPrinter(output: CommandOutput): (progress: ModelProgress) => void {
  let printedStep = 0;
  return ({ done, requests, waitingMs }) => {
    if (waitingMs !== null) output.note(t('model.waiting', { seconds: Math.ceil(waitingMs / 1000) }));
    const step = requests === 0 ? 0 : Math.floor((done / requests) * STEPS);
    if (step <= printedStep) return;
    printedStep = step;
    output.note(t('model.progress', { done, requests }));
  };
}
