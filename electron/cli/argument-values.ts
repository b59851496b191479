// What a person typed after an option, as the value that it must be.
import { InvalidArgumentError } from 'commander';
import { PLANS, type Plan } from '../../shared/service/plans.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../shared/service/vocabulary.ts';
import { listed, t } from './words.ts';

/** A count given on the command line: a whole number, 0 or more. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(t('value.wholeNumber'));
  return Number(text);
}

/** A number given on the command line, with decimals or without: 0 or more, below a thousand million. */
export function zeroOrMore(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError(t('value.zeroOrMore'));
  return Number(text);
}

/** The same, but for 0. */
export function aboveZero(text: string): number {
  const number = zeroOrMore(text);
  if (number === 0) throw new InvalidArgumentError(t('value.aboveZero'));
  return number;
}

/** Which webhooks the local service may call. */
export const WEBHOOK_REACHES = ['loopback', 'any', 'none'];

/** Which webhooks the local service calls, as given on the command line. */
export function webhookReach(text: string): string {
  if (!WEBHOOK_REACHES.includes(text)) {
    throw new InvalidArgumentError(t('value.choices', { choices: listed(WEBHOOK_REACHES) }));
  }
  return text;
}

/** A format given on the command line. */
export function outputFormat(text: string): OutputFormat {
  const format = OUTPUT_FORMATS.find((known) => known === text);
  if (!format) throw new InvalidArgumentError(t('value.formats', { formats: listed(OUTPUT_FORMATS) }));
  return format;
}

/** A plan given on the command line. */
export function planName(text: string): Plan {
  const plan = PLANS.find((known) => known === text.toLowerCase());
  if (!plan) throw new InvalidArgumentError(t('value.plans', { plans: listed(PLANS) }));
  return plan;
}

/** A port given on the command line; 0 is any free one. */
export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError(t('value.port'));
  return port;
}

/** A path given on the command line: an unset variable of a shell must not become the folder it stands in. */
export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(t('value.empty'));
  return text;
}
