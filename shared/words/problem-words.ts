// Messages about problems with the service, projects, folders and files, for the UI, the command line and system
// dialogs.
import type { AudioDefect } from '../model/problems/audio-defect.ts';
import type {
  DataProblem,
  DocumentProblem,
  FolderProblem,
  LocalServiceProblem,
} from '../model/problems/machine-problem.ts';
import type { Damage, ProjectProblem } from '../model/problems/project-problem.ts';
import type { CertainProblem, ReplyLimit, ServiceProblem } from '../model/problems/service-problem.ts';
import type { SoundFileProblem } from '../model/problems/sound-file.ts';
import type { problems } from './en/problems.ts';
import type { Words } from './words.ts';

export interface ProblemWords {
  /** Returns one or two sentences: what happened and, if possible, what to do. */
  service(problem: ServiceProblem): string;
  /** Returns sentences that explain what happened, without advice. */
  serviceCause(problem: ServiceProblem): string;
  project(problem: ProjectProblem): string;
  /** Returns a phrase for the damaged part, for use after a colon. */
  damage(damage: Damage): string;
  /** @param folder the requested folder, which may be inside `problem.path` */
  folder(problem: FolderProblem, folder: string): string;
  data(problem: DataProblem): string;
  localService(problem: LocalServiceProblem): string;
  /** Why an audio file can't be used. */
  audio(defect: AudioDefect): string;
  soundFile(problem: SoundFileProblem): string;
  loss(cause: keyof (typeof problems)['loss']): string;
}

type Message = Extract<CertainProblem, { readonly message: unknown }>;

