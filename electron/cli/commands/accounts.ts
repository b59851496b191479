// The accounts of a service on several machines.
import { resolve } from 'node:path';
import {
  MAX_ACCOUNT_NAME,
  PLANS,
  type Plan,
  parseLimitChange,
  parseScopeLimit,
  planSchema,
  SCOPES,
  scopeSchema,
} from '@lectern/tts-protocol';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { spreadsheetTable } from '../../../node/spreadsheet-table.ts';
import { at } from '../../../shared/rules/at.ts';
import { alignColumns } from '../columns.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty, planName, wholeNumber } from '../options.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { durationText, language, listed, t } from '../words.ts';
import { writeResultFile } from '../write-result-file.ts';
import { readSharedProcess } from './shared-service.ts';

export const accountsCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('accounts')
    .description(t('command.accounts'))
    .addCommand(addCommand(finish))
    .addCommand(changeCommand(finish))
    .addCommand(listCommand(finish))
    .addCommand(revokeCommand(finish))
    .addCommand(usageCommand(finish));

const figure = z.int().min(0);
const accountSchema = z.strictObject({
  user: z.string(),
  name: z.string(),
  plan: planSchema,
  limits: z
    .partialRecord(
      scopeSchema,
      z.strictObject({ requests: figure.exactOptional(), characters: figure.exactOptional() }).nullable(),
    )
    .nullable(),
  monthly_characters: figure.nullable(),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
});
type AccountResult = z.infer<typeof accountSchema>;
const listedAccountSchema = accountSchema.extend({ accepted_characters: figure.nullable() });
const keyedAccountSchema = accountSchema.extend({ key: z.string() });
const unknownAccountSchema = z.strictObject({ problem: z.literal('unknown-account') });

