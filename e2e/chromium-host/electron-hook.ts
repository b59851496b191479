import { registerHooks } from 'node:module';

const MODULE = new URL('./electron-module.ts', import.meta.url).href;
/** The module that the application gets. There is no such file: its text is made here, with the names that there are. */
const NAMED = new URL('./electron-named.mjs', import.meta.url).href;
const SPECIFIERS = new Set(['electron', 'electron/main', 'electron/common']);

/** Gives the host's parts to modules that import or require `electron` from now on. */
export async function provideElectron(): Promise<void> {
  const { electron } = await import('./electron-module.ts');
  const source = `
    import { electron } from ${JSON.stringify(MODULE)};
    export const { ${Object.keys(electron).join(', ')} } = electron;
    export default electron;
    // The name by which Node gives \`require\` this object, instead of the module's namespace.
    export { electron as 'module.exports' };`;
  registerHooks({
    resolve: (specifier, context, next) =>
      SPECIFIERS.has(specifier) ? { url: NAMED, format: 'module', shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url === NAMED ? { format: 'module', source, shortCircuit: true } : next(url, context),
  });
}
