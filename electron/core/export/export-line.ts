import type { Treatment } from '../../../shared/model/take.ts';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';

/** A line with the take that is exported. */
export interface ExportLine {
  /** The line's identity, which never changes. */
  readonly id: number;
  /** The line's number in the script, from 1. */
  readonly number: number;
  /** The line's number in its chapter, from 1. */
  readonly numberInChapter: number;
  /** 0 for what stands before the first heading. */
  readonly chapterNumber: number;
  readonly chapterTitle: string | null;
  /** The roles that speak, one or two. */
  readonly roles: readonly string[];
  /** The words, for the file's name and the manifest. */
  readonly text: string;
  readonly takeId: number | null;
  /** The full path of the take's audio. */
  readonly audioPath: string;
  /** Of the take's audio. Where it is a hexadecimal SHA-256, the audio is checked against it. */
  readonly audioHash: string;
  /** The take's format. */
  readonly format: OutputFormat;
  /** Of the take's audio, before it is trimmed. */
  readonly durationSeconds: number;
  readonly renderKey: string;
  /** What is done to the audio besides converting; where it differs from what was done before, a file is made again. */
  readonly treatment?: Treatment | undefined;
}
