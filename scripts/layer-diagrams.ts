// Draws Mermaid diagrams of the imports between parts of the code. Writes them to the marked blocks in
// docs/architecture.md.

/** An import of one file by another, given by their paths in the project. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Files that are drawn as one node: a folder, a file, or all paths that match a pattern. */
type DiagramNode = string | { readonly name: string; readonly files: RegExp };

/** A diagram's name and nodes. A file belongs to the first node that matches its path. */
interface Diagram {
  readonly name: string;
  readonly nodes: readonly DiagramNode[];
}

const inCore = (...nodes: readonly string[]): string[] => nodes.map((node) => `electron/core/${node}`);

/** The request handlers for all features. In the diagram, they are above the code that composes the features. */
const REQUEST_HANDLERS: DiagramNode = {
  name: 'requests.ts of all features',
  files: /^electron\/core\/.*[/-]requests\.ts$/,
};

export const DIAGRAMS: readonly Diagram[] = [
  {
    name: 'processes',
    nodes: [
      'electron/main.ts',
      'electron/preload.ts',
      'electron/cli',
      'electron/compose.ts',
      'electron/platform',
      'electron/ipc',
      'electron/studio',
      'electron/core',
      'renderer',
      'packages/speech-service',
      'packages/audio',
      'packages/manuscript',
      'packages/provenance',
      'packages/tts-protocol',
      'node',
      'shared',
    ],
  },
  {
    name: 'core',
    nodes: [
      REQUEST_HANDLERS,
      ...inCore(
        'project/folder',
        'project/script',
        'project/lines',
        'project/cast',
        'project/takes',
        'project/journal',
        'project/spending',
        'project/project.ts',
        'production',
        'scheduler',
        'api',
        'audio',
        'import',
        'export',
        'audition',
        'session',
        'app',
        'undo',
        'bridge',
        'local-service',
      ),
    ],
  },
];

const nodeName = (node: DiagramNode): string =>
  typeof node === 'string' ? node.replace('electron/core/', '') : node.name;

const isIn = (file: string, node: DiagramNode): boolean =>
  typeof node === 'string' ? file === node || file.startsWith(`${node}/`) : node.files.test(file);

/** Returns whether two nodes are connected by a sequence of arrows. */
function hasPath(
  arrows: ReadonlyMap<DiagramNode, ReadonlySet<DiagramNode>>,
  from: DiagramNode,
  to: DiagramNode,
): boolean {
  const seen = new Set<DiagramNode>();
  const ahead = [from];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    for (const next of arrows.get(node) ?? []) {
      if (next === to) return true;
      if (!seen.has(next)) ahead.push(next);
      seen.add(next);
    }
  }
  return false;
}

/** Draws the transitive reduction of the imports, because the diagram shows layers, not individual imports. */
export function drawDiagram({ nodes }: Diagram, imports: readonly Import[]): string {
  const nodeOf = (file: string) => nodes.find((node) => isIn(file, node));
  const arrows = new Map(nodes.map((node) => [node, new Set<DiagramNode>()]));
  for (const { from, to } of imports) {
    const [above, below] = [nodeOf(from), nodeOf(to)];
    if (above && below && above !== below) arrows.get(above)?.add(below);
  }
  for (const [above, targets] of arrows) {
    for (const below of nodes.filter((node) => targets.has(node))) {
      targets.delete(below);
      if (!hasPath(arrows, above, below)) targets.add(below);
    }
  }
  const idOf = (node: DiagramNode) => `r${nodes.indexOf(node)}`;
  const labels = nodes.map((node) => `  ${idOf(node)}["${nodeName(node)}"]`);
  const drawn = nodes.flatMap((above) =>
    nodes.filter((node) => arrows.get(above)?.has(node)).map((below) => `  ${idOf(above)} --> ${idOf(below)}`),
  );
  return ['```mermaid', 'flowchart TD', ...labels, ...drawn, '```'].join('\n');
}

/** Updates the diagrams on the page. @throws Error if the page has no block for one of the diagrams */
export function updateDiagrams(page: string, imports: readonly Import[]): string {
  return DIAGRAMS.reduce((text, picture) => {
    const [start, end] = [`<!-- picture: ${picture.name} -->`, '<!-- end of picture -->'];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`docs/architecture.md has no place for the picture “${picture.name}”`);
    return `${text.slice(0, from)}${start}\n${drawDiagram(picture, imports)}\n${text.slice(to)}`;
  }, page);
}
