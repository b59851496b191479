import type { Failure } from '../../../shared/model/problems/line-failure.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { BatchRecord, JournalReports, RunRecord } from '../project/journal/journal-reports.ts';
import { pendingRetakes } from '../project/journal/ordered-retakes.ts';
import type { Project } from '../project/project.ts';
import { failureFromReason, isLeftOut, progressOfBatch } from './batch-progress.ts';
import { retakeRequest } from './retake.ts';
import { planRun } from './run-plan.ts';
import type { RunLineState, StoredProgress } from './run-progress.ts';

export interface StoredProgressParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly reports: JournalReports;
}

/** Only open runs have waiting lines: ordered lines that aren't fresh, failed, sent, in doubt or lost. */
export function storedProgress(
  { project, journal, reports }: StoredProgressParts,
  run: RunRecord,
  batches: readonly BatchRecord[] = reports.batchesFor(run.id),
): StoredProgress {
  const ordered = journal.linesOf(run.id);
  const jobs = latestJobs(batches);
  const failures = new Map<number, Failure>();
  const states = new Map<number, RunLineState>();
  for (const lineId of ordered) {
    const job = jobs.get(lineId);
    states.set(lineId, job ? runStateOf(job) : 'dropped');
    if (job?.state === 'refused' || job?.state === 'failed') {
      failures.set(lineId, failureFromReason(job.reason));
    }
  }
  const wanted = new Set(ordered.filter((lineId) => isSendable(jobs.get(lineId))));
  const { waiting, following } = extraTakes(project, run);
  if (wanted.size > 0) {
    // The producer confirmed replacing approved takes and missing audio when the lines were ordered.
    const plan = planRun(project, journal, { only: wanted, replaceApproved: true, renderMissing: true });
    const reused = new Set(plan.reused);
    for (const lineId of wanted) if (reused.has(lineId)) states.set(lineId, 'done');
    const retaken = new Set(waiting.map(({ lineId }) => lineId));
    if (run.state === 'open')
      append(
        waiting,
        plan.send.filter(({ lineId }) => !retaken.has(lineId)),
      );
  }
  return {
    runId: run.id,
    batches: batches.map((batch, index) => progressOfBatch(batch, index + 1)),
    states,
    waiting,
    following,
    failures,
  };
}

function extraTakes(project: Project, { id }: RunRecord) {
  const waiting = new Map<number, OrderedLine>();
  const following = new Map<number, OrderedLine>();
  for (const { lineId, seed, further, isFollowing } of pendingRetakes(project.db, id)) {
    const renderable = retakeRequest(project, lineId, seed);
    if (!renderable) continue;
    const line = { lineId, characters: renderable.characters, retakeSeed: seed, furtherTakes: further };
    (isFollowing ? following : waiting).set(lineId, line);
  }
  return { waiting: [...waiting.values()], following: [...following.values()] };
}

type Job = BatchRecord['jobs'][number];

function latestJobs(batches: readonly BatchRecord[]): Map<number, Job> {
  const jobs = new Map<number, Job>();
  for (const { jobs: own } of batches) for (const job of own) jobs.set(job.lineId, job);
  return jobs;
}

function runStateOf({ state }: Job): RunLineState {
  switch (state) {
    case 'sent':
    case 'accepted':
      return 'sent';
    case 'done':
      return 'done';
    case 'in-doubt':
      return 'doubt';
    case 'lost':
      return 'lost';
    case 'resubmitted':
      return 'dropped';
    case 'refused':
    case 'failed':
      return 'failed';
  }
}

/** True for a line that has no job in the run, or that the producer decided to send again. */
const isSendable = (job: Job | undefined): boolean =>
  job === undefined || (job.state === 'resubmitted' && !isLeftOut(job.reason));
