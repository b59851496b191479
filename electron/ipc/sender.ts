// Who may send requests: only the application's own page, in the top frame of its own window.
import { isPageAddress } from '../platform/page-address.ts';

/** What is looked at of the frame that a request came from. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: object | null;
}

/** Where a request came from, as Electron tells it. The frame is null where it has gone in the meantime. */
export interface Sender {
  readonly sender: object;
  readonly senderFrame: SenderFrame | null;
}

/** Whether a request came from the page of this window. */
export const isOwnPage = ({ sender, senderFrame }: Sender, ownContents: object | null): boolean =>
  sender === ownContents && senderFrame !== null && senderFrame.parent === null && isPageAddress(senderFrame.url);
