// Collects the contents of a problem report, and the keys, user ids, folders and names that must be masked.

import { readFile } from 'node:fs/promises';
import { arch, homedir, release } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { ParsedRequestOf, ReplyOf } from '../../../../shared/ipc/contract.ts';
import type { ConnectionError } from '../../../../shared/ipc/envelope.ts';
import type { LogEntry, RunSnapshot } from '../../../../shared/ipc/production-requests.ts';
import type { ProjectSummary } from '../../../../shared/ipc/project-requests.ts';
import type { ConnectionEntry, ConnectionStatus } from '../../../../shared/ipc/settings-requests.ts';
import { lastLines } from '../../local-service/running-service.ts';
import type { Clock } from '../../ports.ts';
import { lineDetail } from '../../project/lines/line-detail.ts';
import type { Project } from '../../project/project.ts';
import type { ConnectionManager } from '../connections/connection-manager.ts';
import { maskPrivateData, maskUserId, type PrivateData, redactQuotations } from './mask.ts';

interface ReportRow {
  readonly name: string;
  readonly value: string;
}

interface ReportPart {
  readonly title: string;
  readonly rows: readonly ReportRow[];
}

interface ReportFacts {
  readonly at: string;
  readonly parts: readonly ReportPart[];
  readonly logs: readonly { readonly title: string; readonly rows: readonly string[] }[];
  /** The open project's text, or ''. Only used to remove quotations from the logs. */
  readonly script: string;
  /** Script text that the producer has chosen to include; null for none. */
  readonly words: string | null;
}

const MAX_ROW_LENGTH = 600;

/** Composes the report and masks private data everywhere, except for names in the included script text. */
function composeReport(facts: ReportFacts, privateData: PrivateData): string {
  const parts = facts.parts.map(({ title, rows }) =>
    [`## ${title}`, ...rows.map(({ name, value }) => `${name}: ${value}`)].join('\n'),
  );
  const logs = facts.logs.map(({ title, rows }) => {
    const told = redactQuotations(facts.script, rows).map((row) => row.slice(0, MAX_ROW_LENGTH));
    return [`## ${title}`, ...(told.length > 0 ? told : ['(nothing)'])].join('\n');
  });
  const body = maskPrivateData([`# Lectern, ${facts.at}`, ...parts, ...logs].join('\n\n'), privateData);
  if (facts.words === null) return `${body}\n`;
  return `${body}\n\n## Words of the script, put in by the producer\n${maskPrivateData(facts.words, { ...privateData, names: [] })}\n`;
}

const LOG_ROWS = 80;
const SERVICE_LOG_ROWS = 40;
const RUN_LOG_ROWS = 60;

const accountSchema = z.object({ key: z.string(), user: z.string() });

/** The open project. */
interface ReportedProject {
  readonly project: Project;
  readonly feed: { snapshot(): RunSnapshot; readonly log: { entries(): readonly LogEntry[] } };
  summary(): Promise<ProjectSummary & { readonly figures: NonNullable<ProjectSummary['figures']> }>;
}

export interface ReportParts {
  readonly projects: { readonly session: ReportedProject | null };
  readonly connections: Pick<ConnectionManager, 'list' | 'status' | 'secrets'>;
  readonly model: { readonly settings: { secrets(): Promise<readonly string[]> } };
  readonly ports: { readonly home: string; readonly projectsFolder: string; readonly clock: Pick<Clock, 'now'> };
}

export async function makeReport(
  { about, lineId }: ParsedRequestOf<'report.make'>,
  parts: ReportParts,
): Promise<ReplyOf<'report.make'>> {
  const { projects, connections, ports } = parts;
  const { session } = projects;
  const entries = await connections.list();
  const words = lineId === null || !session ? null : wordsOf(session, lineId);
  const system: ReportPart = {
    title: 'Application',
    rows: [...about, row('system', `${process.platform} ${release()} ${arch()}`), row('node', process.version)],
  };
  const text = composeReport(
    {
      at: new Date(ports.clock.now()).toISOString(),
      parts: [
        system,
        { title: 'Services', rows: servicesOf(entries, connections.status()) },
        { title: 'Project', rows: session ? await projectOf(session) : [row('open', 'none')] },
      ],
      logs: [
        { title: 'Run', rows: session ? runRows(session) : [] },
        { title: 'Log', rows: await lastLines(join(ports.home, 'logs', 'lectern.log'), LOG_ROWS) },
        {
          title: 'Log of the local service',
          rows: await lastLines(join(ports.home, 'service', 'service.log'), SERVICE_LOG_ROWS),
        },
      ],
      script: session?.project.script.text() ?? '',
      words,
    },
    await privateDataOf(parts, entries),
  );
  return { text, words };
}

