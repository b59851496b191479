// Lines, chapters, roles and takes as the window shows them, from what the store has.
import type { Chapter, RoleSummary, StatusCounts } from '../../shared/ipc/project-requests.ts';
import type { ReviewFilter, ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { LineBrief, LineDetail } from '../../shared/ipc/script-requests.ts';
import type { SearchQuery } from '../../shared/rules/search-pattern.ts';
import type { VoiceReading } from '../../shared/service/voices.ts';
import { messageOf } from '../core/production/board-batch.ts';
import type { BriefFilter, LineBrief as StoredBrief } from '../core/store/line-briefs.ts';
import { type ChapterProgress, chapterProgress } from '../core/store/line-progress.ts';
import type { Project } from '../core/store/project.ts';
import type { ReviewStore } from '../core/store/review-store.ts';
import type { LinePlaces } from './line-places.ts';
import { found } from './studio-error.ts';
import { traitsOf } from './voice-names.ts';

/** Characters of a line's first words. */
const EXCERPT = 80;

type Voices = readonly VoiceReading[];

export class ScriptViews {
  readonly #project: Project;
  readonly #review: ReviewStore;
  readonly #places: LinePlaces;
  #progress: ChapterProgress[] | null = null;

  constructor(project: Project, review: ReviewStore, places: LinePlaces) {
    this.#project = project;
    this.#review = review;
    this.#places = places;
    project.db.onRollback(() => this.forget());
  }

  /** States of lines changed: figures are counted anew when they are next asked for. */
  forget(): void {
    this.#progress = null;
  }

  /** Lines in script order; those that are not in the script are left out. */
  briefs(filter: BriefFilter): LineBrief[] {
    return this.#project.lines.briefs(filter).map(briefOf);
  }

  chapters(): Chapter[] {
    return this.#chapters().map((chapter) => ({ ...chapter, counts: { ...chapter.counts } }));
  }

  /** Lines of the whole script by status. */
  counts(): StatusCounts {
    const counts: StatusCounts = {};
    for (const chapter of this.#chapters()) {
      for (const [status, lines] of Object.entries(chapter.counts) as [keyof StatusCounts, number][]) {
        counts[status] = (counts[status] ?? 0) + lines;
      }
    }
    return counts;
  }

  countLines(): number {
    return this.#chapters().reduce((sum, { lines }) => sum + lines, 0);
  }

  /** The roles that speak: what was typed half way to a name is none. */
  roles(voices: Voices): RoleSummary[] {
    const names = new Map(voices.map((voice) => [voice.id, voice.name ?? null]));
    const speaking = this.#project.cast.summaries().filter(({ lines }) => lines > 0);
    return speaking.map(({ role, lines, characters }) => ({
      name: role.name,
      voice: role.voice,
      voiceName: role.voice === null ? null : (names.get(role.voice) ?? null),
      turnPrefix: role.turnPrefix,
      lines,
      characters,
    }));
  }

  /** @throws StudioError `not-found` where the line is not in the script */
  detail(lineId: number, voices: Voices): LineDetail {
    const place = found(this.#places.of(lineId), 'line');
    const line = this.#project.lines.detail(lineId);
    const byId = new Map(voices.map((voice) => [voice.id, voice]));
    const { whyStale, job } = line;
    return {
      id: lineId,
      ...place,
      status: line.status,
      characters: line.characters,
      speakers: line.speakers.map(({ role, voice, voiceOrigin, turnPrefix }) => {
        const known = voice === null ? undefined : byId.get(voice);
        const voiceName = known?.name ?? null;
        return { role, voice, voiceName, voiceTraits: known ? traitsOf(known) : null, turnPrefix, voiceOrigin };
      }),
      turns: [...line.turns],
      parameters: line.parameters.map(({ name, value, origin }) => ({ name, value: value ?? null, origin })),
      override: line.override,
      payload: line.payload,
      problem: line.problem as LineDetail['problem'],
      warnings: line.warnings as LineDetail['warnings'],
      failure: line.status === 'failed' ? (messageOf(job?.reason) ?? 'The service gave no reason.') : null,
      whyStale: whyStale && {
        take: whyStale.takeNumber,
        textBefore: whyStale.text?.before ?? null,
        textAfter: whyStale.text?.after ?? null,
        voice: whyStale.voice,
        parameters: [...whyStale.parameters],
      },
      previousLineId: line.previousLineId,
      nextLineId: line.nextLineId,
    };
  }

  /** Places in the whole script. */
  find(query: SearchQuery, limit: number) {
    const { matches, total, problem } = this.#project.script.find(query, limit);
    const titles = new Map(this.#chapters().map(({ id, title }) => [id, title]));
    return {
      total,
      matches: matches.map(({ chapterId, from, to, before, match, after }) => {
        return { chapterId, chapterTitle: titles.get(chapterId) ?? '', from, to, before, match, after };
      }),
      problem: problem && (problem.kind === 'too-slow' ? problem.kind : problem.detail),
    };
  }

  /** Lines in which two roles speak. */
  dialogLines(): Set<number> {
    const rows = this.#project.db
      .prepare<{ readonly id: number }>(
        'SELECT id FROM lines WHERE deleted_at IS NULL AND json_array_length(roles) = 2',
      )
      .all();
    return new Set(rows.map(({ id }) => id));
  }

  /** Lines that failed, in script order; those that are not in the script any more are left out. */
  failed(reasons: ReadonlyMap<number, string>) {
    const lines = this.#project.lines.states({ ids: [...reasons.keys()] });
    return lines
      .filter(({ state }) => state !== 'fresh' && state !== 'kept')
      .map(({ id, text }) => ({
        lineId: id,
        label: this.#places.label(id),
        excerpt: excerptOf(text),
        reason: reasons.get(id) ?? '',
      }));
  }

  reviewList({ role, suspiciousOnly, chapterId, statuses, verdict, text, sort }: ReviewFilter) {
    const { lineIds, ...figures } = this.#review.list({
      sort,
      ...(chapterId === undefined ? {} : { chapterId }),
      ...(role === undefined ? {} : { roles: [role] }),
      ...(statuses === undefined ? {} : { statuses }),
      ...(verdict === undefined ? {} : { verdict }),
      ...(suspiciousOnly ? { flags: 'any' as const } : {}),
      ...(text === undefined ? {} : { text }),
    });
    return { lineIds: [...lineIds], ...figures, analysing: this.#project.takes.countWithoutAnalysis() };
  }

  reviewRows(lineIds: readonly number[]): ReviewRow[] {
    return this.#review.rows(lineIds).map(({ numberInChapter: _, roles, ...row }) => ({ ...row, roles: [...roles] }));
  }

  #chapters(): ChapterProgress[] {
    this.#progress ??= chapterProgress(this.#project.db);
    return this.#progress;
  }
}

function briefOf({ id, paragraphId, status, characters, roles, pickTakeId, problem, reason }: StoredBrief): LineBrief {
  return {
    id,
    paragraphId,
    status,
    characters,
    roles: [...roles],
    pickTakeId,
    problem: problem ?? messageOf(reason),
  };
}

function excerptOf(text: string): string {
  const characters = [...text.slice(0, EXCERPT * 4).replace(/\s+/g, ' ')];
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('').trimEnd()}…` : characters.join('');
}
