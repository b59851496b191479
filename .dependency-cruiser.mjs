// The import rules behind the layers of docs/architecture.md. `scripts/check-layers.ts` runs them twice: on the
// project, which must have no violations, and on the fixtures of scripts/layer-fixtures, where every rule must report
// its fixture.

/** The window's feature folders. */
const FEATURES = 'library|script|inspector|production|review|export|settings|frame|player';

const room = (pattern) => `(^|/layer-fixtures/)${pattern}`;

const PROTOCOL = room('packages/tts-protocol/index\\.ts$');
/** Packages that other code imports. The speech service is a separate program. */
const LIBRARIES = 'packages/(audio|manuscript|tts-protocol)/';
/** The entry points of `packages/audio` that also run in browsers. */
const AUDIO_EVERYWHERE = room('packages/audio/(formats|timeline)\\.ts$');

/** A rule for a folder that may only import itself and the allowed paths. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: room(from), pathNot: '\\.test\\.ts$' },
  to: { pathNot: [...allowed.map(room), '^node_modules/'], dependencyTypesNot: ['core', 'npm', 'npm-dev'] },
});

/** The speech service's folders, from the lowest layer up. */
const SERVICE_FOLDERS = [
  'common',
  'store',
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
  'routes',
  'openapi',
  'host',
];

/** Matches the files of a folder. For `speech`, only its direct files, because its subfolders are separate layers. */
const inService = (folder) => room(`packages/speech-service/${folder}/${folder === 'speech' ? '[^/]+$' : ''}`);

/** Each folder of the service may only import lower ones, which rules out cycles. */
const serviceFolders = SERVICE_FOLDERS.map((folder, place) => ({
  name: `service-${folder.replace('/', '-')}-knows-lower-folders-only`,
  comment: 'a folder of the service imports only those that stand before it in SERVICE_FOLDERS',
  severity: 'error',
  from: { path: inService(folder), pathNot: '\\.test\\.ts$' },
  to: {
    path: [
      ...SERVICE_FOLDERS.slice(place + 1).map(inService),
      room('packages/speech-service/testing/'),
      room('packages/speech-service/[^/]+\\.ts$'),
    ],
  },
}));

/** The core's folders, from the lowest layer up. Type imports count too. */
const CORE_FOLDERS = [
  'rules',
  'bridge',
  'undo',
  'audio',
  'scheduler',
  'api',
  'local-service',
  'project',
  'import',
  'production',
  'app',
  'language-model',
  'export',
  'session',
  'audition',
];

const inCore = (folder) => room(`electron/core/${folder}/`);

/**
 * Each folder of the core may only import lower ones. Request handlers are exempt: they sit beside their feature's SQL.
 */
