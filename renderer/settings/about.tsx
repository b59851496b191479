import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { COMMAND_IDS, isChanged } from '../../shared/ipc/shortcuts.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { copyText } from '../ui/copy-text.ts';
import { formatCounted } from '../ui/format.ts';
import { useViewPreferences } from '../ui/preferences.ts';
import { ProblemNotice, useAttempt } from '../ui/problem-notice.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { Part, Setting } from './part.tsx';
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

/** The log, and a report to send when asking for help: shown in full before it is copied. */
export function Report() {
  const { data: project } = useAsk('project.current', {});
  const selected = useView((view) => view.selectedLineId);
  const lineId = project ? selected : null;
  const [withWords, setWithWords] = useState(false);
  const [report, setReport] = useState<ReplyOf<'report.make'> | null>(null);
  const { busy, error, run } = useAttempt();
  const about = useAbout();
  const make = (words: boolean) =>
    void run(async () => {
      setReport(await ask('report.make', { about, lineId: words ? lineId : null }));
      return null;
    });
  return (
    <Part
      title="Log and report"
      intro="The log says what happened, without keys and without the words of scripts. It is not sent anywhere."
    >
      <Setting label="Log">
        <Button onClick={() => void ask('shell.reveal', { what: 'logs' }).catch(notifyFailure)}>
          Show the log in its folder
        </Button>
      </Setting>
      <Setting
        label="Report"
        hint="Versions, settings, services and their state, figures of the open project, the last rows of the log. No keys; user ids, names and folders are masked."
      >
        <Checkbox
          label="With the words of the selected line"
          description={
            lineId === null
              ? 'Open a project and select a line first.'
              : 'They are shown below before anything is copied.'
          }
          disabled={lineId === null}
          checked={withWords && lineId !== null}
          onChange={(event) => {
            setWithWords(event.currentTarget.checked);
            if (report) make(event.currentTarget.checked);
          }}
        />
        <div className={styles.actions}>
          <Button loading={busy} onClick={() => make(withWords)}>
            {report ? 'Update the report' : 'Make a report'}
          </Button>
          {report && (
            <Button variant="filled" onClick={() => copyText(report.text)}>
              Copy report
            </Button>
          )}
        </div>
        {error && <ProblemNotice error={error} inPlace />}
      </Setting>
      {report && <Preview report={report} />}
    </Part>
  );
}

function Preview({ report }: { readonly report: ReplyOf<'report.make'> }) {
  return (
    <section aria-label="What is copied" className={styles.form}>
      {report.words !== null && (
        <div className={styles.words}>
          <strong>These words of the script are in it:</strong>
          <blockquote>{report.words}</blockquote>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className={styles.report} tabIndex={0}>
        {report.text}
      </pre>
    </section>
  );
}

/** What the window knows of the application and of how it is set. */
function useAbout(): { readonly name: string; readonly value: string }[] {
  const { data: info } = useAsk('app.info', {});
  const { textSize, reducedMotion, soundDevice, shortcuts } = useViewPreferences();
  const changed = COMMAND_IDS.filter((id) => isChanged(shortcuts, id));
  return [
    { name: 'version', value: info?.version ?? 'unknown' },
    { name: 'host', value: info?.host ?? 'unknown' },
    { name: 'keychain', value: info?.keychain ? 'yes' : 'no' },
    { name: 'theme', value: info?.theme ?? 'unknown' },
    { name: 'text of the script', value: `${textSize} %` },
    { name: 'without motion', value: reducedMotion ? 'yes' : 'no' },
    { name: 'sound', value: soundDevice ? 'a device that was chosen' : 'as the system' },
    { name: 'shortcuts changed', value: String(changed.length) },
  ];
}
