import { Button, Group, Radio, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { themeSchema } from '../../shared/ipc/settings-requests.ts';
import { MISSING_LINES, TEXT_SIZES } from '../../shared/ipc/view-preferences.ts';
import { languageName } from '../../shared/words/languages.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { changeLanguage } from '../ui/language.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { useChangePreferences, useViewPreferences } from '../ui/preferences.ts';
import { deviceInUse, refreshDevices, routeToChosenDevice, useSoundOutput } from '../ui/sound/sound-output.ts';
import { Part, Setting } from './part.tsx';
import styles from './settings.module.css';

const t = words('settings');

const THEMES = ['system', 'light', 'dark'] as const;

const SIZES = [
  { size: 90, name: 'small' },
  { size: TEXT_SIZES.usual, name: 'usual' },
  { size: 120, name: 'large' },
  { size: 145, name: 'largest' },
] as const;

export function Appearance() {
  const { textSize, reducedMotion } = useViewPreferences();
  const change = useChangePreferences();
  return (
    <Part title={t('part.appearance')}>
      <Theme />
      <LanguageSetting />
      <Setting id="text" label={t('appearance.text')} hint={t('appearance.textHint')}>
        <SegmentedControl
          aria-label={t('appearance.text')}
          data={SIZES.map(({ size, name }) => ({ value: String(size), label: t(`appearance.size.${name}`) }))}
          value={String(textSize)}
          onChange={(value) => change({ textSize: Number(value) })}
        />
        <p className={styles.sample} aria-hidden="true">
          {t('appearance.sample')}
        </p>
      </Setting>
      <Setting id="motion" label={t('appearance.motion')} hint={t('appearance.motionHint')}>
        <Switch
          label={t('appearance.withoutMotion')}
          checked={reducedMotion}
          onChange={(event) => change({ reducedMotion: event.currentTarget.checked })}
        />
      </Setting>
    </Part>
  );
}

function Theme() {
  const { data: info } = useAsk('app.info', {});
  const queryClient = useQueryClient();
  const choose = (value: string) => {
    ask('app.setTheme', { theme: themeSchema.parse(value) })
      .then(() => queryClient.invalidateQueries({ queryKey: askKey('app.info', {}) }))
      .catch(notifyFailure);
  };
  return (
    <Setting id="theme" label={t('appearance.theme')}>
      {info && (
        <SegmentedControl
          aria-label={t('appearance.theme')}
          data={THEMES.map((value) => ({ value, label: t(`appearance.themes.${value}`) }))}
          value={info.theme}
          onChange={choose}
        />
      )}
    </Setting>
  );
}

const SYSTEM = 'system';

export function Sound() {
  const { soundDevice, atChapterEnd, missingLines, playsNext } = useViewPreferences();
  const change = useChangePreferences();
  const output = useSoundOutput();
  const devices = output.devices ?? [];
  const inUse = deviceInUse(output);
  const isGone = soundDevice !== null && output.devices !== null && inUse === null;
  useEffect(() => void refreshDevices().catch(() => undefined), []);
  const choose = (id: string) => change({ soundDevice: devices.find((device) => device.id === id) ?? null });
  return (
    <Part title={t('part.sound')} intro={t('sound.intro')}>
      <Setting id="device" label={t('sound.device')} hint={t('sound.deviceHint')}>
        <Radio.Group
          aria-label={t('sound.choose')}
          value={isGone ? soundDevice.id : (inUse?.id ?? SYSTEM)}
          onChange={choose}
        >
          <Stack gap="var(--gap-3)" mt={6}>
            <Radio value={SYSTEM} label={t('sound.system')} />
            {devices.map(({ id, label }) => (
              <Radio key={id} value={id} label={label} />
            ))}
            {isGone && <Radio value={soundDevice.id} label={t('sound.gone', { device: soundDevice.label })} />}
          </Stack>
        </Radio.Group>
        {output.devices !== null && devices.length === 0 && <p className="dim">{t('sound.none')}</p>}
        <TestTone />
      </Setting>
      <Setting id="atEnd" label={t('sound.atEnd')} hint={t('sound.atEndHint')}>
        <Radio.Group
          aria-label={t('sound.atEnd')}
          value={atChapterEnd}
          onChange={(chosen) => change({ atChapterEnd: chosen === 'continue' ? 'continue' : 'stop' })}
        >
          <Stack gap="var(--gap-3)" mt={6}>
            <Radio value="stop" label={t('sound.stop')} />
            <Radio value="continue" label={t('sound.continue')} />
          </Stack>
        </Radio.Group>
      </Setting>
      <Setting id="missing" label={t('sound.missing')} hint={t('sound.missingHint')}>
        <Radio.Group
          aria-label={t('sound.missing')}
          value={missingLines}
          onChange={(chosen) => change({ missingLines: MISSING_LINES.find((known) => known === chosen) ?? 'skip' })}
        >
          <Stack gap="var(--gap-3)" mt={6}>
            {MISSING_LINES.map((choice) => (
              <Radio key={choice} value={choice} label={t(`sound.inPlace.${choice}`)} />
            ))}
          </Stack>
        </Radio.Group>
      </Setting>
      <Setting id="afterVerdict" label={t('sound.afterVerdict')} hint={t('sound.afterVerdictHint')}>
        <Switch
          label={t('sound.playsNext')}
          checked={playsNext}
          onChange={(event) => change({ playsNext: event.currentTarget.checked })}
        />
      </Setting>
    </Part>
  );
}

/** `level` is a fraction of full scale. The test tone is clearly audible without being startling. */
const TONE = { hertz: 440, seconds: 1.2, level: 0.15 } as const;

function TestTone() {
  const [sounds, setSounds] = useState(false);
  const play = () => {
    setSounds(true);
    const context = new AudioContext();
    const leave = routeToChosenDevice(context);
    const gain = context.createGain();
    const tone = context.createOscillator();
    const end = context.currentTime + TONE.seconds;
    gain.gain.setValueAtTime(0, context.currentTime);
    gain.gain.linearRampToValueAtTime(TONE.level, context.currentTime + 0.05);
    gain.gain.setValueAtTime(TONE.level, end - 0.1);
    gain.gain.linearRampToValueAtTime(0, end);
    tone.frequency.value = TONE.hertz;
    tone.connect(gain).connect(context.destination);
    tone.onended = () => {
      leave();
      void context.close();
      setSounds(false);
    };
    tone.start();
    tone.stop(end);
  };
  return (
    <Group>
      <Button disabled={sounds} onClick={play}>
        {t('sound.play')}
      </Button>
      <span role="status" className="dim">
        {sounds && t('sound.playing')}
      </span>
    </Group>
  );
}

/** When the language changes, the field is remounted and must get the focus back. */
let wasChosen = false;

function LanguageSetting() {
  const { data: info } = useAsk('app.info', {});
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const isKnown = info !== undefined;
  useEffect(() => {
    if (!isKnown || !wasChosen) return;
    wasChosen = false;
    field.current?.focus();
  }, [isKnown]);
  const choose = async (value: string) => {
    const { language } = await ask('app.setLanguage', { language: value });
    await queryClient.invalidateQueries({ queryKey: askKey('app.info', {}) });
    wasChosen = true;
    await changeLanguage(language);
  };
  if (!info) return null;
  return (
    <Setting id="language" label={t('appearance.language')} hint={t('appearance.languageHint')}>
      <Select
        ref={field}
        aria-label={t('appearance.language')}
        data={[
          { value: 'system', label: t('appearance.systemLanguage') },
          ...info.languages.map((language) => ({ value: language, label: languageName(language) })),
        ]}
        value={info.language}
        allowDeselect={false}
        onChange={(value) => value !== null && choose(value).catch(notifyFailure)}
      />
    </Setting>
  );
}