const coreFolders = CORE_FOLDERS.map((folder, place) => ({
  name: 'core-folders-know-lower-folders-only',
  comment: 'a folder of the core imports only those that stand before it in CORE_FOLDERS, so that there are no circles',
  severity: 'error',
  from: { path: inCore(folder), pathNot: ['requests\\.ts$', '\\.test\\.ts$', '/testing/'] },
  to: { path: CORE_FOLDERS.slice(place + 1).map(inCore) },
})).slice(0, -1);

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-is-pure',
      comment: 'shared knows zod, what fills in messages, and itself: no Node, DOM, Electron or React',
      severity: 'error',
      from: { path: room('shared/'), pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { pathNot: [room('shared/'), PROTOCOL, AUDIO_EVERYWHERE, '^node_modules/(zod|i18next|intl-messageformat)/'] },
    },
    only(
      'packages-know-no-application',
      'packages/',
      ['packages/', 'shared/(model|rules|speech-text)/', 'node/'],
      'a package can be used without the application',
    ),
    {
      name: 'packages-have-a-public-api',
      comment: 'the entry points of a package are the files beside its package.json; the rest is its own',
      severity: 'error',
      from: {
        path: room('(shared|node|electron|renderer|packages)/'),
        pathNot: [room('packages/'), '\\.test\\.tsx?$', '/testing/'],
      },
      to: { path: room('packages/[^/]+/.+/'), pathNot: room('node_modules/') },
    },
    {
      name: 'packages-use-the-public-api-of-others',
      severity: 'error',
      from: { path: room('packages/([^/]+)/'), pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: room('packages/[^/]+/.+/'), pathNot: room('packages/$2/') },
    },
    only(
      'audio-knows-sound-only',
      'packages/audio/',
      ['packages/(audio|tts-protocol)/', 'shared/(model|rules)/'],
      'audio is bytes and samples: it knows no files of projects',
    ),
    {
      name: 'audio-for-the-window-runs-in-browsers',
      severity: 'error',
      from: { path: AUDIO_EVERYWHERE },
      to: { pathNot: [AUDIO_EVERYWHERE, room('shared/(model|rules)/'), '^node_modules/zod/'] },
    },
    {
      name: 'encoders-of-many-modules-are-loaded-late',
      comment:
        'they are a hundred modules, which every process would load at its start: import() them where they are used',
      severity: 'error',
      from: { path: room(''), pathNot: '\\.test\\.ts$' },
      to: {
        path: room('packages/audio/(aac/aac|flac/flac)-encoder\\.ts$'),
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    only(
      'node-knows-no-feature',
      'node/',
      ['node/', 'packages/tts-protocol/', 'shared/'],
      'what every process may use knows none of them',
    ),
    only(
      'speech-service-knows-no-application',
      'packages/speech-service/',
      ['packages/(audio|speech-service|tts-protocol)/', 'shared/(rules|speech-text)/', 'node/'],
      'the service runs without the application: the two speak HTTP',
    ),
    ...serviceFolders,
    {
      name: 'service-folders-are-listed',
      comment: 'a folder that SERVICE_FOLDERS does not name could be part of a circle',
      severity: 'error',
      from: {},
      to: {
        path: room('packages/speech-service/[^/]+/'),
        pathNot: [...SERVICE_FOLDERS.map(inService), room('packages/speech-service/(testing|store/fixtures)/')],
      },
    },
    only(
      'core-knows-no-shell',
      'electron/core/',
      ['electron/core/', LIBRARIES, 'shared/', 'node/'],
      'the core runs anywhere',
    ),
    only(
      'studio-knows-no-shell',
      'electron/studio/',
      ['electron/studio/', 'electron/core/', 'electron/compose\\.ts$', LIBRARIES, 'shared/', 'node/'],
      'the studio runs in a process of its own, under plain Node',
    ),
    only(
      'shell-knows-ports-only',
      'electron/(platform|ipc)/',
      ['electron/(platform|ipc)/', 'electron/core/([^/]+\\.ts$|app/|local-service/)', LIBRARIES, 'shared/', 'node/'],
      'the main process touches no project: the studio does',
    ),
    only('preload-knows-the-bridge-only', 'electron/preload\\.ts$', ['shared/ipc/'], 'the preload hands on, no more'),
    {
      name: 'only-the-shell-imports-electron',
      severity: 'error',
      from: {
        path: room(''),
        pathNot: [
          room('electron/(platform|ipc)/'),
          room('electron/(main|preload)\\.ts$'),
          room('packages/chromium-host/fixtures/'),
          // The empty window that start-up time is compared with.
          room('bench/window-bare\\.ts$'),
        ],
      },
      to: { path: '(^|/)(electron$|node_modules/electron/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer-knows-shared-only',
      comment: 'the window asks over the bridge; nothing of Node or of the main process is in it',
      severity: 'error',
      from: { path: room('renderer/'), pathNot: '\\.test\\.tsx?$' },
      to: {
        pathNot: [
          room('renderer/'),
          room('shared/'),
          room('packages/(manuscript|tts-protocol)/'),
          AUDIO_EVERYWHERE,
          '^node_modules/',
        ],
        dependencyTypesNot: ['npm', 'npm-dev'],
      },
    },
    {
      name: 'features-are-separate',
      comment: 'app.tsx puts the features together; among themselves they do not know each other',
      severity: 'error',
      from: { path: room(`renderer/(${FEATURES})/`) },
      to: { path: room(`renderer/(${FEATURES})/`), pathNot: room('renderer/$2/') },
    },
    {
      name: 'shared-parts-know-no-feature',
      severity: 'error',
      from: { path: room('renderer/(ui|bridge)/') },
      to: { path: room(`renderer/(${FEATURES})/`) },
    },
    {
      name: 'the-bridge-knows-no-parts',
      severity: 'error',
      from: { path: room('renderer/bridge/') },
      to: { path: room('renderer/ui/') },
    },
    {
      name: 'core-rooms-are-separate',
      comment:
        'production, import, export and audition put these together; among themselves they do not know each other',
      severity: 'error',
      from: {
        path: room('electron/core/(api|scheduler|project|audio)/'),
        pathNot: ['requests\\.ts$', '\\.test\\.ts$', '/testing/'],
      },
      to: {
        path: room(
          'electron/core/(api|scheduler|project|audio|local-service|production|import|export|audition|session|app)/',
        ),
        pathNot: room('electron/core/$2/'),
      },
    },
    ...coreFolders,
    {
      name: 'core-folders-are-listed',
      comment: 'a folder that CORE_FOLDERS does not name could be part of a circle',
      severity: 'error',
      from: {},
      to: {
        path: room('electron/core/[^/]+/'),
        pathNot: [...CORE_FOLDERS.map(inCore), room('electron/core/testing/')],
      },
    },
    {
      name: 'only-requests-know-the-session',
      comment: 'the requests of a project and its production are answered from the open session; the rest needs none',
      severity: 'error',
      from: {
        path: room('electron/core/(project|production)/'),
        pathNot: ['requests\\.ts$', '\\.test\\.ts$', '/testing/'],
      },
      to: { path: room('electron/core/(session|app|bridge)/') },
    },
    {
      name: 'requests-are-bound-by-the-studio-only',
      comment: 'what answers the window is never used inside the core',
      severity: 'error',
      from: { pathNot: ['requests\\.ts$', '\\.test\\.ts$', room('electron/studio/'), room('e2e/growth/')] },
      to: { path: room('electron/core/.+requests\\.ts$') },
    },
    {
      name: 'compose-is-imported-by-entries-only',
      severity: 'error',
      from: {
        pathNot: [
          room('(electron/(main|cli|cli/.+|studio/main)|e2e/(hostile-folders/worker|support/local-book))\\.ts$'),
          '\\.test\\.ts$',
          '/testing/',
        ],
      },
      to: { path: room('electron/compose\\.ts$') },
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
        path: room('(shared|packages|electron|renderer)/'),
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
