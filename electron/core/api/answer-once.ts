// A call that is sent once, and its whole answer.
import type { ReplyText } from './error-body.ts';
import { readReply, readWithin } from './exchange.ts';
import type { ReadingContext } from './readings.ts';
import { REPLY_BOUNDS, type ReplyKind } from './reply-bounds.ts';
import { doubtOf, failureOf, type SendContext, type SendOrder, sendOnce } from './send-once.ts';

/**
 * @param kind what the answer is, which bounds it
 * @param reader makes of a success what is wanted, or throws a ServiceError
 * @throws ServiceError: `in-doubt`, where the order says what is, for an answer that is lost or can't be read; the signal's
 * reason once it is aborted
 */
export async function answerOnce<T>(
  order: SendOrder,
  signal: AbortSignal | undefined,
  context: SendContext,
  kind: ReplyKind,
  reader: (reply: ReplyText, context: ReadingContext) => T,
): Promise<T> {
  const { reply, url } = await sendOnce(order, signal, context);
  try {
    const text = await readWithin(context.timeouts.exchangeMs, reply, () => readReply(reply, REPLY_BOUNDS[kind]));
    return reader(text, { baseUrl: context.baseUrl, readFrom: url, scrubber: context.scrubber });
  } catch (error) {
    throw doubtOf(failureOf(error, signal), order.what);
  } finally {
    reply.discard();
  }
}
