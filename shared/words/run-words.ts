import type { DoubtReason, Failure } from '../model/problems/line-failure.ts';
import type { RunStop } from '../model/problems/run-stop.ts';
import type { CapKind } from '../model/spending.ts';
import type { runs } from './en/runs.ts';
import type { ProblemWords } from './problem-words.ts';
import type { Words } from './words.ts';

export interface RunWords {
  /** Why a run stopped. */
  stop(stop: RunStop): string;
  /** Why a line has no take. */
  failure(failure: Failure): string;
  /** Why it is unknown whether the service has a batch. */
  doubt(reason: DoubtReason): string;
  cap(by: CapKind): string;
}

export interface RunWordsParts {
  readonly problems: Pick<ProblemWords, 'audio' | 'project' | 'service'>;
  readonly locale: () => string;
}

export function runWords(tRuns: Words<typeof runs>, { problems, locale }: RunWordsParts): RunWords {
  const { audio, project, service } = problems;
  const megabytes = (bytes: number) =>
    (bytes / 1e6).toLocaleString(locale(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });
  const cap = (by: CapKind) => tRuns(`cap.${by}`);
  const stopText = (stop: RunStop): string => {
    switch (stop.kind) {
      case 'capped':
        return cap(stop.by);
      case 'disk-short': {
        const { folder, freeBytes, neededBytes } = stop;
        return tRuns('stop.disk-short', { folder, free: megabytes(freeBytes), needed: megabytes(neededBytes) });
      }
      case 'project':
        return project(stop.problem);
      case 'useless-replies':
        return tRuns(`useless.${stop.missing}`);
      case 'defect':
        return tRuns('stop.defect', { id: stop.id });
      case 'unreachable':
        return tRuns('stop.unreachable', { why: service(stop.failure), minutes: stop.minutes });
      case 'doubts':
        return tRuns('stop.doubts', { why: service(stop.failure), batches: stop.batches });
      case 'refuses-lines':
        return tRuns('stop.refuses-lines', { why: service(stop.failure), lines: stop.lines });
      case 'refuses-all':
      case 'refuses-webhook':
        return tRuns(`stop.${stop.kind}`, { why: service(stop.failure) });
    }
  };
  return {
    stop: stopText,
    cap,
    doubt(reason) {
      switch (reason.why) {
        case 'no-reply':
          return service(reason.problem);
        case 'not-stored':
          return project(reason.problem);
        case 'interrupted':
        case 'unreadable-request':
          return tRuns(`doubt.${reason.why}`);
        case 'recorded':
          return reason.message;
      }
    },
    failure(failure) {
      switch (failure.kind) {
        case 'failed-by-service':
          return failure.message ?? tRuns('failure.unexplained');
        case 'refused':
          return service(failure.problem);
        case 'audio-unavailable':
          return 'problem' in failure ? service(failure.problem) : audio(failure.defect);
        case 'never-fits':
          return tRuns('failure.never-fits', failure);
        case 'not-sent':
          return failure.stop ? stopText(failure.stop) : tRuns('failure.not-sent');
        case 'over-cap':
          return failure.by ? cap(failure.by) : tRuns('failure.over-cap');
        case 'not-stored':
          return project(failure.problem);
        case 'unfinished':
          if (failure.why === 'unreadable') return service(failure.problem);
          if (failure.why === 'useless-replies') return tRuns(`useless.${failure.missing}`);
          return tRuns('failure.stalled', { minutes: failure.minutes });
      }
    },
  };
}
