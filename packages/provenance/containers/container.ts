import type { FileRange, SourceFile } from './source-file.ts';

/**
 * A part of the signed file: a range of the source, new bytes, or the place of the manifest store. `startsBox` marks the
 * first part of a top-level MP4 box whose position is hashed, too.
 */
export interface OutputPart {
  readonly content: FileRange | Uint8Array | 'manifest';
  readonly isHashed: boolean;
  readonly startsBox?: boolean;
}

/** Where a manifest store is in a file. */
export interface ManifestPlace {
  readonly store: FileRange;
  /** The frame, chunk or box that only contains the store. No more than this may be left out of the file's hash. */
  readonly enclosure: FileRange;
  /** Whether the bytes of the enclosure that no hash protects are as expected. */
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
