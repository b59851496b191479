// Verifies files one after another, and keeps their results while the dialog is open.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import type { ChosenFile } from '../../shared/ipc/signing-requests.ts';
import { DROPPED_PART_BYTES, MAX_DROPPED_BYTES, MAX_SIDECAR_BYTES } from '../../shared/ipc/verify-requests.ts';
import type { Verification } from '../../shared/model/verification.ts';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import type { DroppedFile } from './dropped-files.ts';

/** `share` of a dropped file that has been sent, from 0 to 1. */
export type VerificationState =
  | { readonly kind: 'waiting' | 'checking' | 'cancelled' | 'unreadable' | 'too-large' | 'sidecar-too-large' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'done'; readonly verification: Verification }
  | { readonly kind: 'failed'; readonly error: BridgeError };

export interface VerifiedFile {
  readonly id: number;
  readonly name: string;
  readonly state: VerificationState;
}

type UnverifiedFile = ChosenFile | DroppedFile;

interface Verifications {
  readonly files: readonly VerifiedFile[];
  readonly isBusy: boolean;
  add(sources: readonly UnverifiedFile[]): void;
  cancel(): void;
}

export function useVerifications(): Verifications {
  const [files, setFiles] = useState<readonly VerifiedFile[]>([]);
  const queue = useMemo(() => new VerificationQueue(setFiles), []);
  useEffect(() => () => queue.close(), [queue]);
  const add = useCallback((sources: readonly UnverifiedFile[]) => queue.add(sources), [queue]);
  const cancel = useCallback(() => queue.cancel(), [queue]);
  return { files, isBusy: files.some(({ state }) => isUnderWay(state)), add, cancel };
}

export const isUnderWay = ({ kind }: VerificationState): boolean =>
  kind === 'waiting' || kind === 'sending' || kind === 'checking';

class VerificationQueue {
  readonly #show: (files: readonly VerifiedFile[]) => void;
  #files: readonly VerifiedFile[] = [];
  #waiting: { readonly id: number; readonly source: UnverifiedFile }[] = [];
  #isRunning = false;
  /** Incremented by cancelling, so that replies to earlier requests are ignored. */
  #round = 0;

  constructor(show: (files: readonly VerifiedFile[]) => void) {
    this.#show = show;
  }

  add(sources: readonly UnverifiedFile[]): void {
    const first = this.#files.length;
    const added = sources.map((source, index) => ({ id: first + index, source }));
    this.#set([
      ...this.#files,
      ...added.map(({ id, source }) => ({ id, name: nameOf(source), state: { kind: 'waiting' as const } })),
    ]);
    this.#waiting = [...this.#waiting, ...added];
    if (!this.#isRunning) void this.#run();
  }

  cancel(): void {
    this.close();
    this.#set(
      this.#files.map((file) => (isUnderWay(file.state) ? { ...file, state: { kind: 'cancelled' as const } } : file)),
    );
  }

  /** Stops, and closes all files. */
  close(): void {
    this.#round += 1;
    this.#waiting = [];
    this.#isRunning = false;
    void ask('verify.clear', {}).catch(() => undefined);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const round = this.#round;
    const isStopped = () => round !== this.#round;
    while (!isStopped()) {
      const next = this.#waiting.shift();
      if (!next) break;
      const { id, source } = next;
      const set = (state: VerificationState) => {
        if (!isStopped()) this.#set(this.#files.map((file) => (file.id === id ? { ...file, state } : file)));
      };
      await verify(source, set, isStopped).then(set, (failure: unknown) => set(stateOf(failure)));
    }
    if (!isStopped()) this.#isRunning = false;
  }

  #set(files: readonly VerifiedFile[]): void {
    this.#files = files;
    this.#show(files);
  }
}

const nameOf = (source: UnverifiedFile): string => ('fileId' in source ? source.name : source.file.name);

/** If a file has been deleted since it was dropped, reading it fails with a DOMException instead of a bridge error. */
function stateOf(failure: unknown): VerificationState {
  if (failure instanceof DOMException) return { kind: 'unreadable' };
  if (failure instanceof BridgeFailure) return { kind: 'failed', error: failure.error };
  throw failure;
}

async function verify(
  source: UnverifiedFile,
  set: (state: VerificationState) => void,
  isStopped: () => boolean,
): Promise<VerificationState> {
  if ('fileId' in source) {
    set({ kind: 'checking' });
    return { kind: 'done', verification: await ask('verify.file', { fileId: source.fileId }) };
  }
  const { file, sidecar } = source;
  if (file.size > MAX_DROPPED_BYTES) return { kind: 'too-large' };
  if (sidecar && sidecar.size > MAX_SIDECAR_BYTES) return { kind: 'sidecar-too-large' };
  set({ kind: 'sending', share: 0 });
  const { fileId } = await ask('verify.receive', {});
  await send(fileId, 'audio', file, (share) => set({ kind: 'sending', share }), isStopped);
  if (sidecar) await send(fileId, 'sidecar', sidecar, () => undefined, isStopped);
  if (isStopped()) return { kind: 'cancelled' };
  set({ kind: 'checking' });
  return { kind: 'done', verification: await ask('verify.file', { fileId }) };
}

async function send(
  fileId: string,
  part: 'audio' | 'sidecar',
  file: File,
  onShare: (share: number) => void,
  isStopped: () => boolean,
): Promise<void> {
  for (let sent = 0; sent < file.size && !isStopped(); ) {
    const bytes = new Uint8Array(await file.slice(sent, sent + DROPPED_PART_BYTES).arrayBuffer());
    await ask('verify.receivePart', { fileId, part, bytes });
    sent += bytes.byteLength;
    onShare(sent / file.size);
  }
}
