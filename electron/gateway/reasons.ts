// Error messages for lines without audio, which the service's clients receive. Like all of the service's messages, they are in
// English.
import type { Failure, Loss } from '../../shared/model/problems/line-failure.ts';
import type { LossCause } from '../../shared/model/problems/loss.ts';
import type { ServiceProblem } from '../core/api/service-error.ts';

/** Returns a sentence for the log or the start of an error message. It never contains a key or a line's text. */
export function describeProblem(problem: ServiceProblem): string {
  const message = 'message' in problem && problem.message !== null ? `: ${problem.message}` : '';
  switch (problem.kind) {
    case 'connection':
      return `The connection to the upstream service failed (${problem.failure}).`;
    case 'rate-limited':
      return 'The upstream service rejects further requests this minute.';
    case 'unauthorized':
      return 'The upstream service doesn’t accept the gateway’s key.';
    case 'unsupported-plan':
      return 'The plan of the gateway’s account doesn’t give access to the upstream service.';
    default:
      return `The upstream service answered with ${'status' in problem ? problem.status : problem.kind}${message}.`;
  }
}

export const INTERRUPTED = 'The gateway ended while it was sending this line to the upstream service.';

/** Follows the sentence that says what happened. */
export const DOUBT_ADVICE =
  'It is unknown whether the upstream service has accepted the line, so it may have been charged, and it isn’t sent again ' +
  'automatically. Render it again to send it once more.';

export const refusedLine = (problem: ServiceProblem | null): string =>
  problem === null ? 'The upstream service refused this line.' : `This line was refused. ${describeProblem(problem)}`;

export const neverFits = (characters: number, limit: number): string =>
  `The line has ${characters} characters, but the gateway’s account allows only ${limit} in a minute. Split the line.`;

const LOSSES: Readonly<Record<LossCause, string>> = {
  'batch-gone': 'no longer has the batch',
  'job-gone': 'no longer has the job',
  'audio-gone': 'no longer has the audio',
  'audio-faulty': 'only returns damaged audio',
  'no-audio': 'completed the job without audio',
  'no-link': 'offers the audio only on another server, which must not get the key',
  'other-line': 'returned the audio of another line',
  'other-length': 'returned audio of an implausible length',
};

export const describeLoss = ({ cause, message }: Loss): string =>
  `The line was accepted and may have been charged, but the upstream service ${LOSSES[cause]}${message === null ? '' : ` (${message})`}.`;

export function describeFailure(failure: Failure): string {
  if (failure.kind === 'failed-by-service')
    return `The upstream service could not speak this line${failure.message === null ? '' : `: ${failure.message}`}.`;
  if (failure.kind === 'audio-unavailable')
    return 'The upstream service has spoken this line, but its audio could not be downloaded.';
  return 'This line could not be rendered by the upstream service.';
}
