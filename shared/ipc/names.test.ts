import { expect, it } from 'vitest';
import { MAX_NAME_LENGTH } from '../model/names.ts';
import { castRequests } from './cast-requests.ts';
import { libraryRequests } from './library-requests.ts';
import { projectRequests } from './project-requests.ts';

it('accepts names as long as the window’s fields do', () => {
  const name = 'A very long title '.repeat(200).slice(0, MAX_NAME_LENGTH).trim();
  for (const [schema, given] of [
    [projectRequests['project.create'], { name }],
    [projectRequests['project.createFromImport'], { importId: 'a', name }],
    [libraryRequests['library.rename'], { id: 'a', name }],
    [castRequests['cast.add'], { name }],
    [castRequests['cast.rename'], { role: name, name }],
  ] as const) {
    expect(schema.input.safeParse(given).success).toBe(true);
  }
});
