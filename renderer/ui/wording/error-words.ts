// What a person is told of an error.

/** The way out that can be offered as a button. */
export type ErrorAction = 'retry' | 'settings' | 'use-local' | 'enter-key' | 'adopt-connection' | 'library' | 'logs';

export interface ErrorWords {
  readonly title: string;
  readonly detail: string;
  readonly action?: ErrorAction;
  /** Another way out. */
  readonly otherAction?: ErrorAction;
}
