// What a person is told of an error.

/** The way out that can be offered as a button. */
export type ErrorAction =
  | 'retry'
  | 'settings'
  | 'use-local'
  | 'enter-key'
  | 'adopt-connection'
  | 'restore-backup'
  | 'reset-settings'
  | 'open-to-read'
  | 'library'
  | 'logs';

export interface ErrorWords {
  readonly title: string;
  readonly detail: string;
  readonly action?: ErrorAction;
  /** What the button says, where its usual words do not say enough. */
  readonly actionLabel?: string;
  /** Another way out. */
  readonly otherAction?: ErrorAction;
}

/** What a system or a library said, as a sentence that others may follow. */
export const asSentence = (detail: string): string => {
  const text = detail.trim();
  if (text === '') return '';
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};
