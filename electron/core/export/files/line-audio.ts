import type { FileHandle } from 'node:fs/promises';
import { AudioFormatError } from '@lectern/audio';
import type { ExportFormat } from '@lectern/audio/formats';
import type { OutputFormat } from '@lectern/tts-protocol';
import { writeAll } from '../../../../node/files/durable-write.ts';
import { FileWriteError, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { hashFile } from '../../../../node/files/regular-file.ts';
import type { LineReason } from '../../../../shared/model/export/export.ts';
import type { Treatment } from '../../../../shared/model/take.ts';
import type { ExportLine } from '../plan/export-line.ts';
import { copyTake } from './take-copy.ts';

export type TakeAudioFile = Pick<ExportLine, 'audioPath' | 'audioHash' | 'format'>;

export interface LineSources {
  /** Default: 4. */
  readonly concurrency?: number | undefined;
  /** The export closes the returned file. */
  readonly openAudio: (audio: TakeAudioFile) => Promise<FileHandle>;
  /**
   * Converts a take. Not called for takes that are already in the right format and need no treatment.
   * @throws FileWriteError; other errors if audio can't be converted
   */
  readonly convert: (
    from: FileHandle,
    to: FileHandle,
    conversion: { readonly from: OutputFormat; readonly to: ExportFormat; readonly treatment: Treatment | undefined },
  ) => Promise<{ readonly heldBackDb: number }>;
}

export interface WrittenAudio {
  /** Hexadecimal SHA-256. */
  readonly hash: string;
  /** Gain reduction that prevented clipping, in dB. */
  readonly heldBackDb: number;
}

/** An error that affects only one line. `cause` is the original error. */
export class LineAudioError extends Error {
  /** True if the file exists, but its content was modified. */
  readonly isDamaged: boolean;

  constructor(cause: unknown, isDamaged = false) {
    super('line audio', { cause });
    this.isDamaged = isDamaged;
  }
}

function throwLineAudioError(error: unknown): never {
  throw new LineAudioError(error);
}

/**
 * Copies a take that is already in the right format and needs no treatment. Only corrects the sizes in the WAV header.
 * @throws LineAudioError; write errors
 */
export async function writeLineAudio(
  line: ExportLine,
  file: FileHandle,
  ports: LineSources & { readonly format: ExportFormat },
): Promise<WrittenAudio> {
  const audio = await ports.openAudio(line).catch(throwLineAudioError);
  try {
    const isTreated = describeTreatment(line.treatment) !== '';
    if (line.format === ports.format && !isTreated)
      return { hash: await copyTakeAudio(line, audio, file), heldBackDb: 0 };
    checkHash(line, await hashFile(audio).catch(throwLineAudioError));
    const conversion = { from: line.format, to: ports.format, treatment: isTreated ? line.treatment : undefined };
    const { heldBackDb } = await ports.convert(audio, file, conversion).catch((error: unknown) => {
      throw error instanceof FileWriteError ? error : new LineAudioError(error);
    });
    return { hash: await hashFile(file), heldBackDb };
  } finally {
    await audio.close();
  }
}

async function copyTakeAudio(line: ExportLine, audio: FileHandle, file: FileHandle): Promise<string> {
  const { sourceHash, hash } = await copyTake(audio, (bytes) => writeAll(file, bytes), throwLineAudioError);
  checkHash(line, sourceHash);
  return hash;
}

/** @throws LineAudioError if the take's file was modified */
function checkHash(line: ExportLine, hash: string): void {
  if (/^[0-9a-f]{64}$/.test(line.audioHash) && hash !== line.audioHash) {
    throw new LineAudioError(undefined, true);
  }
}

export function reasonOf({ cause, isDamaged }: LineAudioError, { audioPath }: ExportLine): LineReason {
  if (isDamaged) return { kind: 'audio-changed', path: audioPath };
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return { kind: 'audio-missing' };
  if (cause instanceof UnsafeEntryError) return { kind: 'audio-unsafe' };
  if (cause instanceof AudioFormatError) return { kind: 'undecodable', defect: { kind: cause.kind } };
  return { kind: 'not-convertible', detail: cause instanceof Error ? cause.message : String(cause) };
}

/** Returns a description of the treatment, which is the same for equal treatments. Empty if there is no treatment. */
export function describeTreatment(treatment: Treatment | undefined): string {
  if (!treatment) return '';
  const { trimStartSeconds: start, trimEndSeconds: end, gainDb } = treatment;
  return [
    start > 0 ? [`${figure(start)} s off the start`] : [],
    end > 0 ? [`${figure(end)} s off the end`] : [],
    gainDb === 0 ? [] : [`gain ${gainDb > 0 ? '+' : ''}${figure(gainDb)} dB`],
  ]
    .flat()
    .join(', ');
}

const figure = (value: number): string => String(Number(value.toFixed(6)));
