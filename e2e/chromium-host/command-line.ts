/** What Electron's own command line says: `[-r module]* [--switch[=value]]* application [arguments]`. */
export interface CommandLine {
  /** CommonJS modules to load before the application (Playwright's loader). */
  readonly preloads: readonly string[];
  /** Names and values of the switches, without the dashes; a switch without a value has ''. */
  readonly switches: Map<string, string>;
  /** Host and port of the inspector, or null where none was asked for. */
  readonly inspect: { readonly host: string; readonly port: number } | null;
  /** The application's folder or main file, as given; null where there is none. */
  readonly application: string | null;
}

const INSPECT = /^--inspect(?:-brk)?(?:=(?:(.*):)?(\d+))?$/;

export function parseCommandLine(args: readonly string[]): CommandLine {
  const preloads: string[] = [];
  const switches = new Map<string, string>();
  let inspect: CommandLine['inspect'] = null;
  let application: string | null = null;
  for (let i = 0; i < args.length; i += 1) {
    const argument = args[i] ?? '';
    const inspector = INSPECT.exec(argument);
    const named = /^--([^=]+)=?(.*)$/s.exec(argument);
    if (argument === '-r' || argument === '--require') {
      i += 1;
      preloads.push(args[i] ?? '');
    } else if (inspector) inspect = { host: inspector[1] ?? '127.0.0.1', port: Number(inspector[2] ?? 9229) };
    else if (named) switches.set(named[1] ?? '', named[2] ?? '');
    else application ??= argument;
  }
  return { preloads, switches, inspect, application };
}
