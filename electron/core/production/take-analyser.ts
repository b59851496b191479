// Measures, in the background, takes that were stored before audio was measured.
import { AudioFormatError } from '@lectern/audio';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import type { UnmeasuredAudio } from '../project/takes/take-analyses.ts';

export interface TakeAnalyserParts {
  readonly project: Project;
  readonly workers: Pick<AudioWorkers, 'analyseAudio'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly onTakes: (lineIds: readonly number[]) => void;
  readonly onDefect: (error: unknown) => string;
}

const PAGE = 50;
/** Scanning all the takes in a book requires 0.1 s, so wait a while after the project is opened. */
const OPENING_MS = 2_000;

export class TakeAnalyser {
  readonly #parts: TakeAnalyserParts;
  readonly #end = new AbortController();
  #working: Promise<void> | null = null;

  constructor(parts: TakeAnalyserParts) {
    this.#parts = parts;
  }

  begin(): void {
    this.#working ??= this.#work()
      .catch((error: unknown) => {
        if (!this.#end.signal.aborted) this.#parts.onDefect(error);
      })
      .finally(() => {
        this.#working = null;
      });
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { signal } = this.#end;
    await this.#parts.clock.sleep(OPENING_MS, signal);
    await measureTakes(this.#parts, signal);
  }
}

/** Stores results and marks unreadable audio as missing or damaged. When aborted, stops before the next file. */
export async function measureTakes(
  parts: Pick<TakeAnalyserParts, 'project' | 'workers'> & Partial<Pick<TakeAnalyserParts, 'onTakes'>>,
  signal: AbortSignal,
): Promise<void> {
  const given = new Set<string>();
  for (;;) {
    const page = parts.project.takes.takesWithoutAnalysis(PAGE).filter(({ audioHash }) => !given.has(audioHash));
    if (page.length === 0) return;
    for (const audio of page) {
      if (signal.aborted) return;
      given.add(audio.audioHash);
      await measure(parts, audio, signal);
    }
  }
}

async function measure(
  { project, workers, onTakes }: Parameters<typeof measureTakes>[0],
  { audioHash, format, sampleRate }: UnmeasuredAudio,
  signal: AbortSignal,
): Promise<void> {
  const file = await project.takes.openAudio(audioHash, format).catch(() => null);
  if (signal.aborted) return void (await file?.close());
  if (!file) project.takes.setAudioProblem(audioHash, 'missing');
  else {
    const analysis = await workers
      .analyseAudio({ fd: file.fd }, { format, sampleRate })
      .catch((error: unknown) => {
        if (error instanceof AudioFormatError) return null;
        throw error;
      })
      .finally(() => file.close());
    if (signal.aborted) return;
    if (analysis) project.takes.putAnalysis(audioHash, analysis);
    else project.takes.setAudioProblem(audioHash, 'damaged');
  }
  onTakes?.(linesOf(project, audioHash));
}

function linesOf(project: Project, audioHash: string): number[] {
  return project.db
    .prepare<{ readonly id: number }>('SELECT DISTINCT line_id AS id FROM takes WHERE audio_hash = ?')
    .all(audioHash)
    .map(({ id }) => id);
}
