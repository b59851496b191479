// Converts bridge errors to messages, which say what happened, to what, and what to do next. The messages are in
// `locales/`.
import type { BridgeError, RefusedValue } from '../../../shared/ipc/envelope.ts';
import { MAX_RULES } from '../../../shared/ipc/pronunciation-requests.ts';
import type { ExportProblem } from '../../../shared/model/export/export-problem.ts';
import { MAX_NOTE_LENGTH } from '../../../shared/model/note.ts';
import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import type { ServiceProblem } from '../../../shared/model/problems/service-problem.ts';
import { GAIN_DB, MIN_TRIMMED_SECONDS } from '../../../shared/model/take.ts';
import { parseBackupTime } from '../../../shared/rules/backup-names.ts';
import { MAX_ROLE_NAME_LENGTH } from '../../../shared/rules/role-marks.ts';
import { MAX_TURN_PREFIX_LENGTH } from '../../../shared/rules/turn-prefix.ts';
import { consentProblemText } from '../../../shared/words/consent-words.ts';
import { runWords } from '../../../shared/words/run-words.ts';
import { locale, tDelivery, tExport, tImport, tModel, tProblem, words } from '../../locales/words.ts';
import { formatBytes, formatLanguage, formatMoment, formatSigned } from '../format.ts';

const t = words('errors');
const tEngines = words('engines');
const tPacks = words('packs');
const tRefused = words('refusals');

/** The reasons why runs stop and lines fail. */
export const tRun = runWords(words('runs'), {
  problems: {
    project: (problem) => describeProjectProblem(problem).detail,
    service: tProblem.service,
    audio: tProblem.audio,
  },
  locale,
});

export type ErrorAction =
  | 'retry'
  | 'settings'
  | 'model-settings'
  | 'use-local'
  | 'enter-key'
  | 'adopt-connection'
  | 'restore-backup'
  | 'reset-settings'
  | 'open-to-read'
  | 'library'
  | 'logs';

interface ErrorText {
  readonly title: string;
  readonly detail: string;
  readonly action?: ErrorAction;
  readonly actionLabel?: string;
  readonly otherAction?: ErrorAction;
}

function importDetail(error: Extract<BridgeError, { readonly kind: 'import' }>): string {
  if (error.problem !== 'wrong-file') return t(`import.${error.problem}`);
  return t('import.wrong-file', tImport.wrongFile(error.type));
}

function recordingDetail(problem: Extract<BridgeError, { readonly kind: 'recording' }>['problem']): string {
  switch (problem.kind) {
    case 'no-lines':
    case 'other-text':
    case 'changed':
      return t(`recording.${problem.kind}`);
    case 'language':
      return t('recording.language', { language: problem.language ? formatLanguage(problem.language) : 'unknown' });
    default:
      return tProblem.soundFile(problem);
  }
}

function consentError({ doing, voices }: Extract<BridgeError, { readonly kind: 'consent' }>): ErrorText {
  const problems = voices.map((voice) => consentProblemText(tDelivery, voice)).join(' ');
  return { title: t(`consent.${doing}.title`), detail: t(`consent.${doing}.detail`, { problems }) };
}

export function describeError(error: BridgeError): ErrorText {
  switch (error.kind) {
    case 'project':
      return describeProjectProblem(error.problem);
    case 'import':
      return { title: t('import.title', { file: error.file }), detail: importDetail(error) };
    case 'sound-file':
      return { title: t('soundFile.title'), detail: tProblem.soundFile(error.problem) };
    case 'recording':
      return { title: t('recording.title'), detail: recordingDetail(error.problem) };
    case 'export':
      return describeExportProblem(error.problem);
    case 'consent':
      return consentError(error);
    case 'service':
      return describeServiceProblem(error.failure);
    case 'model':
      return {
        title: t('model.title'),
        detail: tModel.failure(error.failure),
        action: 'model-settings',
        otherAction: 'retry',
      };
    case 'engine':
      return describeEngineProblem(error);
    case 'pack':
      return {
        title: tPacks('problem.title', { name: error.name }),
        detail: packProblemText(error.problem, error.where),
      };
    case 'pack-fetch':
      return describePackFetch(error);
    case 'not-found':
      return { title: t('notFound.title'), detail: t(`notFound.${error.what}`) };
    case 'busy':
      return { title: t('busy.title'), detail: t(`busy.${error.what}`) };
    case 'no-project':
      return { title: t('noProject.title'), detail: t('noProject.detail'), action: 'library' };
    case 'stale-document':
      return { title: t('staleDocument.title'), detail: t('staleDocument.detail'), action: 'retry' };
    case 'invalid':
      return describeRefusedValue(error);
    case 'outdated':
      return { title: t('outdated.title'), detail: describeOutdated(error) };
    case 'cancelled':
      return { title: t('cancelled.title'), detail: t('cancelled.detail') };
    default:
      return describeConnectionError(error);
  }
}