const row = (name: string, value: string | number | boolean): ReportRow => ({ name, value: String(value) });

const wordsOf = ({ project }: ReportedProject, lineId: number): string =>
  lineDetail(project.db, project.keys, lineId)
    .turns.map(({ role, text }) => `${role}: ${text}`)
    .join('\n');

function failureName(error: ConnectionError): string {
  const problem = error.kind === 'service' ? error.failure : error.problem;
  return [error.kind, problem.kind, 'status' in problem ? problem.status : ''].join(' ').trim();
}

function servicesOf(entries: readonly ConnectionEntry[], status: ConnectionStatus) {
  return entries.map((entry, at) => {
    const { id, kind, budget, keyStorage, hasKey, baseUrl, userId } = entry;
    const isUsed = status.id === id;
    const limits = Object.keys(budget.limits).join('+') || 'none';
    const said = [
      kind,
      isUsed ? `in use, ${status.state}${status.failure ? ` (${failureName(status.failure)})` : ''}` : 'not in use',
      `plan ${budget.plan}`,
      `share ${budget.sharePercent} %`,
      `limits by hand: ${limits}`,
      `price ${entry.pricePerThousand === null ? 'not set' : 'set'}`,
      `webhook ${entry.webhookUrl === null ? 'none' : 'set'}`,
      `in doubt: ${entry.inDoubtPolicy}`,
      ...(kind === 'account'
        ? [
            `${baseUrl === null ? '' : new URL(baseUrl).protocol}`,
            `key: ${keyStorage}, ${hasKey ? 'there' : 'missing'}`,
          ]
        : []),
      ...(userId === '' ? [] : [`user ${maskUserId(userId)}`]),
    ];
    return row(`service ${at + 1}`, said.join(', '));
  });
}

async function projectOf(session: ReportedProject): Promise<ReportRow[]> {
  const { figures, readOnly, moved, settings, notices } = await session.summary();
  const { run } = session.feed.snapshot();
  return [
    row('lines', `${figures.lines}, to render ${figures.toRender}`),
    row('states', JSON.stringify(figures.counts)),
    row('chapters', session.project.script.chapters().length),
    row('roles', session.project.cast.summaries().length),
    row('open', `${readOnly ? 'read-only' : 'to be written'}${moved ? ', moved' : ''}, ${notices.length} notices`),
    row('takes as', settings.masterFormat),
    row(
      'run',
      run
        ? `${run.state}, ${run.rendered} of ${run.lines} lines, ${run.failed} failed, ${run.inDoubt} in doubt, ${run.lost} lost`
        : 'none',
    ),
  ];
}

/** Omits messages from the service, because they might quote a line. */
const runRows = ({ feed }: ReportedProject): string[] =>
  feed.log
    .entries()
    .slice(-RUN_LOG_ROWS)
    .map(({ at, kind, batch, lines }) =>
      [new Date(at).toISOString(), kind, batch === null ? '' : `batch ${batch}`, lines === null ? '' : `${lines} lines`]
        .filter(Boolean)
        .join(' '),
    );

async function privateDataOf(
  { connections, projects, ports, model }: ReportParts,
  entries: readonly ConnectionEntry[],
): Promise<PrivateData> {
  const own = await readFile(join(ports.home, 'service', 'account.json'), 'utf8')
    .then((text) => accountSchema.parse(JSON.parse(text)))
    .catch(() => null);
  const { session } = projects;
  return {
    keys: [...(await connections.secrets()), ...(await model.settings.secrets()), ...(own ? [own.key] : [])],
    userIds: [...entries.map(({ userId }) => userId), ...(own ? [own.user] : [])],
    folders: [
      { path: homedir(), as: '~' },
      { path: ports.home, as: '[data]' },
      { path: ports.projectsFolder, as: '[projects]' },
      ...(session ? [{ path: session.project.dir, as: '[project]' }] : []),
    ],
    names: [
      ...entries.filter(({ kind }) => kind === 'account').map(({ name }) => name),
      ...(session ? [session.project.info().name] : []),
    ],
  };
}
