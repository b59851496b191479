// Checks that the files named in documents and comments exist.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './steps.ts';

/** Names of files that the documented steps would create, and of files outside the repository. */
const EXAMPLES =
  /asciidoc|fcpxml|PATH\/TO|^\.\/(?:words|worker)\.ts|aiff|liveliness|\/fr\b|fr\.ts|-fr\.md|\bvocabulary\.json|delivery\.json|account\.json|closed\.json/;
const PATH = /(?:[\w@.-]+\/)+[\w.-]+\.(?:tsx?|mjs|cjs|css|md|ya?ml|sql|grit)\b/g;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const trackedPaths = new Set(tracked);
const trackedEndings = new Set(tracked.flatMap((file) => [...endingsOf(file)]));

/** Yields all endings of the path, from `folder/file` up to the whole path. */
function* endingsOf(file: string): Generator<string> {
  const parts = file.split('/');
  for (let at = parts.length - 2; at >= 0; at -= 1) yield parts.slice(at).join('/');
}

const exists = (path: string, from: string): boolean =>
  trackedPaths.has(posix.normalize(posix.join(posix.dirname(from), path))) ||
  trackedEndings.has(path.replace(/^(?:\.\.?\/)+/, ''));

function pathsIn(file: string): { readonly row: number; readonly path: string }[] {
  const isDocument = file.endsWith('.md');
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const text = isDocument || COMMENT.test(line) ? line.replace(/https?:\/\/\S+/g, '') : '';
      return Array.from(text.matchAll(PATH), ([path]) => ({ row: index + 1, path }));
    });
}

const files = tracked.filter(
  (file) => /\.(?:md|tsx?|mjs)$/.test(file) && !/^CHANGELOG|layer-fixtures|\/fixtures\//.test(file),
);
const missingPaths = files.flatMap((file) =>
  pathsIn(file)
    .filter(({ path }) => !EXAMPLES.test(path) && !exists(path, file))
    .map(({ row, path }) => `${file}:${row}: ${path} doesn't exist`),
);
for (const line of missingPaths) console.error(line);
if (missingPaths.length > 0) process.exitCode = 1;
console.log(`${files.length} files, ${missingPaths.length} paths that don't exist`);
