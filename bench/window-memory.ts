// Measures the memory of the application's processes.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { childrenOf } from '../e2e/window/support/process-tree.ts';
import type { BenchRow } from './bench-row.ts';

const MEGABYTE = 1024 * 1024;

export interface Memory {
  /** Memory of the whole process in bytes, as are the other figures. */
  readonly main: number;
  /** Null if there is no studio. */
  readonly studio: number | null;
  /** The page's JavaScript heap after garbage collection. */
  readonly page: number;
}

/** @param pid the application's process ID */
export async function measureMemory(pid: number, page: Page): Promise<Memory> {
  const studio = studioPid(pid);
  return {
    main: residentBytes(pid),
    studio: studio === undefined ? null : residentBytes(studio),
    page: await heapBytes(page),
  };
}

/** Returns the process ID of an application's studio, if it has one. */
export const studioPid = (pid: number): number | undefined =>
  [...childrenOf(pid)].find(([, commandLine]) => commandLine.includes('studio'))?.[0];

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const describeMemory = ({ main, studio, page }: Memory): string =>
  [
    `main ${formatMegabytes(main)}`,
    ...(studio === null ? [] : [`studio ${formatMegabytes(studio)}`]),
    `scripts of the page ${formatMegabytes(page)}`,
  ].join(', ');

const formatMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`;

/** Returns an informational row. @param referenceName a description of the reference */
export const memoryRow = (name: string, ours: Memory, referenceName: string, theirs: Memory): BenchRow => ({
  name,
  value: describeMemory(ours),
  against: `${describeMemory(theirs)} for ${referenceName}`,
  ratio: null,
  bar: '',
  ok: null,
});
