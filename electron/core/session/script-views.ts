import type { LenientVoice } from '@lectern/tts-protocol';
import type { Chapter, ProjectFigures, RoleSummary, StatusCounts } from '../../../shared/ipc/project-requests.ts';
import type { LineBrief, LineDetail } from '../../../shared/ipc/script-requests.ts';
import { createRoleFilter } from '../../../shared/rules/role-names.ts';
import { requireFound } from '../bridge/request-error.ts';
import { failureFromReason } from '../production/batch-progress.ts';
import { traitsOf } from '../project/cast/voice-names.ts';
import { directionStatuses, phonemeStatuses } from '../project/lines/direction-statuses.ts';
import { type BriefFilter, lineBriefs, type StoredBrief } from '../project/lines/line-briefs.ts';
import { lineDetail } from '../project/lines/line-detail.ts';
import type { LinePositions } from '../project/lines/line-positions.ts';
import type { ChapterProgress } from '../project/lines/line-progress.ts';
import { readAloud } from '../project/lines/read-aloud.ts';
import { customPauseOf, usualPauseBefore } from '../project/lines/set-pauses.ts';
import type { Project } from '../project/project.ts';
import type { ReaderThread } from './reader-thread.ts';

/** Up to this many lines are counted in a few milliseconds. */
const MAX_LINES_TO_COUNT = 2_000;

type Voices = readonly LenientVoice[];

export interface ScriptViewsParts {
  readonly project: Project;
  readonly places: LinePositions;
  readonly reader: ReaderThread;
}

export class ScriptViews {
  readonly #parts: ScriptViewsParts;
  #progress: Promise<readonly ChapterProgress[]> | null = null;
  #isCounted = false;

  constructor(parts: ScriptViewsParts) {
    this.#parts = parts;
    parts.project.db.onRollback(() => this.forget());
  }

  forget(): void {
    this.#progress = null;
  }

  /** In script order, without deleted lines. */
  briefs(filter: BriefFilter): LineBrief[] {
    return lineBriefs(this.#parts.project.db, filter).map(briefOf);
  }

  async chapters(): Promise<Chapter[]> {
    return (await this.#chapters()).map(({ toRender: _, ...chapter }) => ({
      ...chapter,
      counts: { ...chapter.counts },
    }));
  }

  async totals(): Promise<ProjectFigures> {
    const counts: StatusCounts = {};
    let all = 0;
    let toRender = 0;
    for (const chapter of await this.#chapters()) {
      all += chapter.lines;
      toRender += chapter.toRender;
      for (const [status, lines] of Object.entries(chapter.counts) as [keyof StatusCounts, number][]) {
        counts[status] = (counts[status] ?? 0) + lines;
      }
    }
    return { lines: all, counts, toRender };
  }

  /** Whether the lines have been counted since opening. Later changes are counted on demand. */
  get isCounted(): boolean {
    return this.#isCounted;
  }

  /** For a small project, starting a thread would take longer. */
  countIfSmall(): void {
    const lines =
      this.#parts.project.db.prepare<{ readonly n: number }>('SELECT count(*) AS n FROM lines').get()?.n ?? 0;
    if (lines > MAX_LINES_TO_COUNT) return;
    this.#cache(this.#parts.reader.queryHere('chapters', null));
    this.#isCounted = true;
  }

  /** Omits incomplete names left over from typing. */
  async roles(voices: Voices): Promise<RoleSummary[]> {
    const names = new Map(voices.map((voice) => [voice.id, voice.name ?? null]));
    const cast = await this.#parts.reader.query('cast', null);
    const speaking = new Set(cast.flatMap(({ role, lines }) => (lines > 0 ? [role.name] : [])));
    const isListed = createRoleFilter((name) => speaking.has(name), this.#parts.project.settings());
    const listed = cast.filter(({ role }) => isListed(role.name));
    return listed.map(({ role, lines, characters }) => ({
      name: role.name,
      voice: role.voice,
      voiceName: role.voice === null ? null : (names.get(role.voice) ?? null),
      turnPrefix: role.turnPrefix,
      lines,
      characters,
    }));
  }

  /** @throws RequestError `not-found` if the line isn't in the script */
  detail(lineId: number, voices: Voices): LineDetail {
    const { number: _, ...place } = requireFound(this.#parts.places.of(lineId), 'line');
    const { db, keys } = this.#parts.project;
    const line = lineDetail(db, keys, lineId);
    const settings = this.#parts.project.settings();
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
      payload: line.payload,
      problem: line.problem as LineDetail['problem'],
      warnings: line.warnings as LineDetail['warnings'],
      directions: directionStatuses(line, (voice) => byId.get(voice) ?? {}),
      readAloud: line.payload && readAloud(line.payload, byId.get(line.payload.voice)),
      sounds: phonemeStatuses(line, (voice) => byId.get(voice) ?? {}),
      webhook: line.webhook,
      failure: line.status === 'failed' ? failureFromReason(job?.reason) : null,
      whyStale: whyStale && {
        take: whyStale.takeNumber,
        textBefore: whyStale.text?.before ?? null,
        textAfter: whyStale.text?.after ?? null,
        voice: whyStale.voice,
        parameters: [...whyStale.parameters],
      },
      heading: line.heading && { ...line.heading },
      pause: {
        setSeconds: customPauseOf(db, lineId),
        usual: usualPauseBefore(db, line, settings),
      },
      previousLineId: line.previousLineId,
      nextLineId: line.nextLineId,
    };
  }

  #chapters(): Promise<readonly ChapterProgress[]> {
    if (this.#progress) return this.#progress;
    return this.#cache(this.#parts.reader.query('chapters', null));
  }

  /** Caches the progress until it changes. A failed query isn't cached. */
  #cache(progress: Promise<readonly ChapterProgress[]>): Promise<readonly ChapterProgress[]> {
    this.#progress = progress;
    progress.then(
      () => {
        this.#isCounted = true;
      },
      () => {
        if (this.#progress === progress) this.#progress = null;
      },
    );
    return progress;
  }
}

function briefOf({ id, paragraphId, status, characters, roles, pickTakeId, problem }: StoredBrief): LineBrief {
  return {
    id,
    paragraphId,
    status,
    characters,
    roles: [...roles],
    pickTakeId,
    problem,
  };
}
