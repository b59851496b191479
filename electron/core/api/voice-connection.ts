// Access to the current connection, for auditions and casting.
import type { LenientVoice } from '@lectern/tts-protocol';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { FullServiceClient } from './service-client.ts';

export interface VoiceLink {
  readonly identity: ConnectionIdentity;
  readonly client: FullServiceClient;
}

export interface VoiceConnection {
  /** Settings of the current connection; null if there is none. */
  readonly current: {
    readonly id: string;
    readonly pricePerThousand: number | null;
    readonly currency: string;
  } | null;
  /** The most recently listed voices. */
  readonly knownVoices: readonly LenientVoice[];
  /** @throws RequestError without a connection; ServiceError, LocalServiceError, DataFolderError if it can't be opened */
  requireLink(): Promise<VoiceLink>;
  /** @throws the errors of `requireLink` */
  voices(): Promise<readonly LenientVoice[]>;
}
