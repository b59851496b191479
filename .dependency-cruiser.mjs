// Who may know whom: the layers of docs/architecture.md, as rules.
// `scripts/check-layers.ts` runs them twice: on the project, where nothing may be found, and on the fixtures of
// scripts/layer-fixtures, where every rule must find its offender.

const room = (pattern) => `(^|/layer-fixtures/)${pattern}`;

/** A folder that may import only itself and what is named. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: room(from), pathNot: '\\.test\\.ts$' },
  to: { pathNot: [...allowed.map(room), '^node_modules/'], dependencyTypesNot: ['core', 'npm', 'npm-dev'] },
});

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-is-pure',
      comment: 'shared knows zod and itself: no Node, DOM, Electron or React',
      severity: 'error',
      from: { path: room('shared/'), pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { pathNot: [room('shared/'), '^node_modules/zod/'] },
    },
    only('codecs-know-formats-only', 'codecs/', ['codecs/', 'shared/service/'], 'codecs know the names of formats'),
    only('service-knows-no-electron', 'service/', ['service/', 'shared/', 'codecs/'], 'the two speak HTTP'),
    only('core-knows-no-shell', 'electron/core/', ['electron/core/', 'shared/', 'codecs/'], 'the core runs anywhere'),
    {
      name: 'core-never-imports-electron',
      severity: 'error',
      from: { path: room('(electron/core|service|shared|codecs)/') },
      to: { path: '^(electron$|node_modules/electron/)' },
    },
    {
      name: 'core-rooms-are-separate',
      comment: 'production puts the rooms together; among themselves they do not know each other',
      severity: 'error',
      from: { path: room('electron/core/(api|scheduler|store|audio|importers|exporters)/') },
      to: {
        path: room('electron/core/(api|scheduler|store|audio|importers|exporters|production)/'),
        pathNot: room('electron/core/$2/'),
      },
    },
    {
      name: 'compose-is-imported-by-entries-only',
      severity: 'error',
      from: { pathNot: [room('electron/(main|cli|cli/.+)\\.ts$'), '\\.test\\.ts$'] },
      to: { path: room('electron/compose\\.ts$') },
    },
    {
      name: 'tests-are-imported-by-nobody',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.ts$' },
    },
    {
      name: 'no-development-packages-in-the-product',
      severity: 'error',
      from: { path: room('(shared|electron|service|codecs)/'), pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
