/** The statuses with which a command ends. */
export const EXIT = { done: 0, incomplete: 1, usage: 2, interrupted: 130 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** A command can't go on: one sentence for the person who called it, and the status. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly status: ExitStatus;

  constructor(message: string, status: ExitStatus = EXIT.usage) {
    super(message);
    this.status = status;
  }
}
