import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const recordSchema = z.object({
  /** Hashes of the input files and folders, keyed by path relative to the root. */
  inputs: z.record(z.string(), z.string()),
  /** Output files, relative to out/. */
  outputs: z.array(z.string()),
});

type BuildRecord = z.infer<typeof recordSchema>;

const recordFile = (out: string, target: string): string => join(out, '.build', `${target}.json`);

/**
 * Returns the hash of a file's content, or of the names of the files in a folder. Returns 'none' if the path doesn't
 * exist.
 */
export function hashOf(path: string): string {
  if (!existsSync(path)) return 'none';
  const content = statSync(path).isDirectory() ? readdirSync(path).toSorted().join('\n') : readFileSync(path);
  return createHash('sha256').update(content).digest('base64url');
}

/**
 * Records a build, so that the next one can be skipped if nothing has changed.
 * @param hashes hashes of the inputs, by path relative to the root. They must be calculated before the build reads the
 * inputs, so that a change during the build causes another build.
 */
export function recordBuild(
  out: string,
  target: string,
  hashes: ReadonlyMap<string, string>,
  outputs: readonly string[],
): void {
  const inputs = Object.fromEntries(hashes);
  mkdirSync(dirname(recordFile(out, target)), { recursive: true });
  writeFileSync(recordFile(out, target), JSON.stringify({ inputs, outputs }));
}

/** Returns whether all inputs are unchanged and all outputs exist. */
export function isUpToDate({ root, out }: { readonly root: string; readonly out: string }, target: string): boolean {
  let record: BuildRecord;
  try {
    record = recordSchema.parse(JSON.parse(readFileSync(recordFile(out, target), 'utf8')));
  } catch {
    return false;
  }
  return (
    record.outputs.every((output) => existsSync(join(out, output))) &&
    Object.entries(record.inputs).every(([input, hash]) => hashOf(join(root, input)) === hash)
  );
}

/** Returns the outputs of the last build, so that obsolete files can be removed. */
export function lastOutputs(out: string, target: string): readonly string[] {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(recordFile(out, target), 'utf8'))).outputs;
  } catch {
    return [];
  }
}
