import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { COMMAND_IDS, isChanged } from '../../shared/ipc/shortcuts.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { copyText } from '../ui/copy-text.ts';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { useViewPreferences } from '../ui/preferences.ts';
import { Fact } from '../ui/screen-parts.tsx';
import { useView } from '../ui/view-store.ts';
import { Part, Setting } from './part.tsx';
import styles from './settings.module.css';

const t = words('settings');

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

const platformName = (platform: string): string => PLATFORMS[platform] ?? platform;

export function About() {
  const { data: info } = useAsk('app.info', {});
  return (
    <Part title={t('part.about')}>
      {info && (
        <dl className="facts">
          <Fact name={t('about.name')}>{info.version}</Fact>
          <Fact name={t('about.runsOn')}>
            {info.host === 'chromium-host'
              ? t('about.inChromium', { platform: platformName(info.platform) })
              : platformName(info.platform)}
          </Fact>
          <Fact name={t('about.licence')}>{t('about.terms')}</Fact>
        </dl>
      )}
      <Packages />
    </Part>
  );
}

const noticesSchema = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }),
);

/** The third-party software in Lectern, with its licences. */
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
    <section aria-label={t('about.packages')} className={styles.packages}>
      <h3>{t('about.madeWith', { packages: packages.length })}</h3>
      <ul>
        {packages.map(({ name, version, licence, text }) => (
          <li key={`${name} ${version}`}>
            <details onToggle={(event) => setOpen(event.currentTarget.open ? name : null)}>
              <summary className={styles.package}>
                {name} <span className="dim">{version}</span> <span className="dim">{licence}</span>
              </summary>
              {open === name && <pre className={styles.log}>{text || t('about.noText', { licence })}</pre>}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The log, and a report for support requests. The report is shown in full before it is copied. */
export function Report() {
  const { data: project } = useAsk('project.current', {});
  const selected = useView((view) => view.selectedLineId);
  const lineId = project ? selected : null;
  const [withWords, setWithWords] = useState(false);
  const [report, setReport] = useState<ReplyOf<'report.make'> | null>(null);
  const { busy, error, run } = useAttempt();
  const about = useWindowDetails();
  const make = (words: boolean) =>
    void run(async () => {
      setReport(await ask('report.make', { about, lineId: words ? lineId : null }));
    });
  return (
    <Part title={t('part.report')} intro={t('report.intro')}>
      <Setting id="log" label={t('report.log')}>
        <Button onClick={() => void ask('shell.reveal', { what: 'logs' }).catch(notifyFailure)}>
          {t('report.showLog')}
        </Button>
      </Setting>
      <Setting id="report" label={t('report.report')} hint={t('report.hint')}>
        <Checkbox
          label={t('report.withWords')}
          description={lineId === null ? t('report.selectFirst') : t('report.shownFirst')}
          disabled={lineId === null}
          checked={withWords && lineId !== null}
          onChange={(event) => {
            setWithWords(event.currentTarget.checked);
            if (report) make(event.currentTarget.checked);
          }}
        />
        <Group>
          <Button loading={busy} onClick={() => make(withWords)}>
            {report ? t('report.update') : t('report.make')}
          </Button>
          {report && (
            <Button variant="filled" onClick={() => copyText(report.text)}>
              {t('report.copy')}
            </Button>
          )}
        </Group>
        {error && <ProblemNotice error={error} inPlace />}
      </Setting>
      {report && <Preview report={report} />}
    </Part>
  );
}

function Preview({ report }: { readonly report: ReplyOf<'report.make'> }) {
  return (
    <Stack component="section" aria-label={t('report.preview')}>
      {report.words !== null && (
        <div className={`warning-box ${styles.words}`}>
          <strong>{t('report.words')}</strong>
          <blockquote>{report.words}</blockquote>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable */}
      <pre className={styles.report} tabIndex={0}>
        {report.text}
      </pre>
    </Stack>
  );
}

const yesOrNo = (isYes: boolean): string => (isYes ? t('report.yes') : t('report.no'));

/** Returns the details that the window adds to the report, about the application and the preferences. */
function useWindowDetails(): { readonly name: string; readonly value: string }[] {
  const { data: info } = useAsk('app.info', {});
  const { textSize, reducedMotion, soundDevice, shortcuts } = useViewPreferences();
  const changed = COMMAND_IDS.filter((id) => isChanged(shortcuts, id));
  return [
    { name: t('report.row.version'), value: info?.version ?? t('report.unknown') },
    { name: t('report.row.host'), value: info?.host ?? t('report.unknown') },
    { name: t('report.row.keychain'), value: yesOrNo(info?.keychain ?? false) },
    { name: t('report.row.theme'), value: info?.theme ?? t('report.unknown') },
    { name: t('report.row.text'), value: t('report.percent', { size: textSize }) },
    { name: t('report.row.motion'), value: yesOrNo(reducedMotion) },
    { name: t('report.row.sound'), value: soundDevice ? t('report.chosenDevice') : t('report.asTheSystem') },
    { name: t('report.row.shortcuts'), value: String(changed.length) },
  ];
}
