// What went wrong with the service, in words. The sentence is the client's own: it names what, where and what to do.
import type { ServiceFailure } from '../../../shared/ipc/service-failure.ts';
import type { ErrorAction, ErrorWords } from './error-words.ts';

const WORDS: Readonly<Record<ServiceFailure['kind'], { readonly title: string; readonly action?: ErrorAction }>> = {
  unauthorized: { title: 'The key or the user id was refused', action: 'settings' },
  'unusable-credentials': { title: 'The key or the user id can’t be sent', action: 'settings' },
  'unsupported-plan': { title: 'The account’s plan does not include this', action: 'settings' },
  'insecure-address': { title: 'The address is not secure', action: 'settings' },
  'insecure-audio': { title: 'The audio’s address is not secure' },
  'unusable-address': { title: 'The address can’t be used', action: 'settings' },
  'not-the-service': { title: 'Another service answers at this address', action: 'settings' },
  redirected: { title: 'The address leads elsewhere', action: 'settings' },
  connection: { title: 'The service can’t be reached', action: 'retry' },
  'rate-limited': { title: 'The service’s limit is reached', action: 'retry' },
  'server-error': { title: 'The service has an error', action: 'retry' },
  'unexpected-status': { title: 'The service gave an unexpected answer', action: 'retry' },
  'unreadable-reply': { title: 'The service’s answer can’t be read', action: 'retry' },
  'oversized-reply': { title: 'The service’s answer is too large', action: 'settings' },
  'invalid-parameters': { title: 'The service refused the request' },
  'not-found': { title: 'The service does not know this' },
  'method-not-allowed': { title: 'The service does not take this request' },
  'too-large': { title: 'The request is too large' },
  'unsupported-media-type': { title: 'The service does not take this format' },
  'address-expired': { title: 'The audio’s address has expired', action: 'retry' },
  'incomplete-download': { title: 'The audio came incomplete', action: 'retry' },
  'oversized-download': { title: 'The audio is larger than it may be' },
  'job-failed': { title: 'The service could not make the audio' },
  'in-doubt': { title: 'It is not known whether the service did it' },
};

/** The words for a failure of the service. */
export const wordServiceFailure = ({ kind, sentence }: ServiceFailure): ErrorWords => ({
  ...WORDS[kind],
  detail: sentence,
});