export const packProblemText = (problem: Extract<BridgeError, { kind: 'pack' }>['problem'], where: string): string =>
  tPacks(`problem.${problem}`, { where: where === '' ? 'none' : where });

function describePackFetch(error: Extract<BridgeError, { kind: 'pack-fetch' }>): ErrorText {
  const { name, problem, host, status, needed, free } = error;
  return {
    title: tPacks('fetchProblem.title', { name }),
    detail: tPacks(`fetchProblem.${problem}`, {
      host,
      status: String(status ?? ''),
      needed: formatBytes(needed ?? 0),
      free: formatBytes(free ?? 0),
    }),
  };
}

function describeEngineProblem({
  problem: { kind, detail },
  url,
}: Extract<BridgeError, { kind: 'engine' }>): ErrorText {
  const said = detail === null ? '' : kind === 'unreachable' ? detail : asSentence(detail);
  return {
    title: tEngines('problem.title'),
    detail: tEngines(`problem.${kind}`, { place: url ?? '', detail: said }).trim(),
  };
}

type UnusableConnection = Extract<
  BridgeError,
  { kind: 'local-service' | 'key-needed' | 'keychain-unavailable' | 'other-connection' | 'no-connection' }
>;
type RemainingError = Extract<
  BridgeError,
  { kind: 'malformed-request' | 'forbidden' | 'data-folder' | 'studio-gone' | 'internal' }
>;

function describeConnectionError(error: UnusableConnection | RemainingError): ErrorText {
  switch (error.kind) {
    case 'no-connection':
      return {
        title: t('noConnection.title'),
        detail: t('noConnection.detail'),
        action: 'use-local',
        otherAction: 'settings',
      };
    case 'local-service':
      return {
        title: t('localService.title'),
        detail: t('localService.detail', { why: tProblem.localService(error.problem) }),
        action: 'retry',
      };
    case 'key-needed':
      return {
        title: t('keyNeeded.title'),
        detail: t('keyNeeded.detail', { connection: error.connectionName }),
        action: 'enter-key',
      };
    case 'keychain-unavailable':
      return { title: t('keychain.title'), detail: t('keychain.detail'), action: 'settings' };
    case 'other-connection':
      return {
        title: t('otherConnection.title'),
        detail: t('otherConnection.detail', { project: error.projectOrigin, connected: error.connectedOrigin }),
        action: 'adopt-connection',
      };
    default:
      return describeDefect(error);
  }
}

function describeDefect(error: RemainingError): ErrorText {
  switch (error.kind) {
    case 'data-folder':
      return {
        title: t('dataFolder.title'),
        detail: t('dataFolder.detail', { why: tProblem.data(error.problem) }),
        action: 'retry',
      };
    case 'studio-gone':
      return { title: t('studioGone.title'), detail: t('studioGone.detail'), action: 'retry' };
    case 'malformed-request':
      return {
        title: t('malformedRequest.title'),
        detail: t('malformedRequest.detail', { fields: error.fields.join(', ') }),
        action: 'logs',
      };
    case 'forbidden':
      return { title: t('forbidden.title'), detail: t('forbidden.detail') };
    case 'internal':
      return { title: t('internal.title'), detail: t('internal.detail', { id: error.id }), action: 'logs' };
  }
}

const PROJECT_ACTIONS: Readonly<Partial<Record<ProjectProblem['kind'], Pick<ErrorText, 'action' | 'otherAction'>>>> = {
  'in-use': { action: 'retry', otherAction: 'open-to-read' },
  'disk-full': { action: 'retry' },
  'drive-failed': { action: 'retry' },
  'settings-unreadable': { action: 'reset-settings' },
};

/** Formats a message from the system or a library as a sentence, so that more text can follow it. */
const asSentence = (detail: string): string => {
  const text = detail.trim();
  if (text === '') return '';
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};

