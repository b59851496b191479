// The one way into the main process.
import { ipcMain } from 'electron';
import { REQUEST_CHANNEL } from '../../shared/ipc/contract.ts';
import type { CrossingReply } from './dispatch.ts';
import { isOwnPage } from './sender.ts';

/** Answers the window's requests; those of any other page or frame are forbidden. */
export function registerRequests(
  dispatch: (isAllowed: boolean, channel: unknown, input: unknown) => Promise<CrossingReply>,
  ownContents: () => object | null,
): void {
  ipcMain.handle(REQUEST_CHANNEL, (event, channel: unknown, input: unknown) =>
    dispatch(isOwnPage(event, ownContents()), channel, input),
  );
}
