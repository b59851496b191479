// The plan of an export: the files to write with their sources, and what is known before they are written.
import type { AudioTags } from '@lectern/audio';
import type { SoundPlan } from '@lectern/audio/mastering';
import type { DeliveryEncoding, MasteringGoal } from '../../../../shared/model/export/delivery.ts';
import type { LineReason, VerdictRow } from '../../../../shared/model/export/export.ts';
import type { JudgedTakes } from '../../project/takes/suspicious-takes.ts';
import type { ExportLine, LineNaming } from './export-line.ts';
import type { ExportSelection } from './select-lines.ts';

/** A chapter in an audio file. */
export interface AudioSection {
  readonly title: string;
  readonly plan: SoundPlan;
  /** Position in the file, in samples per channel, including the encoder's lead-in. */
  readonly startFrame: number;
  readonly leadFrames: number;
  readonly frames: number;
}

export interface AudioLayout {
  readonly title: string;
  /** In order; a chapter file has exactly one. */
  readonly sections: readonly AudioSection[];
  readonly frames: number;
}

/** The audio of a line in the format of the export. */
export interface LineFileContent {
  readonly kind: 'line';
  readonly line: ExportLine;
}

/** Mastered and encoded takes of one or more chapters. */
export interface AudioContent extends AudioLayout {
  readonly kind: 'audio';
  readonly tags: AudioTags;
}

/** A take's file, unchanged. `record` returns how the take was made. */
export interface TakeContent {
  readonly kind: 'take';
  readonly audio: Pick<ExportLine, 'audioPath' | 'audioHash' | 'format'> & { readonly sizeBytes: number };
  readonly record: () => object | undefined;
}

export interface BytesContent {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
}

export type FileContent = LineFileContent | AudioContent | TakeContent | BytesContent;

export interface PlannedFile<C extends FileContent = FileContent> {
  /** Path relative to the folder, with `/` as separator. The file gets another name if another program's file has it. */
  readonly name: string;
  /** Ids of the lines that are heard, or shown, in the file. */
  readonly lines: readonly number[];
  readonly content: C;
}

export const isAudio = (file: PlannedFile): file is PlannedFile<AudioContent> => file.content.kind === 'audio';

export interface SoundTerms {
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  /** Whether files with several chapters contain chapter marks. */
  readonly chapterMarks: boolean;
}

/** A file of the plan, as it is in the folder. */
export interface FileOnDisk {
  /** Path relative to the folder, with `/` as separator. */
  readonly file: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Measured before encoding; absent or null for files without audio. */
  readonly loudnessLufs?: number | null;
  readonly rmsDbfs?: number | null;
  readonly truePeakDbtp?: number | null;
}

/**
 * The files of an export, and how Lectern finds them again in the folder:
 * - `lines`: listed in `manifest.json` and `manifest.csv`.
 * - `audio`: listed in `delivery.json`. Bytes in the same folder, such as a cover, are listed with it.
 * - `unlisted`: files for other programs, which replace any with the same name. `summary` is written last, from the
 *   files that were made.
 */
export type PlannedFiles =
  | { readonly kind: 'lines'; readonly naming: LineNaming; readonly files: readonly PlannedFile<LineFileContent>[] }
  | {
      readonly kind: 'audio';
      readonly terms: SoundTerms;
      readonly files: readonly PlannedFile<AudioContent | BytesContent>[];
    }
  | {
      readonly kind: 'unlisted';
      readonly files: readonly PlannedFile<TakeContent | BytesContent>[];
      readonly summary: SummaryFile | null;
    };

export interface SummaryFile {
  readonly name: string;
  readonly write: (made: MadeFiles) => Uint8Array;
}

export interface MadeFiles {
  readonly files: readonly { readonly planned: PlannedFile; readonly onDisk: FileOnDisk }[];
  readonly failed: readonly FailedFile[];
}

/** A file that couldn't be written. */
export interface FailedFile {
  readonly file: string;
  /** Ids of all its lines. */
  readonly lines: readonly number[];
  /** The line whose take is the cause; null if no take is. */
  readonly lineId: number | null;
  readonly reason: LineReason;
  /** Hash of the take's audio if it was found damaged. */
  readonly damagedAudio: string | null;
}

export interface ExportPlan {
  /** Absolute. */
  readonly outDir: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly content: PlannedFiles;
  /** The lines of the export, and those left out. */
  readonly selection: ExportSelection;
  /** The export ends early on purpose, so lines after its last one don't count as missing. */
  readonly isSample: boolean;
  /** Failed checks that are known before the files are written. */
  readonly checks: readonly VerdictRow[];
  readonly judged: JudgedTakes;
}
