// Draws Mermaid diagrams of the imports between parts of the code, in the marked blocks of docs/architecture.md.

/** An import between two files, by their paths in the project. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Files that are drawn as one node: a folder, a file, or all paths that match a pattern. */
type Room = string | { readonly name: string; readonly files: RegExp };

/** A diagram's name and its nodes. A file belongs to the first node that matches it. */
interface Picture {
  readonly name: string;
  readonly rooms: readonly Room[];
}

const inCore = (...rooms: readonly string[]): string[] => rooms.map((room) => `electron/core/${room}`);

/** The request handlers of all features. They are above the code that composes the features. */
const REQUESTS: Room = { name: 'requests.ts of all features', files: /^electron\/core\/.*[/-]requests\.ts$/ };

export const PICTURES: readonly Picture[] = [
  {
    name: 'processes',
    rooms: [
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
      'packages/tts-protocol',
      'node',
      'shared',
    ],
  },
  {
    name: 'core',
    rooms: [
      REQUESTS,
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

const nameOf = (room: Room): string => (typeof room === 'string' ? room.replace('electron/core/', '') : room.name);

const isIn = (file: string, room: Room): boolean =>
  typeof room === 'string' ? file === room || file.startsWith(`${room}/`) : room.files.test(file);

/** Returns whether a path of arrows connects two nodes. */
function reaches(arrows: ReadonlyMap<Room, ReadonlySet<Room>>, from: Room, to: Room): boolean {
  const seen = new Set<Room>();
  const ahead = [from];
  for (let room = ahead.pop(); room !== undefined; room = ahead.pop()) {
    for (const next of arrows.get(room) ?? []) {
      if (next === to) return true;
      if (!seen.has(next)) ahead.push(next);
      seen.add(next);
    }
  }
  return false;
}

/** Draws the imports as a transitive reduction, because the diagram shows the layers, not each import. */
export function drawRooms({ rooms }: Picture, imports: readonly Import[]): string {
  const roomOf = (file: string) => rooms.find((room) => isIn(file, room));
  const arrows = new Map(rooms.map((room) => [room, new Set<Room>()]));
  for (const { from, to } of imports) {
    const [above, below] = [roomOf(from), roomOf(to)];
    if (above && below && above !== below) arrows.get(above)?.add(below);
  }
  for (const [above, belows] of arrows) {
    for (const below of rooms.filter((room) => belows.has(room))) {
      belows.delete(below);
      if (!reaches(arrows, above, below)) belows.add(below);
    }
  }
  const idOf = (room: Room) => `r${rooms.indexOf(room)}`;
  const labels = rooms.map((room) => `  ${idOf(room)}["${nameOf(room)}"]`);
  const drawn = rooms.flatMap((above) =>
    rooms.filter((room) => arrows.get(above)?.has(room)).map((below) => `  ${idOf(above)} --> ${idOf(below)}`),
  );
  return ['```mermaid', 'flowchart TD', ...labels, ...drawn, '```'].join('\n');
}

/** Updates the diagrams on the page. @throws Error if the page has no block for one of them */
export function withPictures(page: string, imports: readonly Import[]): string {
  return PICTURES.reduce((text, picture) => {
    const [start, end] = [`<!-- picture: ${picture.name} -->`, '<!-- end of picture -->'];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`docs/architecture.md has no place for the picture “${picture.name}”`);
    return `${text.slice(0, from)}${start}\n${drawRooms(picture, imports)}\n${text.slice(to)}`;
  }, page);
}