const monthSchema = z.strictObject({
  user: z.string(),
  name: z.string(),
  month: z.string(),
  jobs: figure,
  unfinished: figure,
  failed: figure,
  characters: figure,
  seconds: z.number(),
  streams: figure,
  stream_characters: figure,
});
const jobSchema = z.strictObject({
  user: z.string(),
  job: z.string(),
  batch: z.string(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  voice: z.string(),
  voice_2: z.string().nullable(),
  engine: z.string(),
  custom_id: z.string().nullable(),
  characters: figure,
  seconds: z.number().nullable(),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
  error: z.string().nullable(),
});

type ProcessOptions = Parameters<typeof readSharedProcess>[1];

/** Returns the results of a process, or an exit status if it failed, in which case it has printed why. */
async function ask<T extends z.ZodType>(
  command: `accounts-${string}`,
  options: ProcessOptions,
  schema: T,
): Promise<z.infer<T>[] | ExitStatus> {
  const results: z.infer<T>[] = [];
  const code = await readSharedProcess(command, options, (line) => void results.push(schema.parse(JSON.parse(line))));
  if (code === 0) return results;
  return code === EXIT.usage ? EXIT.usage : EXIT.incomplete;
}

interface AddAccountOptions {
  readonly database?: string;
  readonly name: string;
  readonly plan: Plan;
  readonly limit?: readonly string[];
  readonly monthlyCharacters?: number;
  readonly json: boolean;
}

const addCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('add')
    .description(t('command.accountsAdd'))
    .requiredOption('--name <name>', t('option.accountName'), accountName)
    .requiredOption('--plan <plan>', t('option.accountPlan', { plans: listed(PLANS) }), planName)
    .option('--limit <limit>', t('option.accountLimit', { scopes: listed(SCOPES) }), limit)
    .option('--monthly-characters <n>', t('option.monthlyCharacters'), wholeNumber)
    .option('--database <url>', t('option.database'), nonEmpty)
    .option('--json', t('option.json'), false)
    .action(async ({ database, name, plan, limit: limits, monthlyCharacters, json }: AddAccountOptions) => {
      const options = { database, name, plan, limit: limits, 'monthly-characters': monthlyCharacters };
      const results = await ask('accounts-add', options, keyedAccountSchema);
      if (typeof results === 'number') return finish(results);
      const added = at(results, 0);
      if (json) output.json(added);
      else printKey(added, t('accounts.added', { name: added.name }));
      finish(EXIT.done);
    });

function printKey({ key, user }: z.infer<typeof keyedAccountSchema>, sentence: string): void {
  output.note(`${sentence} ${t('accounts.keyOnce')}`);
  output.result(`key: ${key}`);
  output.result(`user: ${user}`);
}

function accountName(text: string): string {
  const name = nonEmpty(text).trim();
  if (name.length > MAX_ACCOUNT_NAME) throw new InvalidArgumentError(t('value.tooLong', { most: MAX_ACCOUNT_NAME }));
  if (/\p{Cc}/u.test(name)) throw new InvalidArgumentError(t('value.controlCharacters'));
  return name;
}

function limit(text: string, before: readonly string[] = []): readonly string[] {
  if (parseScopeLimit(text) === null)
    throw new InvalidArgumentError(t('value.accountLimit', { scopes: listed(SCOPES) }));
  return [...before, text];
}

interface ChangeAccountOptions {
  readonly database?: string;
  readonly plan?: Plan;
  readonly limit?: readonly string[];
  readonly monthlyCharacters?: number | 'none';
  readonly json: boolean;
}

const changeCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('change')
    .description(t('command.accountsChange'))
    .argument('<user>', t('argument.accountUser'))
    .option('--plan <plan>', t('option.accountPlan', { plans: listed(PLANS) }), planName)
    .option('--limit <limit>', t('option.limitChange', { scopes: listed(SCOPES) }), limitChange)
    .option('--monthly-characters <n>', t('option.monthlyCharactersChange'), wholeNumberOrNone)
    .option('--database <url>', t('option.database'), nonEmpty)
    .option('--json', t('option.json'), false)
    .action(async (user: string, { database, plan, limit: limits, monthlyCharacters, json }: ChangeAccountOptions) => {
      const change = { plan, limit: limits, 'monthly-characters': monthlyCharacters };
      if (Object.values(change).every((value) => value === undefined)) throw new CliError(t('accounts.noChange'));
      const changed = await askAbout('accounts-change', { database, user, ...change }, accountSchema);
      if (typeof changed === 'number') return finish(changed);
      if (json) output.json(changed);
      else output.note(t('accounts.changed', { name: changed.name }));
      finish(EXIT.done);
    });

function limitChange(text: string, before: readonly string[] = []): readonly string[] {
  if (parseLimitChange(text) === null)
    throw new InvalidArgumentError(t('value.limitChange', { scopes: listed(SCOPES) }));
  return [...before, text];
}

const wholeNumberOrNone = (text: string): number | 'none' => (text === 'none' ? text : wholeNumber(text));

/** Returns the result of a process for one account, or an exit status. @throws CliError if there is no such account */
async function askAbout<T extends z.ZodType>(
  command: `accounts-${string}`,
  options: ProcessOptions & { readonly user: string },
  schema: T,
): Promise<z.infer<T> | ExitStatus> {
  const { user } = options;
  if (user.trim() === '') throw new CliError(t('accounts.unknown', { user }));
  const results = await ask(command, options, z.union([unknownAccountSchema, schema]));
  if (typeof results === 'number') return results;
  const result = at(results, 0);
  if (unknownAccountSchema.safeParse(result).success) throw new CliError(t('accounts.unknown', { user }));
  return schema.parse(result);
}

interface AccountListOptions {
  readonly database?: string;
  readonly json: boolean;
}

const listCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('list')
    .description(t('command.accountsList'))
    .option('--database <url>', t('option.database'), nonEmpty)
    .option('--json', t('option.jsonArray'), false)
    .action(async ({ database, json }: AccountListOptions) => {
      const accounts = await ask('accounts-list', { database }, listedAccountSchema);
      if (typeof accounts === 'number') return finish(accounts);
      if (json) output.json(accounts);
      else if (accounts.length === 0) output.note(t('accounts.none'));
      else printTable(['name', 'user', 'plan', 'quota', 'created', 'state'], accounts.map(accountCells));
      finish(EXIT.done);
    });

const accountCells = ({ accepted_characters, ...account }: z.infer<typeof listedAccountSchema>): readonly string[] => [
  account.name,
  account.user,
  account.limits === null ? account.plan : t('accounts.ownLimits', { plan: account.plan }),
  account.monthly_characters === null
    ? ''
    : t('accounts.quotaUsed', { used: accepted_characters ?? 0, quota: account.monthly_characters }),
  account.created_at.slice(0, 10),
  account.revoked_at === null
    ? t('accounts.active')
    : t('accounts.revokedOn', { day: account.revoked_at.slice(0, 10) }),
];

type AccountColumn =
  | 'name'
  | 'user'
  | 'plan'
  | 'quota'
  | 'created'
  | 'state'
  | 'month'
  | 'jobs'
  | 'failed'
  | 'unfinished'
  | 'characters'
  | 'audio'
  | 'streams'
  | 'streamCharacters'
  | 'job'
  | 'batch'
  | 'voice'
  | 'engine'
  | 'outcome';

function printTable(headings: readonly AccountColumn[], rows: readonly (readonly string[])[]): void {
  const titles = headings.map((heading) => t(`accounts.heading.${heading}`));
  for (const row of alignColumns([titles, ...rows.map((cells) => cells.map(plainText))])) output.result(row);
}

interface RevokeOptions extends AccountListOptions {
  readonly newKey: boolean;
}

const revokeCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('revoke')
    .description(t('command.accountsRevoke'))
    .argument('<user>', t('argument.accountUser'))
    .option('--new-key', t('option.newKey'), false)
    .option('--database <url>', t('option.database'), nonEmpty)
    .option('--json', t('option.json'), false)
    .action(async (user: string, { database, json, newKey }: RevokeOptions) => {
      const schema = newKey ? keyedAccountSchema : accountSchema;
      const changed = await askAbout('accounts-revoke', { database, user, 'new-key': newKey }, schema);
      if (typeof changed === 'number') return finish(changed);
      if (json) output.json(changed);
      else if ('key' in changed)
        printKey(keyedAccountSchema.parse(changed), t('accounts.newKey', { name: changed.name }));
      else output.note(revokedText(changed));
      finish(EXIT.done);
    });

const revokedText = ({ name, revoked_at }: AccountResult): string =>
  t('accounts.revoked', { name, day: (revoked_at ?? '').slice(0, 10) });

interface UsageOptions extends AccountListOptions {
  readonly user?: string;
  readonly month?: string;
  readonly jobs: boolean;
  readonly csv?: string;
}

const usageCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('usage')
    .description(t('command.accountsUsage'))
    .option('--user <user>', t('option.usageUser'), nonEmpty)
    .option('--month <month>', t('option.usageMonth'), month)
    .option('--jobs', t('option.usageJobs'), false)
    .option('--csv <file>', t('option.csv'), nonEmpty)
    .option('--database <url>', t('option.database'), nonEmpty)
    .option('--json', t('option.jsonArray'), false)
    .action(async (options: UsageOptions) =>
      finish(await (options.jobs ? showUsage(JOBS, options) : showUsage(MONTHS, options))),
    );

function month(text: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError(t('value.month'));
  return text;
}

interface UsageTable<T> {
  /** Its fields are the columns of CSV files, in every language. */
  readonly schema: z.ZodObject & z.ZodType<T>;
  readonly headings: readonly AccountColumn[];
  cells(row: T): readonly string[];
}

const figures = (...values: readonly number[]): string[] => values.map((value) => value.toLocaleString(language()));

const MONTHS: UsageTable<z.infer<typeof monthSchema>> = {
  schema: monthSchema,
  headings: [
    ...(['month', 'name', 'user', 'jobs', 'failed', 'unfinished', 'characters', 'audio', 'streams'] as const),
    'streamCharacters',
  ],
  cells: (row) => [
    ...[row.month, row.name, row.user],
    ...figures(row.jobs, row.failed, row.unfinished, row.characters),
    durationText(row.seconds * 1000),
    ...figures(row.streams, row.stream_characters),
  ],
};

const JOBS: UsageTable<z.infer<typeof jobSchema>> = {
  schema: jobSchema,
  headings: ['created', 'user', 'job', 'batch', 'engine', 'voice', 'characters', 'outcome'],
  cells: ({ error, status, ...row }) => [
    ...[row.created_at, row.user, row.job, row.batch, row.engine],
    row.voice_2 === null ? row.voice : `${row.voice} ${row.voice_2}`,
    ...figures(row.characters),
    error === null ? t(`accounts.outcome.${status}`) : `${t(`accounts.outcome.${status}`)}: ${error}`,
  ],
};

async function showUsage<T extends Readonly<Record<string, string | number | null>>>(
  { schema, headings, cells }: UsageTable<T>,
  { database, user, month, jobs, csv, json }: UsageOptions,
): Promise<ExitStatus> {
  const rows = await ask('accounts-usage', { database, user, month, jobs }, schema);
  if (typeof rows === 'number') return rows;
  if (csv !== undefined) {
    const columns = Object.keys(schema.shape);
    const table = spreadsheetTable([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]);
    writeResultFile(resolve(csv), table);
    output.note(t('spending.written', { file: resolve(csv) }));
  }
  if (json) output.json(rows);
  else if (rows.length === 0) output.note(t('accounts.noUsage'));
  else if (csv === undefined) printTable(headings, rows.map(cells));
  return EXIT.done;
}
