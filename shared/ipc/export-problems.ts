import { z } from 'zod';

/** Why an export can't be made, as the exporters name it. */
export const exportProblemSchema = z.enum([
  'template',
  'not-a-folder',
  'read-only',
  'disk-full',
  'busy',
  'other-project',
  'foreign-manifest',
  'damaged-manifest',
  'newer-manifest',
  'inside-project',
  'folder-gone',
  'file-in-use',
  'unwritable',
]);
