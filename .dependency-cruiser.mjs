// The import rules behind the layers of docs/architecture.md. `scripts/check-layers.ts` runs them twice: on the
// project, which must have no violations, and on the fixtures of scripts/layer-fixtures, where every rule must report
// its fixture.

/** The window's feature folders. */
const FEATURES = 'library|script|inspector|production|review|export|settings|frame|player';

const inProject = (pattern) => `(^|/layer-fixtures/)${pattern}`;

const PROTOCOL = inProject('packages/tts-protocol/index\\.ts$');
/** Packages that other code imports. The speech service is a separate program. */
const LIBRARIES = 'packages/(audio|manuscript|provenance|tts-protocol)/';
/** The entry points of `packages/audio` that run in browsers as well as in Node. */
const PORTABLE_AUDIO = inProject('packages/audio/(formats|timeline)\\.ts$');

/** Returns a rule for a folder that may only import its own files and the allowed paths. */
const importsOnly = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: inProject(from), pathNot: '\\.test\\.ts$' },
  to: { pathNot: [...allowed.map(inProject), '^node_modules/'], dependencyTypesNot: ['core', 'npm', 'npm-dev'] },
});

/** The speech service's folders, from the lowest layer up. */
const SERVICE_FOLDERS = [
  'common',
  'ports',
  'store',
  's3',
  'voices',
  'speech',
  'speech/espeak',
  'speech/flite',
  'speech/embedded',
  'speech/elsewhere',
  'speech/configuration',
  'speech/packs',
  'rendering',
  'cloning',
  'webhooks',
  'http',
  'jobs',
  'postgres',
  'routes',
  'openapi',
  'host',
];

/**
 * Matches the files in a folder. For `speech`, matches only the files directly in it, because its subfolders are
 * separate layers.
 */
const servicePattern = (folder) =>
  inProject(`packages/speech-service/${folder}/${folder === 'speech' ? '[^/]+$' : ''}`);

/** Each folder of the service may only import lower ones, so import cycles are impossible. */
const serviceFolders = SERVICE_FOLDERS.map((folder, index) => ({
  name: `service-${folder.replace('/', '-')}-imports-lower-folders-only`,
  comment: 'a folder of the service may only import those before it in SERVICE_FOLDERS',
  severity: 'error',
  from: { path: servicePattern(folder), pathNot: '\\.test\\.ts$' },
  to: {
    path: [
      ...SERVICE_FOLDERS.slice(index + 1).map(servicePattern),
      inProject('packages/speech-service/testing/'),
      inProject('packages/speech-service/[^/]+\\.ts$'),
    ],
  },
}));

/** The core's folders, from the lowest layer up. The rules also apply to type imports. */
const CORE_FOLDERS = [
  'rules',
  'bridge',
  'undo',
  'audio',
  'recognition',
  'scheduler',
  'api',
  'local-service',
  'project',
  'import',
  'production',
  'app',
  'language-model',
  'export',
  'pickups',
  'session',
  'audition',
];

const corePattern = (folder) => inProject(`electron/core/${folder}/`);

/**
 * Each folder of the core may only import lower ones. Request handlers are exempt, because they are in the same folder
 * as their feature's SQL.
 */
