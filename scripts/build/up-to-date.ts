import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const recordSchema = z.object({
  /** The files that went into it, relative to the project's folder, with the hash of their content. */
  inputs: z.record(z.string(), z.string()),
  /** The files that came out, relative to out/. */
  outputs: z.array(z.string()),
});

type BuildRecord = z.infer<typeof recordSchema>;

const recordFile = (out: string, target: string): string => join(out, '.build', `${target}.json`);

/** The hash of a file's content; 'none' where there is no such file. */
function hashOf(file: string): string {
  if (!existsSync(file)) return 'none';
  return createHash('sha256').update(readFileSync(file)).digest('base64url');
}

/** Notes a build, so that the next one can be left out. */
export function noteBuild(
  { root, out }: { readonly root: string; readonly out: string },
  target: string,
  files: Iterable<string>,
  outputs: readonly string[],
): void {
  const inputs = Object.fromEntries([...files].map((file) => [file, hashOf(join(root, file))]));
  mkdirSync(dirname(recordFile(out, target)), { recursive: true });
  writeFileSync(recordFile(out, target), JSON.stringify({ inputs, outputs }));
}

/** Whether everything that went into a target is as it was, and everything that came out is still there. */
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

/** What the last build of a target made, for removing what the next one no longer makes. */
export function lastOutputs(out: string, target: string): readonly string[] {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(recordFile(out, target), 'utf8'))).outputs;
  } catch {
    return [];
  }
}
