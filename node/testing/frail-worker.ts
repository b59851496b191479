// A thread that does as it is told, also where that is the end of it.
import { parentPort, threadId } from 'node:worker_threads';

/** What the tests ask of it. */
export type FrailJob =
  | { readonly do: 'answer'; readonly value: number }
  | { readonly do: 'count-variables'; readonly name: string }
  | { readonly do: 'refuse' }
  | { readonly do: 'throw' }
  | { readonly do: 'exit' }
  | { readonly do: 'nothing' };

parentPort?.on('message', (job: FrailJob) => {
  if (job.do === 'exit') process.exit(3);
  // Outside of any promise, so that nothing catches it.
  if (job.do === 'throw') throw new Error('This thread can not go on.');
  if (job.do === 'refuse') parentPort?.postMessage({ ok: false, message: 'No.', detail: 'unwilling' });
  if (job.do === 'count-variables') {
    parentPort?.postMessage({ ok: true, result: { value: job.name in process.env ? 1 : 0, thread: threadId } });
  }
  if (job.do === 'answer') parentPort?.postMessage({ ok: true, result: { value: job.value, thread: threadId } });
});
