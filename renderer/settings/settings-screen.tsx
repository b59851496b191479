import { Stack, Switch } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { ask } from '../bridge/ask.ts';
import { projectKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { rememberWhenSaved } from '../ui/undo-history.ts';
import { type SettingsPart, useView } from '../ui/view-store.ts';
import { About, Report } from './about.tsx';
import { VoiceEngines } from './engines/engines.tsx';
import { Files } from './files.tsx';
import { ProductionKindSetting } from './kind.tsx';
import { LanguageModel } from './language-model.tsx';
import { Appearance, Sound } from './look-and-sound.tsx';
import { VoicePacks } from './packs/packs.tsx';
import { Part, Setting } from './part.tsx';
import { PausesSetting } from './pauses.tsx';
import { Connections } from './services/connections.tsx';
import styles from './settings.module.css';
import { ShortcutsSection } from './shortcuts/shortcuts-section.tsx';
import { SigningSettingsPart } from './signing.tsx';

const t = words('settings');

const PARTS: Readonly<Record<SettingsPart, ReactNode>> = {
  services: <Connections />,
  engines: <VoiceEngines />,
  packs: <VoicePacks />,
  model: <LanguageModel />,
  signing: <SigningSettingsPart />,
  project: <ProjectPart />,
  appearance: <Appearance />,
  sound: <Sound />,
  shortcuts: <ShortcutsSection />,
  files: <Files />,
  report: <Report />,
  about: <About />,
};
const SECTIONS = Object.keys(PARTS) as SettingsPart[];

export function SettingsScreen() {
  const section = useView((view) => view.settingsPart);
  const pane = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each section starts at the top
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
  }, [section]);
  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <h1 className="screen-title">{t('title')}</h1>
        <SectionList />
      </div>
      <div ref={pane} id="settings-part" role="tabpanel" aria-label={t(`part.${section}`)} className={styles.scroll}>
        <div className={styles.page}>{PARTS[section]}</div>
      </div>
    </div>
  );
}

const STEPS: Readonly<Record<string, (at: number) => number>> = {
  ArrowDown: (at) => (at + 1) % SECTIONS.length,
  ArrowUp: (at) => (at + SECTIONS.length - 1) % SECTIONS.length,
  Home: () => 0,
  End: () => SECTIONS.length - 1,
};

function SectionList() {
  const section = useView((view) => view.settingsPart);
  const show = useView.getState().chooseSettings;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(SECTIONS.indexOf(section));
    const chosen = next === undefined ? undefined : SECTIONS[next];
    if (!chosen) return;
    event.preventDefault();
    show(chosen);
    list.current?.querySelector<HTMLElement>(`#tab-${chosen}`)?.focus();
  };
  return (
    <Stack
      ref={list}
      role="tablist"
      aria-label={t('parts')}
      aria-orientation="vertical"
      gap="var(--gap-1)"
      onKeyDown={onKeyDown}
    >
      {SECTIONS.map((id) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === section}
          aria-controls="settings-part"
          tabIndex={id === section ? 0 : -1}
          className={styles.tab}
          onClick={() => show(id)}
        >
          {t(`part.${id}`)}
        </button>
      ))}
    </Stack>
  );
}

type ShownSettings = Pick<
  ProjectSettings,
  | 'speakHeadings'
  | 'narrateHeadings'
  | 'speakBrackets'
  | 'actOnDirections'
  | 'pauses'
  | 'followPunctuation'
  | 'cutSilentEnds'
  | 'proofTakes'
>;

function ProjectPart() {
  const { data: project } = useAsk('project.current', {});
  return (
    <Part title={t('part.project')} intro={project ? undefined : t('project.intro')}>
      {project && (
        <Editable>
          <Switches key={projectKey(project)} project={project} />
        </Editable>
      )}
    </Part>
  );
}

function Switches({ project }: { readonly project: ProjectSummary }) {
  const { speakHeadings, narrateHeadings, speakBrackets, actOnDirections } = project.settings;
  const { pauses, followPunctuation, cutSilentEnds, proofTakes } = project.settings;
  // By the time the change has been saved, another screen might be open.
  const change = <N extends keyof ShownSettings>(name: N, value: ShownSettings[N]) =>
    rememberWhenSaved(t(`project.changed.${name}`), ask('project.updateSettings', { [name]: value }), 'settings');
  const switchTo = <N extends keyof ShownSettings>(name: N, value: ShownSettings[N]) =>
    void change(name, value).catch(notifyFailure);
  return (
    <>
      <ProductionKindSetting
        settings={project.settings}
        onChange={(patch) =>
          rememberWhenSaved(t('project.changed.productionKind'), ask('project.updateSettings', patch), 'settings')
        }
      />
      <Setting id="headings" label={t('project.headings')} hint={t('project.headingsHint')}>
        <Switch
          label={t('project.speakHeadings')}
          checked={speakHeadings}
          onChange={(event) => switchTo('speakHeadings', event.currentTarget.checked)}
        />
      </Setting>
      <Setting id="headingNumbers" label={t('project.headingNumbers')} hint={t('project.headingNumbersHint')}>
        <Switch
          label={t('project.narrateHeadings')}
          checked={narrateHeadings}
          disabled={!speakHeadings}
          onChange={(event) => switchTo('narrateHeadings', event.currentTarget.checked)}
        />
      </Setting>
      <Setting id="directions" label={t('project.directions')} hint={t('project.directionsHint')}>
        <Switch
          label={t('project.speakDirections')}
          checked={speakBrackets}
          onChange={(event) => switchTo('speakBrackets', event.currentTarget.checked)}
        />
      </Setting>
      <Setting id="acting" label={t('project.acting')} hint={t('project.actingHint')}>
        <Switch
          label={t('project.actOnDirections')}
          checked={actOnDirections && !speakBrackets}
          disabled={speakBrackets}
          onChange={(event) => switchTo('actOnDirections', event.currentTarget.checked)}
        />
      </Setting>
      <PausesSetting
        pauses={pauses}
        followPunctuation={followPunctuation}
        onChange={(next) => change('pauses', next)}
      />
      <Setting id="punctuation" label={t('project.punctuation')} hint={t('project.punctuationHint')}>
        <Switch
          label={t('project.followPunctuation')}
          checked={followPunctuation}
          onChange={(event) => switchTo('followPunctuation', event.currentTarget.checked)}
        />
      </Setting>
      <Setting id="silentEnds" label={t('project.silentEnds')} hint={t('project.silentEndsHint')}>
        <Switch
          label={t('project.cutSilentEnds')}
          checked={cutSilentEnds}
          onChange={(event) => switchTo('cutSilentEnds', event.currentTarget.checked)}
        />
      </Setting>
      <Setting id="proofTakes" label={t('project.proofing')} hint={t('project.proofingHint')}>
        <Switch
          label={t('project.proofTakes')}
          checked={proofTakes}
          onChange={(event) => switchTo('proofTakes', event.currentTarget.checked)}
        />
      </Setting>
    </>
  );
}
