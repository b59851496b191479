// Checks from the client's side whether a service enforces its limits exactly. A client knows when each call was sent
// and answered, and that the service counted the call at some time in between.
import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';

/** A call in one scope. All times are in milliseconds, from the same clock. */
export interface CountedCall {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Number of code points in the call's texts. */
  readonly characters: number;
  /** Whether the call was refused with 429. */
  readonly refused: boolean;
}

interface Sum {
  readonly requests: number;
  readonly characters: number;
}

function sumCalls(calls: readonly CountedCall[]): Sum {
  return { requests: calls.length, characters: calls.reduce((sum, call) => sum + call.characters, 0) };
}

const isOver = (sum: Sum, limit: RateLimit): boolean =>
  sum.requests > (limit.requests ?? Number.POSITIVE_INFINITY) ||
  sum.characters > (limit.characters ?? Number.POSITIVE_INFINITY);

const describeSum = ({ requests, characters }: Sum): string => `${requests} requests and ${characters} characters`;

/**
 * Returns violations that are certain: accepted calls beyond the limit per minute, and refused calls within the limit.
 * @param calls all calls in one scope with the same key
 */
export function limitViolations(calls: readonly CountedCall[], limit: RateLimit): string[] {
  const accepted = calls.filter((call) => !call.refused).toSorted((a, b) => a.sentAt - b.sentAt);
  return calls.flatMap((call) => {
    const others = accepted.filter((other) => other !== call);
    if (!call.refused) {
      const certain = others.filter(
        (other) => other.sentAt > call.answeredAt - RATE_WINDOW_MS && other.answeredAt <= call.sentAt,
      );
      const sum = sumCalls([...certain, call]);
      return isOver(sum, limit) ? [`accepted with ${describeSum(sum)} in a minute`] : [];
    }
    const possible = others.filter(
      (other) => other.answeredAt > call.sentAt - RATE_WINDOW_MS && other.sentAt < call.answeredAt,
    );
    const sum = sumCalls([...possible, call]);
    return isOver(sum, limit) ? [] : [`refused with at most ${describeSum(sum)} in a minute`];
  });
}
