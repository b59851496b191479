// Recordings that the producer has chosen, and the search for a chapter's lines in them.
import { basename } from 'node:path';
import { RequestError, refuse, requireFound } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';
import { SoundFileError } from '../project/cues/attach-sound.ts';
import type { Project } from '../project/project.ts';
import { type RecordingOfChapter, type SearchedRecording, searchRecording } from './conform-recording.ts';

type ProgressPorts = Omit<Parameters<typeof searchRecording>[2], 'signal'>;

interface Search {
  readonly cancelling: AbortController;
  /** Settles when the search has ended; never rejects. */
  readonly ended: Promise<unknown>;
}

/** The window only receives ids, never paths. One recording at a time is searched and kept open. */
export class ChapterRecordings {
  readonly #random: Random;
  readonly #paths = new Map<string, string>();
  #search: Search | null = null;
  #found: { readonly id: string; readonly searched: SearchedRecording } | null = null;

  constructor(random: Random) {
    this.#random = random;
  }

  register(path: string): { readonly recordingId: string; readonly name: string } {
    const recordingId = this.#random.id();
    this.#paths.set(recordingId, path);
    return { recordingId, name: basename(path) };
  }

  /**
   * Cancels another search, and replaces its result.
   * @throws RequestError `recording`, `cancelled`, `busy` or `not-found`; ConformError
   */
  async search(
    project: Project,
    recordingId: string,
    chapter: Omit<RecordingOfChapter, 'path'>,
    ports: ProgressPorts,
  ): Promise<SearchedRecording> {
    const path = requireFound(this.#paths.get(recordingId), 'recording');
    await this.close();
    if (this.#search) refuse({ kind: 'busy', what: 'import' });
    const cancelling = new AbortController();
    const searching = searchRecording(project, { ...chapter, path }, { ...ports, signal: cancelling.signal });
    this.#search = { cancelling, ended: searching.catch(() => undefined) };
    try {
      const searched = await searching;
      this.#found = { id: recordingId, searched };
      return searched;
    } catch (error) {
      if (error instanceof SoundFileError) refuse({ kind: 'recording', problem: error.problem });
      throw error;
    } finally {
      this.#search = null;
    }
  }

  /** @throws RequestError `not-found` if another recording has been searched since, or the project was closed */
  found(recordingId: string): SearchedRecording {
    return requireFound(this.#found?.id === recordingId ? this.#found.searched : null, 'recording');
  }

  /** Ends the search, and closes the recording that was found. */
  async close(): Promise<void> {
    const search = this.#search;
    search?.cancelling.abort(new RequestError({ kind: 'cancelled' }));
    await search?.ended;
    await this.#close();
  }

  async #close(): Promise<void> {
    const found = this.#found;
    this.#found = null;
    await found?.searched.close();
  }
}