const coreFolders = CORE_FOLDERS.map((folder, index) => ({
  name: 'core-folders-know-lower-folders-only',
  comment: 'a folder of the core may only import those before it in CORE_FOLDERS, so that there are no cycles',
  severity: 'error',
  from: { path: corePattern(folder), pathNot: ['requests\\.ts$', '\\.test\\.ts$', '/testing/'] },
  to: { path: CORE_FOLDERS.slice(index + 1).map(corePattern) },
})).slice(0, -1);

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-is-pure',
      comment:
        'shared may only import itself and the libraries for schemas and messages: no Node, DOM, Electron or React',
      severity: 'error',
      from: { path: inProject('shared/'), pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: {
        pathNot: [inProject('shared/'), PROTOCOL, PORTABLE_AUDIO, '^node_modules/(zod|i18next|intl-messageformat)/'],
      },
    },
    importsOnly(
      'packages-are-independent-of-the-application',
      'packages/',
      ['packages/', 'shared/(model|rules|speech-text)/', 'node/'],
      'a package can be used without the application',
    ),
    {
      name: 'packages-have-a-public-api',
      comment: 'the entry points of a package are the files beside its package.json; its other files are private',
      severity: 'error',
      from: {
        path: inProject('(shared|node|electron|renderer|packages)/'),
        pathNot: [inProject('packages/'), '\\.test\\.tsx?$', '/testing/'],
      },
      to: { path: inProject('packages/[^/]+/.+/'), pathNot: inProject('node_modules/') },
    },
    {
      name: 'packages-use-the-public-api-of-others',
      severity: 'error',
      from: { path: inProject('packages/([^/]+)/'), pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: inProject('packages/[^/]+/.+/'), pathNot: inProject('packages/$2/') },
    },
    importsOnly(
      'audio-is-independent-of-projects',
      'packages/audio/',
      ['packages/(audio|tts-protocol)/', 'shared/(model|rules)/'],
      'audio only handles bytes and samples, and has nothing to do with projects',
    ),
    importsOnly(
      'provenance-is-independent-of-audio-and-projects',
      'packages/provenance/',
      ['packages/provenance/', 'shared/(model|rules)/', 'node/'],
      'signing only copies and hashes bytes, regardless of how they were made',
    ),
    {
      name: 'audio-for-the-window-runs-in-browsers',
      severity: 'error',
      from: { path: PORTABLE_AUDIO },
      to: { pathNot: [PORTABLE_AUDIO, inProject('shared/(model|rules)/'), '^node_modules/zod/'] },
    },
    {
      name: 'encoders-of-many-modules-are-loaded-late',
      comment: 'static imports would make every process load a hundred modules at start: use import() instead',
      severity: 'error',
      from: { path: inProject(''), pathNot: '\\.test\\.ts$' },
      to: {
        path: inProject('packages/audio/(aac/aac|flac/flac)-encoder\\.ts$'),
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 's3-sdk-is-loaded-late',
      comment: 'only a service that stores its audio in a bucket should load the SDK: use import()',
      severity: 'error',
      from: { path: inProject(''), pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/@aws-sdk/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'single-machine-service-has-no-s3',
      comment: 'the application includes the service on a single machine, which would then include the SDK',
      severity: 'error',
      from: { path: inProject('packages/speech-service/main\\.ts$') },
      to: { path: inProject('packages/speech-service/s3/'), reachable: true },
    },
    importsOnly(
      'node-is-independent-of-features',
      'node/',
      ['node/', 'packages/tts-protocol/', 'shared/'],
      'code that every process may use depends on none of them',
    ),
    importsOnly(
      'speech-service-is-independent-of-the-application',
      'packages/speech-service/',
      ['packages/(audio|speech-service|tts-protocol)/', 'shared/(rules|speech-text)/', 'node/'],
      'the service runs without the application, which uses it over HTTP',
    ),
    ...serviceFolders,
    {
      name: 'service-folders-are-listed',
      comment: 'a folder that is not in SERVICE_FOLDERS could be part of a cycle',
      severity: 'error',
      from: {},
      to: {
        path: inProject('packages/speech-service/[^/]+/'),
        pathNot: [
          ...SERVICE_FOLDERS.map(servicePattern),
          inProject('packages/speech-service/(testing|store/fixtures)/'),
        ],
      },
    },
    importsOnly(
      'core-is-independent-of-the-shell',
      'electron/core/',
      ['electron/core/', LIBRARIES, 'shared/', 'node/'],
      'the core runs in any process',
    ),
    importsOnly(
      'studio-is-independent-of-the-shell',
      'electron/studio/',
      ['electron/studio/', 'electron/core/', 'electron/compose\\.ts$', LIBRARIES, 'shared/', 'node/'],
      'the studio runs in a separate process, on plain Node',
    ),
    importsOnly(
      'gateway-is-a-worker-of-the-service',
      'electron/gateway/',
      ['electron/(gateway|core)/', 'packages/speech-service/(gateway|upstream)\\.ts$', LIBRARIES, 'shared/', 'node/'],
      'the gateway combines the core’s client with the jobs of a service on several machines',
    ),
    {
      name: 'only-the-gateway-imports-the-service',
      comment: 'the rest of the application uses the service over HTTP',
      severity: 'error',
      from: {
        path: inProject('(electron|renderer|shared|node)/'),
        pathNot: [inProject('electron/gateway/'), '\\.test\\.tsx?$', '/testing/'],
      },
      to: { path: inProject('packages/speech-service/') },
    },
    importsOnly(
      'shell-imports-ports-only',
      'electron/(platform|ipc)/',
      ['electron/(platform|ipc)/', 'electron/core/([^/]+\\.ts$|app/|local-service/)', LIBRARIES, 'shared/', 'node/'],
      'only the studio opens projects, not the main process',
    ),
    importsOnly(
      'preload-imports-the-bridge-only',
      'electron/preload\\.ts$',
      ['shared/ipc/'],
      'the preload script only forwards messages',
    ),
    {
      name: 'only-the-shell-imports-electron',
      severity: 'error',
      from: {
        path: inProject(''),
        pathNot: [
          inProject('electron/(platform|ipc)/'),
          inProject('electron/(main|preload)\\.ts$'),
          inProject('packages/chromium-host/fixtures/'),
          // The empty window that start-up time is compared with.
          inProject('bench/window-bare\\.ts$'),
        ],
      },
      to: { path: '(^|/)(electron$|node_modules/electron/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer-imports-shared-only',
      comment: 'the window uses the bridge, and contains no code of Node or the main process',
      severity: 'error',
      from: { path: inProject('renderer/'), pathNot: '\\.test\\.tsx?$' },
      to: {
        pathNot: [
          inProject('renderer/'),
          inProject('shared/'),
          inProject('packages/(manuscript|tts-protocol)/'),
          PORTABLE_AUDIO,
          '^node_modules/',
        ],
        dependencyTypesNot: ['npm', 'npm-dev'],
      },
    },
    {
      name: 'features-are-separate',
      comment: 'only app.tsx combines features; they do not import each other',
      severity: 'error',
      from: { path: inProject(`renderer/(${FEATURES})/`) },
      to: { path: inProject(`renderer/(${FEATURES})/`), pathNot: inProject('renderer/$2/') },
    },
    {
      name: 'shared-components-are-independent-of-features',
      severity: 'error',
      from: { path: inProject('renderer/(ui|bridge)/') },
      to: { path: inProject(`renderer/(${FEATURES})/`) },
    },
    {
      name: 'the-bridge-is-independent-of-components',
      severity: 'error',
      from: { path: inProject('renderer/bridge/') },
      to: { path: inProject('renderer/ui/') },
    },
    {
      name: 'core-folders-are-separate',
      comment: 'only production, import, export and audition combine these folders; they do not import each other',
      severity: 'error',
      from: {
        path: inProject('electron/core/(api|scheduler|project|audio)/'),
        pathNot: ['requests\\.ts$', '\\.test\\.ts$', '/testing/'],
      },
      to: {
        path: inProject(
          'electron/core/(api|scheduler|project|audio|local-service|production|import|export|audition|session|app)/',
        ),
        pathNot: inProject('electron/core/$2/'),
      },
    },
    ...coreFolders,
    {
      name: 'core-folders-are-listed',
      comment: 'a folder that is not in CORE_FOLDERS could be part of a cycle',
      severity: 'error',
      from: {},
      to: {
        path: inProject('electron/core/[^/]+/'),
        pathNot: [...CORE_FOLDERS.map(corePattern), inProject('electron/core/testing/')],
      },
    },
    {
      name: 'only-requests-import-the-session',
      comment: 'only request handlers of projects and productions use the open session',
      severity: 'error',
      from: {
        path: inProject('electron/core/(project|production)/'),
        pathNot: ['requests\\.ts$', '\\.test\\.ts$', '/testing/'],
      },
      to: { path: inProject('electron/core/(session|app|bridge)/') },
    },
    {
      name: 'request-handlers-are-imported-by-the-studio-only',
      comment: 'request handlers for the window are not used in the core',
      severity: 'error',
      from: { pathNot: ['requests\\.ts$', '\\.test\\.ts$', inProject('electron/studio/'), inProject('e2e/growth/')] },
      to: { path: inProject('electron/core/.+requests\\.ts$') },
    },
    {
      name: 'compose-is-imported-by-entries-only',
      severity: 'error',
      from: {
        pathNot: [
          inProject('(electron/(main|cli|cli/.+|studio/main)|e2e/(hostile-folders/worker|support/local-book))\\.ts$'),
          '\\.test\\.ts$',
          '/testing/',
        ],
      },
      to: { path: inProject('electron/compose\\.ts$') },
    },
    {
      name: 'tests-are-imported-by-nobody',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.tsx?$' },
    },
    {
      name: 'no-development-packages-in-the-product',
      severity: 'error',
      from: {
        path: inProject('(shared|packages|electron|renderer)/'),
        pathNot: ['\\.test\\.tsx?$', '/testing/'],
      },
      // Electron is a development dependency, but the packaged application ships with it.
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/electron/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
