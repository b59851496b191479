// All endpoints, each with a request that is valid as far as the interface specifies its format.
import { PATHS } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import type { Call } from '../http/client.ts';
import { basics } from '../requests/basics.ts';

export interface Endpoint {
  /** For rule IDs. */
  readonly name: string;
  /** For messages. */
  readonly title: string;
  readonly call: (context: Context) => Promise<Call>;
}

const post = (to: string, body: unknown): Call => ({ method: 'POST', to, body });

const SHORT_TEXT = 'Yes, of course.';

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'batches',
    title: `POST ${PATHS.batches}`,
    call: async (context) => post(PATHS.batches, { jobs: [await context.job()] }),
  },
  {
    name: 'location',
    title: 'GET of the Location of a batch',
    call: async (context) => ({ to: (await basics(context)).address }),
  },
  {
    name: 'single',
    title: `POST ${PATHS.single}`,
    call: async (context) => post(PATHS.single, { text: SHORT_TEXT, voice: (await context.cast()).first }),
  },
  {
    name: 'stream',
    title: `POST ${PATHS.stream}`,
    call: async (context) => post(PATHS.stream, { text: SHORT_TEXT, voice: (await context.cast()).first }),
  },
  { name: 'voices', title: `GET ${PATHS.voices}`, call: async () => ({ to: PATHS.voices }) },
  { name: 'cloned-voices', title: `GET ${PATHS.clonedVoices}`, call: async () => ({ to: PATHS.clonedVoices }) },
  { name: 'leases', title: `POST ${PATHS.leases}`, call: async () => post(PATHS.leases, {}) },
  { name: 'instant-clone', title: `POST ${PATHS.instantClone}`, call: async () => post(PATHS.instantClone, {}) },
  {
    name: 'clone-deletion',
    title: `DELETE ${PATHS.clonedVoices}`,
    call: async () => ({ method: 'DELETE', to: PATHS.clonedVoices, body: {} }),
  },
];

export const CONVERT: Endpoint = {
  name: 'convert',
  title: `POST ${PATHS.convert}`,
  call: async (context) => post(PATHS.convert, { content: [SHORT_TEXT], voice: (await context.cast()).first }),
};
