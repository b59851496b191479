// A minimal reference application that shows a plain page, optionally with the same text. Arguments: the page (`empty`,
// `editor` or `rows`) and the path to its text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, protocol } from 'electron';

const SCHEME = 'bare';
const MODULES: Readonly<Record<string, string>> = {
  '@codemirror/state': '@codemirror/state/dist/index.js',
  '@codemirror/view': '@codemirror/view/dist/index.js',
  '@marijn/find-cluster-break': '@marijn/find-cluster-break/src/index.js',
  crelt: 'crelt/index.js',
  'style-mod': 'style-mod/src/style-mod.js',
  'w3c-keyname': 'w3c-keyname/index.js',
};
const IMPORTS = Object.fromEntries(Object.entries(MODULES).map(([name, path]) => [name, `/modules/${path}`]));
const HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>';

const PAGES: Readonly<Record<string, string>> = {
  empty: `${HEAD}<h1>Empty</h1>`,
  editor: `${HEAD}<style>html, body, .cm-editor { height: 100%; margin: 0 } .cm-content { font: 17px/1.6 serif }</style>
    <script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
    <script type="module">
      import { EditorState } from '@codemirror/state';
      import { EditorView } from '@codemirror/view';
      const doc = await (await fetch('/text')).text();
      new EditorView({ parent: document.body, state: EditorState.create({ doc, extensions: EditorView.lineWrapping }) });
    </script>`,
  rows: `${HEAD}<style>
      body { margin: 0 }
      .cm-scroller { height: 100vh; overflow: auto }
      .row { box-sizing: border-box; height: 38px; border-bottom: 1px solid #ccc; white-space: nowrap; overflow: hidden }
    </style>
    <div class="cm-scroller" role="grid"></div>
    <script type="module">
      const rows = (await (await fetch('/text')).text()).split('\\n\\n');
      const grid = document.querySelector('[role=grid]');
      for (const text of rows) {
        const row = grid.appendChild(document.createElement('div'));
        row.className = 'row';
        row.textContent = text;
      }
    </script>`,
};

const pageArguments = process.argv.filter((word) => !word.startsWith('-'));
const [page = 'empty', text = ''] = pageArguments.slice(
  pageArguments.findIndex((word) => word.endsWith('window-bare.ts')) + 1,
);

function respond(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (pathname === '/') return new Response(PAGES[page], { headers: { 'content-type': 'text/html' } });
  if (pathname === '/text')
    return new Response(readFileSync(text, 'utf8'), { headers: { 'content-type': 'text/plain' } });
  const file = join(fileURLToPath(new URL('../node_modules/', import.meta.url)), pathname.replace(/^\/modules\//, ''));
  return new Response(readFileSync(file, 'utf8'), { headers: { 'content-type': 'text/javascript' } });
}

protocol.registerSchemesAsPrivileged([
  { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  protocol.handle(SCHEME, respond);
  const window = new BrowserWindow({ width: 1280, height: 800, show: false });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(`${SCHEME}://app/`);
});
