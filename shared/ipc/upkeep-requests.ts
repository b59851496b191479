// What Lectern tells about itself: a report to send when asking for help, and what its data folder contains.
import { z } from 'zod';
import { request } from './request.ts';

/** What lies in the data folder, by what it is for. */
export const DATA_KINDS = ['service', 'window', 'settings', 'limits', 'logs', 'cache', 'keys', 'other'] as const;

const dataPartSchema = z.object({ kind: z.enum(DATA_KINDS), bytes: z.int().min(0), files: z.int().min(0) });
export type DataPart = z.infer<typeof dataPartSchema>;

export const upkeepRequests = {
  /**
   * A report without secrets: no key, user ids masked, no paths of this machine, no words of a script but those of the one
   * line that is named. `about`: what the window knows, name and value.
   */
  'report.make': request(
    z.object({
      about: z.array(z.object({ name: z.string().max(60), value: z.string().max(200) })).max(30),
      /** A line of the open project whose words are put in; null: no words at all. */
      lineId: z.int().nullable(),
    }),
    z.object({
      text: z.string(),
      /** The words of the script that are in it, exactly; null: none. */
      words: z.string().nullable(),
    }),
  ),
  /** Folders are written with the home folder as `~`. */
  'files.overview': request(
    z.object({}),
    z.object({ folder: z.string(), projectsFolder: z.string(), parts: z.array(dataPartSchema) }),
  ),
  /** Takes away what is made again by itself: compiled code and the older log. Answers what that freed. */
  'files.clean': request(z.object({}), z.object({ bytes: z.int().min(0) })),
};
