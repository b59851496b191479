// Checks the import rules. The project must comply with every rule, and every rule must report its fixture. `--write`
// updates the diagrams in docs/architecture.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { updateDiagrams } from './layer-diagrams.ts';
import { root, toolEnvironment } from './steps.ts';

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string; readonly dependencyTypes: readonly string[] }[];
  }[];
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
    readonly totalCruised: number;
  };
}

function cruise(...folders: string[]): Cruise {
  const there = folders.filter((folder) => existsSync(join(root, folder)));
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...there];
  const { stdout, stderr } = spawnSync('depcruise', args, {
    cwd: root,
    env: toolEnvironment(),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (!stdout) throw new Error(`dependency-cruiser gave no answer: ${stderr}`);
  return JSON.parse(stdout) as Cruise;
}

const { summary: project, modules } = cruise(
  'shared',
  'packages',
  'node',
  'electron',
  'renderer',
  'e2e',
  'bench',
  'scripts/demo.ts',
  'scripts/check.ts',
);
for (const { rule, from, to } of project.violations) console.error(`${rule.name}: ${from} -> ${to}`);

const { default: config } = (await import(join(root, '.dependency-cruiser.mjs'))) as {
  default: { forbidden: { name: string }[] };
};
const reportedRules = new Set(cruise('scripts/layer-fixtures').summary.violations.map(({ rule }) => rule.name));
const silentRules = config.forbidden.map(({ name }) => name).filter((name) => !reportedRules.has(name));
for (const name of silentRules) console.error(`${name}: the rule does not catch its fixture in scripts/layer-fixtures`);

const imports = modules
  .filter(({ source }) => !/\.test\.tsx?$|\/testing\//.test(source))
  .flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  );
const page = join(root, 'docs/architecture.md');
const currentPage = readFileSync(page, 'utf8');
const updatedPage = updateDiagrams(currentPage, imports);
const isOutdated = updatedPage !== currentPage && !process.argv.includes('--write');
if (isOutdated) {
  console.error(
    'docs/architecture.md: its pictures are older than the code. “node scripts/run.mjs scripts/check-layers.ts --write” draws them again.',
  );
} else if (updatedPage !== currentPage) writeFileSync(page, updatedPage);

console.log(
  `${project.totalCruised} modules, ${project.violations.length} violations, ${reportedRules.size} rules tested`,
);
if (project.violations.length > 0 || silentRules.length > 0 || isOutdated) process.exitCode = 1;
