// Access to the current connection, for auditions and casting.
import type { VoiceReading } from '@lectern/tts-protocol';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { WholeClient } from './service-client.ts';

export interface VoiceLink {
  readonly identity: ConnectionIdentity;
  readonly client: WholeClient;
}

export interface VoiceConnection {
  /** Settings of the current connection; null if there is none. */
  readonly current: {
    readonly id: string;
    readonly pricePerThousand: number | null;
    readonly currency: string;
  } | null;
  /** The most recently listed voices. */
  readonly knownVoices: readonly VoiceReading[];
  /** @throws RequestError without a connection; ServiceError, LocalServiceError, DataFolderError if it can't be opened */
  needLink(): Promise<VoiceLink>;
  /** @throws the errors of `needLink` */
  voices(): Promise<readonly VoiceReading[]>;
}
