import type { FileRange, SourceFile } from './source-file.ts';

/**
 * A part of the signed file: a range of the source, new bytes, or the manifest store. `startsBox` marks the first part of
 * a top-level MP4 box whose position is also hashed.
 */
export interface OutputPart {
  readonly content: FileRange | Uint8Array | 'manifest';
  readonly isHashed: boolean;
  readonly startsBox?: boolean;
}

/** The position of a manifest store in a file. */
export interface ManifestPlace {
  readonly store: FileRange;
  /** The frame, chunk or box that contains only the store. The file's hash must cover all bytes outside of it. */
  readonly enclosure: FileRange;
  /** Whether the enclosure's unhashed bytes have the expected values. */
  readonly isIntact: boolean;
}

export interface ManifestContainer {
  readonly binding: 'data' | 'mp4';
  /**
   * Lays out the signed file. Replaces an existing manifest store.
   * @param manifestBytes size of the manifest store
   * @throws ProvenanceError
   */
  layOut(source: SourceFile, manifestBytes: number): Promise<readonly OutputPart[]>;
  /** @throws ProvenanceError */
  findManifests(source: SourceFile): Promise<readonly ManifestPlace[]>;
}

export const sizeOf = ({ content }: OutputPart, manifestBytes: number): number => {
  if (content === 'manifest') return manifestBytes;
  return content instanceof Uint8Array ? content.length : content.end - content.start;
};
