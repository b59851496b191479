import { createLogUpdate } from 'log-update';
import type { ReadingProgress, ReadingWatch } from '../../shared/model/reading-progress.ts';
import { CliError, EXIT, listenForInterrupts } from './exit.ts';
import { type CommandOutput, PLAIN_PROGRESS_INTERVAL_MS, plainText, truncateToCells } from './output.ts';
import { t } from './words.ts';

/** In milliseconds. Shorter reads show no progress. */
const FIRST_ROW_MS = 500;

/** Shows progress if reading takes a long time. Ctrl-C cancels the reading before anything has been created. */
export async function whileReading<T>(
  path: string,
  output: CommandOutput,
  read: (watch: ReadingWatch) => Promise<T>,
  now: () => number = () => performance.now(),
): Promise<T> {
  const live = output.terminal ? createLogUpdate(output.terminal) : null;
  const interrupts = listenForInterrupts(() => undefined);
  let nextAt = now() + FIRST_ROW_MS;
  const onProgress = (progress: ReadingProgress): void => {
    if (now() < nextAt) return;
    const row = progressRow(path, progress);
    if (live) live(truncateToCells(plainText(row), output.terminal?.columns || 80));
    else {
      output.note(row);
      nextAt = now() + PLAIN_PROGRESS_INTERVAL_MS;
    }
  };
  try {
    const found = await read({ signal: interrupts.signal, onProgress });
    interrupts.signal.throwIfAborted();
    return found;
  } catch (error) {
    if (interrupts.signal.aborted) throw new CliError(t('reading.cancelled', { path }), EXIT.interrupted);
    throw error;
  } finally {
    live?.clear();
    live?.done();
    interrupts.dispose();
  }
}

function progressRow(path: string, { stage, done, total }: ReadingProgress): string {
  if (total === 0) return t(`reading.${stage}`, { path });
  return t(stage === 'pages' ? 'reading.pagesOf' : 'reading.partsOf', { path, done, total });
}
