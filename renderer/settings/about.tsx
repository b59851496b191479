import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCounted } from '../ui/format.ts';
import { Part } from './part.tsx';
import styles from './settings.module.css';

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** What this is, and under which terms. */
export function About() {
  const { data: info } = useAsk('app.info', {});
  return (
    <Part title="About">
      {info && (
        <dl className={styles.facts}>
          <dt>Lectern</dt>
          <dd>{info.version}</dd>
          <dt>Runs on</dt>
          <dd>
            {PLATFORMS[info.platform] ?? info.platform}
            {info.host === 'chromium-host' && ', in Chromium in place of Electron'}
          </dd>
          <dt>Licence</dt>
          <dd>GNU General Public License, version 3 or later. It comes without any warranty.</dd>
        </dl>
      )}
      <Packages />
    </Part>
  );
}

const noticesSchema = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }),
);

/** What others made that is in Lectern, each under its own terms. */
function Packages() {
  const { data: packages } = useQuery({
    queryKey: ['notices'],
    queryFn: async () => noticesSchema.parse(await (await fetch('notices.json')).json()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [open, setOpen] = useState<string | null>(null);
  if (!packages) return null;
  return (
    <section aria-label="Packages of others" className={styles.packages}>
      <h3>Made with {formatCounted(packages.length, 'package')} of others</h3>
      <ul>
        {packages.map(({ name, version, licence, text }) => (
          <li key={`${name} ${version}`}>
            <details onToggle={(event) => setOpen(event.currentTarget.open ? name : null)}>
              <summary className={styles.package}>
                {name} <span className="dim">{version}</span> <span className="dim">{licence}</span>
              </summary>
              {open === name && (
                <pre className={styles.log}>{text || `It brings no text of its licence, ${licence}.`}</pre>
              )}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
