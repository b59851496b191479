import { RATE_WINDOW_MS } from '../../../shared/service/plans.ts';

/**
 * How long a request counts after its reply, in milliseconds. The service counts it from some moment between sending
 * and reply; one millisecond is added so that two rounded moments are never less than a whole window apart.
 */
export const COUNTS_AFTER_REPLY_MS = RATE_WINDOW_MS + 1;