/** @param locale returns the language tag for formatting numbers */
export function problemWords(tProblems: Words<typeof problems>, locale: () => string): ProblemWords {
  const joined = (first: string, second: string | null): string =>
    second === null ? first : tProblems('joined', { first, second });
  const size = (bytes: number) => formatSize(bytes, locale());

  const limitText = ({ unit, most }: ReplyLimit): string =>
    unit === 'bytes' ? size(most) : tProblems(`size.${unit}`, { most });

  const answered = (problem: Message): string => {
    const { kind, message } = problem;
    const isPage = 'isPage' in problem && problem.isPage === true;
    return tProblems(`service.${kind}`, {
      said: message ? 'message' : isPage ? 'page' : 'none',
      message: withoutFullStop(message ?? ''),
      status: 'status' in problem ? problem.status : '',
    });
  };

  /** Returns sentences that explain what happened and what to do. */
  const parts = (problem: CertainProblem): readonly [string, string | null] => {
    switch (problem.kind) {
      case 'redirected': {
        const { status, origin } = problem;
        const place = origin === null ? 'none' : 'known';
        return [
          tProblems('service.redirected', { status, place, origin: origin ?? '' }),
          tProblems('advice.redirected'),
        ];
      }
      case 'not-the-service': {
        const { status, contentType } = problem;
        const type = contentType === null ? 'none' : 'known';
        const what = tProblems('service.not-the-service', { status, type, contentType: contentType ?? '' });
        return [what, tProblems('advice.not-the-service')];
      }
      case 'unreadable-reply':
        return [tProblems(`reply.${problem.fault}`, { status: problem.status }), tProblems('advice.unreadable-reply')];
      case 'oversized-reply': {
        const { status, limit } = problem;
        return [
          tProblems('service.oversized-reply', { status, limit: limitText(limit) }),
          tProblems('advice.oversized-reply'),
        ];
      }
      case 'connection': {
        const { failure, origin, code } = problem;
        const what = tProblems(`connection.${failure}`, {
          origin,
          known: code === null ? 'no' : 'yes',
          code: code ?? '',
        });
        return [what, failure === 'aborted' ? null : tProblems(`connectionAdvice.${failure}`)];
      }
      case 'incomplete-download': {
        const { receivedBytes, expectedBytes } = problem;
        const received = size(receivedBytes);
        const what =
          expectedBytes === null
            ? tProblems('service.incomplete-download-unknown', { received })
            : tProblems('service.incomplete-download', { received, expected: size(expectedBytes) });
        return [what, tProblems('advice.incomplete-download')];
      }
      case 'oversized-download': {
        const { limitBytes, bound } = problem;
        const limit = size(limitBytes);
        if (bound === undefined)
          return [tProblems('service.oversized-download', { limit }), tProblems('advice.oversized-download')];
        if (bound.seconds === null)
          return [tProblems('service.oversized-audio', { limit }), tProblems('advice.oversized-audio')];
        const duration = formatDuration(bound.seconds, locale());
        return [tProblems('service.overlong-audio', { duration, limit }), tProblems('advice.overlong-audio')];
      }
      case 'address-expired':
        return [tProblems('service.address-expired', { status: problem.status }), tProblems('advice.address-expired')];
      case 'insecure-address':
      case 'insecure-audio':
        return [tProblems(`service.${problem.kind}`, { origin: problem.origin }), tProblems(`advice.${problem.kind}`)];
      case 'unusable-address':
      case 'unusable-credentials':
        return [tProblems(`service.${problem.kind}`), tProblems(`advice.${problem.kind}`)];
      case 'invalid-parameters':
      case 'unsupported-plan':
      case 'rate-limited':
      case 'unexpected-status':
      case 'job-failed':
        return [answered(problem), null];
      default:
        return [answered(problem), tProblems(`advice.${problem.kind}`)];
    }
  };

  const serviceCause = (problem: ServiceProblem): string => {
    if (problem.kind !== 'in-doubt') return parts(problem)[0];
    const why = problem.why === null ? tProblems('doubt.unfinished') : parts(problem.why)[0];
    return joined(tProblems(`doubt.${problem.what}`), why);
  };

  const damage = (found: Damage): string => {
    const { kind, ...data } = found;
    const message = found.kind === 'sqlite' ? withoutFullStop(found.message) : '';
    return tProblems(`damage.${kind}`, { what: '', rows: 0, name: '', file: '', ...data, message });
  };

  const folder = (problem: FolderProblem, wanted: string): string => {
    const why = tProblems(`folder.${problem.kind}`, { path: problem.path, code: problem.code });
    return problem.path === wanted ? why : tProblems('folder.above', { folder: wanted, why });
  };

  const document = (problem: DocumentProblem): string => {
    const { kind, path } = problem;
    if (kind === 'newer') return tProblems('data.newer', { path });
    if (kind === 'unwritable') return tProblems('data.unwritable', { path, code: problem.code });
    const why = whyUnreadable(problem.why);
    const { keptAs } = problem;
    return keptAs === null
      ? tProblems('data.unreadable', { path, why })
      : tProblems('data.kept-aside', { path, why, keptAs });
  };

  const whyUnreadable = (why: Extract<DocumentProblem, { kind: 'unreadable' }>['why']): string => {
    if (why.kind === 'system') return tProblems('data.why.system', { code: why.code });
    if (why.kind === 'not-json') return tProblems('data.why.not-json');
    return why.field === '' ? tProblems('data.why.invalid-whole') : tProblems('data.why.invalid', { field: why.field });
  };

  return {
    serviceCause,
    service: (problem) => (problem.kind === 'in-doubt' ? serviceCause(problem) : joined(...parts(problem))),
    project(problem) {
      const { path, kind } = problem;
      switch (kind) {
        case 'unsafe':
          return tProblems(`unsafe.${problem.reason}`, { path, entry: problem.entry });
        case 'damaged': {
          const found = { path, damage: damage(problem.damage) };
          const { backup } = problem;
          return backup === null
            ? tProblems('project.damaged', found)
            : tProblems('project.damaged-with-backup', { ...found, backup });
        }
        case 'newer':
          return tProblems('project.newer', { path, version: problem.version, supported: problem.supported });
        case 'drive-failed':
          return tProblems('project.drive-failed', { path, code: problem.code });
        case 'moved-while-open': {
          const { foundAt } = problem;
          if (foundAt === null) return tProblems('project.moved-while-open', { path });
          return tProblems('project.moved-while-open-to', { path, foundAt });
        }
        default:
          return tProblems(`project.${kind}`, { path });
      }
    },
    damage,
    folder,
    data(problem) {
      switch (problem.kind) {
        case 'folder': {
          const { folder: wanted, setting } = problem;
          return tProblems('data.folder', { folder: wanted, setting, why: folder(problem.problem, wanted) });
        }
        case 'key-file':
          return tProblems('data.keyFile', { path: problem.path, code: problem.code });
        case 'document':
          return document(problem.problem);
      }
    },
    localService(problem) {
      const { kind } = problem;
      if (kind === 'ended') {
        return problem.status === null
          ? tProblems('localService.killed')
          : tProblems('localService.ended', { status: problem.status });
      }
      const { kind: _, ...data } = problem;
      return tProblems(`localService.${kind}`, { folder: '', code: '', message: '', seconds: 0, ...data });
    },
    audio(defect) {
      switch (defect.kind) {
        case 'other-size': {
          const { sizeBytes, announcedBytes } = defect;
          return tProblems('audio.other-size', { sizeBytes, announcedBytes });
        }
        case 'other-duration': {
          const { seconds, announcedSeconds } = defect;
          return tProblems('audio.other-duration', { seconds, announcedSeconds });
        }
        default:
          return tProblems(`audio.${defect.kind}`);
      }
    },
    soundFile(problem) {
      const { path } = problem;
      switch (problem.kind) {
        case 'unreadable':
          return tProblems('soundFile.unreadable', { path, code: problem.code ?? 'none' });
        case 'undecodable':
          return tProblems('soundFile.undecodable', { path, why: this.audio(problem.defect) });
        default:
          return tProblems(`soundFile.${problem.kind}`, { path });
      }
    },
    loss: (cause) => tProblems(`loss.${cause}`),
  };
}

/** Removes the full stop from a message that is quoted in a sentence, because the sentence ends with one. */
const withoutFullStop = (message: string): string => message.replace(/(?<![.\s。])[.\s。]+$/u, '');

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in units of 1,024: `64 MB`, `1.5 GB`, `800 bytes`. */
export function formatSize(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1_024 ** step;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size);
}

/** Formats a duration: `90 seconds`, `12 minutes`. */
function formatDuration(seconds: number, locale: string): string {
  const [unit, length] = seconds < 120 ? (['second', seconds] as const) : (['minute', seconds / 60] as const);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(length);
}
