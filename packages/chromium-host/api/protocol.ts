import type Electron from 'electron';
import { host } from '../host-state.ts';
import { strict } from '../strict.ts';
import { app } from './app.ts';

/** Custom schemes. Only those registered as privileged before `ready` can be handled. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme } of schemes) host().server.addresses.add(scheme);
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    if (!app.isReady()) throw new Error('protocol can only be used after app is ready');
    const { server } = host();
    if (!server.addresses.has(scheme)) throw new Error(`The scheme ${scheme} was not registered as privileged`);
    if (server.isHandled(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    server.handle(scheme, handler);
  },
  unhandle(scheme: string): void {
    host().server.handle(scheme, null);
  },
  isProtocolHandled: (scheme: string): boolean => host().server.isHandled(scheme),
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'>);