function describeProjectProblem(problem: ProjectProblem): ErrorText {
  const title = t(`project.${problem.kind}.title`);
  const { path, kind } = problem;
  switch (kind) {
    case 'newer': {
      const { version, supported } = problem;
      return { title, detail: t('project.newer.detail', { path, version, supported }) };
    }
    case 'damaged':
      return { title, ...describeDamagedProject(problem) };
    case 'drive-failed': {
      const detail = t('project.drive-failed.detail', { path, code: problem.code });
      return { title, detail, ...PROJECT_ACTIONS[kind] };
    }
    case 'moved-while-open': {
      const { foundAt } = problem;
      const isLost = foundAt === null;
      return {
        title,
        detail: isLost
          ? t('project.moved-while-open.lost', { path })
          : t('project.moved-while-open.found', { path, foundAt }),
      };
    }
    case 'unsafe':
      return { title, detail: tProblem.project(problem) };
    default:
      return { title, detail: t(`project.${kind}.detail`, { path }), ...PROJECT_ACTIONS[kind] };
  }
}

function describeDamagedProject(problem: Extract<ProjectProblem, { kind: 'damaged' }>): Omit<ErrorText, 'title'> {
  const { path, backup } = problem;
  const why = tProblem.damage(problem.damage);
  if (backup === null) return { detail: t('project.damaged.withoutBackup', { path, why }) };
  const madeAt = parseBackupTime(backup);
  return {
    detail: t('project.damaged.withBackup', { path, why, backup }),
    action: 'restore-backup',
    ...(madeAt !== null && { actionLabel: t('project.damaged.restore', { moment: formatMoment(madeAt) }) }),
  };
}

function describeExportProblem(problem: ExportProblem): ErrorText {
  const { kind, path } = problem;
  const detail = tExport.problem(problem);
  switch (kind) {
    case 'template':
    case 'inside-project':
    case 'folder-gone':
    case 'folder-replaced':
      return { title: t(`export.${kind}.title`), detail };
    case 'file-in-use':
    case 'unwritable':
      return { title: t(`export.${kind}.title`), detail, action: 'retry' };
    case 'foreign-manifest':
    case 'damaged-manifest':
      return { title: t('export.unusable-manifest.title'), detail };
    case 'disk-full':
      return { title: t('export.disk-full.title'), detail: t('export.disk-full.detail', { path }), action: 'retry' };
    default:
      return { title: t(`export.${kind}.title`), detail: t(`export.${kind}.detail`, { path }) };
  }
}

/** The actions that can help after a service failure; null if there are none. */
const SERVICE_ACTIONS: Readonly<Record<ServiceProblem['kind'], ErrorAction | null>> = {
  unauthorized: 'settings',
  'unusable-credentials': 'settings',
  'unsupported-plan': 'settings',
  'insecure-address': 'settings',
  'insecure-audio': null,
  'unusable-address': 'settings',
  'not-the-service': 'settings',
  redirected: 'settings',
  connection: 'retry',
  'rate-limited': 'retry',
  'server-error': 'retry',
  'unexpected-status': 'retry',
  'unreadable-reply': 'retry',
  'oversized-reply': 'settings',
  'invalid-parameters': null,
  'not-found': null,
  'method-not-allowed': null,
  'too-large': null,
  'unsupported-media-type': null,
  'address-expired': 'retry',
  'incomplete-download': 'retry',
  'oversized-download': null,
  'job-failed': null,
  'in-doubt': null,
};

function describeServiceProblem(problem: ServiceProblem): ErrorText {
  const action = SERVICE_ACTIONS[problem.kind];
  return { title: t(`service.${problem.kind}`), detail: tProblem.service(problem), ...(action !== null && { action }) };
}

export const describeOutdated = ({ reason, role = '' }: Extract<BridgeError, { kind: 'outdated' }>): string =>
  reason === 'role' ? t('outdated.role', { role }) : t(`outdated.${reason}`);

/** A field and a reason, combined into one key: `note.long-note`. */
type Refusal<V> = V extends { readonly field: infer F extends string; readonly reason: infer R extends string }
  ? `${F}.${R}`
  : never;

export function describeRefusedValue(value: RefusedValue): ErrorText {
  if (value.field === 'template')
    return { title: tRefused('template.unusable.title'), detail: tExport.template(value.problem) };
  // The compiler can't see that the field and the reason belong to the same union member.
  const refusal = `${value.field}.${value.reason}` as Refusal<typeof value>;
  const limits = {
    rules: MAX_RULES,
    prefix: MAX_TURN_PREFIX_LENGTH,
    name: MAX_ROLE_NAME_LENGTH,
    seconds: MIN_TRIMMED_SECONDS,
    minGain: formatSigned(GAIN_DB.min, 0),
    maxGain: formatSigned(GAIN_DB.max, 0),
    note: MAX_NOTE_LENGTH,
  };
  return { title: tRefused(`${refusal}.title`), detail: tRefused(`${refusal}.detail`, limits) };
}
