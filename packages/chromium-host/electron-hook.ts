import { registerHooks } from 'node:module';

const MODULE_URL = new URL('./electron-module.ts', import.meta.url).href;
/** The application's `electron` module. This file doesn't exist; its source is generated from the available exports. */
const NAMED_EXPORTS_URL = new URL('./electron-named.mjs', import.meta.url).href;
const SPECIFIERS = new Set(['electron', 'electron/main', 'electron/common']);

/** Makes modules loaded from now on resolve `electron` to the host's implementation. */
export async function provideElectron(): Promise<void> {
  const { electron } = await import('./electron-module.ts');
  const source = `
    import { electron } from ${JSON.stringify(MODULE_URL)};
    export const { ${Object.keys(electron).join(', ')} } = electron;
    export default electron;
    // With this export name, Node returns the object from \`require\` instead of the module's namespace.
    export { electron as 'module.exports' };`;
  registerHooks({
    resolve: (specifier, context, next) =>
      SPECIFIERS.has(specifier)
        ? { url: NAMED_EXPORTS_URL, format: 'module', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url === NAMED_EXPORTS_URL ? { format: 'module', source, shortCircuit: true } : next(url, context),
  });
}
