import type { AudioTags } from '@lectern/audio';
import type { AudioPlan } from '@lectern/audio/mastering';
import type { VoiceStatement } from '@lectern/provenance';
import type { UsedSound } from '../../../../shared/model/cue-sounds.ts';
import type { DeliveryEncoding, MasteringGoal } from '../../../../shared/model/export/delivery.ts';
import type { ExportDisclosure } from '../../../../shared/model/export/disclosure.ts';
import type { ExportNotice, LineReason, VerdictRow } from '../../../../shared/model/export/export.ts';
import type { FileSignature } from '../../../../shared/model/export/signature.ts';
import type { JudgedTakes } from '../../project/takes/suspicious-takes.ts';
import type { ExportLine, LineNaming } from './export-line.ts';
import type { ExportSelection } from './select-lines.ts';

export interface AudioSection {
  readonly title: string;
  readonly plan: AudioPlan;
  /** Frame positions and counts are in samples per channel, and include the silence added by the encoder. */
  readonly startFrame: number;
  readonly leadFrames: number;
  /** If this is more than the plan's, the last frame of the AAC stream is repeated. */
  readonly frames: number;
}

export interface AudioLayout {
  readonly title: string;
  /** Exactly one if there is one file per chapter. */
  readonly sections: readonly AudioSection[];
  readonly frames: number;
}

export interface LineFileContent {
  readonly kind: 'line';
  readonly line: ExportLine;
}

export interface AudioContent extends AudioLayout {
  readonly kind: 'audio';
  readonly tags: AudioTags;
  /** The voices in the file. */
  readonly voices: readonly VoiceStatement[];
  /**
   * When the newest take was made, in milliseconds since the epoch; null without takes. Used as the date of the manifest, so
   * that the same takes always result in the same file.
   */
  readonly createdMs: number | null;
}

/** An unchanged take. `record` describes how it was made. */
export interface TakeContent {
  readonly kind: 'take';
  readonly audio: Pick<ExportLine, 'audioPath' | 'audioHash' | 'format'> & { readonly sizeBytes: number };
  readonly record: () => object | undefined;
}

export interface BytesContent {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
}

export interface PackedFile {
  /** Path in the ZIP file. */
  readonly path: string;
  readonly read: () => Uint8Array;
  /** True for data that is already compressed. */
  readonly isStored: boolean;
  /** Identifies the content of files that are too large to be compared. */
  readonly key: string;
}

/** A ZIP file with mastered audio in it, such as an EPUB. */
export interface PackedContent {
  readonly kind: 'packed';
  readonly title: string;
  readonly tracks: readonly { readonly path: string; readonly audio: AudioContent }[];
  /** Files before the audio, which state when they were made. */
  readonly filesOf: (madeAt: Date) => readonly PackedFile[];
}

/** The C2PA manifest of an audio file that can't contain one. */
export interface ManifestContent {
  readonly kind: 'manifest';
  readonly audio: AudioContent;
  /** Path of the audio file in the export folder. */
  readonly file: string;
  /** Hash of the audio file, in hexadecimal. */
  readonly sha256: string;
}

export type FileContent = LineFileContent | AudioContent | TakeContent | BytesContent | PackedContent | ManifestContent;

export interface PlannedFile<C extends FileContent = FileContent> {
  /**
   * Path relative to the folder, with `/` as separator. Another name is used if a foreign file already has this name.
   */
  readonly name: string;
  /** Ids of the lines that the file contains as audio or text. */
  readonly lines: readonly number[];
  readonly content: C;
}

/** Returns the sections of all audio in a file. */
export function sectionsIn(content: FileContent): readonly AudioSection[] {
  if (content.kind === 'packed') return content.tracks.flatMap(({ audio }) => audio.sections);
  return content.kind === 'audio' ? content.sections : [];
}

export const isAudio = (file: PlannedFile): file is PlannedFile<AudioContent> => file.content.kind === 'audio';

export interface SoundTerms {
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  readonly chapterMarks: boolean;
  /** Id of an inaudible watermark in the audio, as an unsigned 32-bit integer. */
  readonly watermarkId?: number | undefined;
}

export interface FileOnDisk {
  /** Relative to the folder, with `/` as separator. */
  readonly file: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Measured before encoding; absent or null for files without audio. */
  readonly loudnessLufs?: number | null;
  readonly rmsDbfs?: number | null;
  readonly truePeakDbtp?: number | null;
  /** Absent for files that aren't meant to be signed. */
  readonly signature?: FileSignature | undefined;
}

/**
 * `lines` are listed in `manifest.json` and `.csv`, `audio` in `delivery.json`; `unlisted` replace files of that name.
 */
export type PlannedFiles =
  | { readonly kind: 'lines'; readonly naming: LineNaming; readonly files: readonly PlannedFile<LineFileContent>[] }
  | {
      readonly kind: 'audio';
      readonly terms: SoundTerms;
      readonly files: readonly PlannedFile<AudioContent | BytesContent | PackedContent>[];
      /** Music and effects in the files, for `delivery.json`. */
      readonly sounds: readonly UsedSound[];
      /** For `delivery.json`; null or absent if no voice is synthetic. */
      readonly disclosure?: ExportDisclosure | null;
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

export interface FailedFile {
  readonly file: string;
  readonly lines: readonly number[];
  /** The line whose take caused the failure; null if the cause wasn't a take. */
  readonly lineId: number | null;
  readonly reason: LineReason;
  /** Hash of the take's audio if the audio was found to be damaged. */
  readonly damagedAudio: string | null;
}

export interface ExportPlan {
  /** Absolute. */
  readonly outDir: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly content: PlannedFiles;
  readonly selection: ExportSelection;
  /** A sample ends early on purpose, so the remaining lines don't count as missing. */
  readonly isSample: boolean;
  readonly checks: readonly VerdictRow[];
  readonly judged: JudgedTakes;
  /** Limitations of the plan. */
  readonly notices: readonly ExportNotice[];
}
