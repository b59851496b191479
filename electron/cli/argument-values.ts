// What a person typed after an option, as the value that it must be.
import { InvalidArgumentError } from 'commander';
import { PLANS, type Plan } from '../../shared/service/plans.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../shared/service/vocabulary.ts';

/** A count given on the command line: a whole number, 0 or more. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

/** A number given on the command line, with decimals or without: 0 or more, below a thousand million. */
export function zeroOrMore(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('It must be a number, 0 or more.');
  return Number(text);
}

/** The same, but for 0. */
export function aboveZero(text: string): number {
  const number = zeroOrMore(text);
  if (number === 0) throw new InvalidArgumentError('It must be above 0.');
  return number;
}

/** Which webhooks the local service calls, as given on the command line. */
export function webhookReach(text: string): string {
  const reaches = ['loopback', 'any', 'none'];
  if (!reaches.includes(text)) throw new InvalidArgumentError(`The choices are ${reaches.join(', ')}.`);
  return text;
}

/** A format given on the command line. */
export function outputFormat(text: string): OutputFormat {
  const format = OUTPUT_FORMATS.find((known) => known === text);
  if (!format) throw new InvalidArgumentError(`The formats are ${OUTPUT_FORMATS.join(', ')}.`);
  return format;
}

/** A plan given on the command line. */
export function planName(text: string): Plan {
  const plan = PLANS.find((known) => known === text.toLowerCase());
  if (!plan) throw new InvalidArgumentError(`The plans are ${PLANS.join(', ')}.`);
  return plan;
}

/** A port given on the command line; 0 is any free one. */
export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError('The highest port is 65535.');
  return port;
}

/** A path given on the command line: an unset variable of a shell must not become the folder it stands in. */
export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}
