/** Electron's command line: `[-r module]* [--switch[=value]]* application [arguments]`. */
export interface CommandLine {
  /** CommonJS modules to load before the application (Playwright's loader). */
  readonly preloads: readonly string[];
  /** Switches by name, without dashes; the value is '' if there is none. */
  readonly switches: Map<string, string>;
  /** Address of the inspector; null if not requested. */
  readonly inspect: { readonly host: string; readonly port: number } | null;
  /** The application's folder or main file as given; null if missing. */
  readonly application: string | null;
}

const INSPECT_SWITCH = /^--inspect(?:-brk)?(?:=(?:(.*):)?(\d+))?$/;

export function parseCommandLine(args: readonly string[]): CommandLine {
  const preloads: string[] = [];
  const switches = new Map<string, string>();
  let inspect: CommandLine['inspect'] = null;
  let application: string | null = null;
  for (let i = 0; i < args.length; i += 1) {
    const argument = args[i] ?? '';
    const inspector = INSPECT_SWITCH.exec(argument);
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
