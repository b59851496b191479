import { Button, Radio, SegmentedControl, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TEXT_SIZES, themeSchema } from '../../shared/ipc/settings-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { useChangePreferences, useViewPreferences } from '../ui/preferences.ts';
import { deviceInUse, lookForDevices, playThroughChosen, useSoundOutput } from '../ui/sound-output.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { Part, Setting } from './part.tsx';
import styles from './settings.module.css';

const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const SIZES = [
  { value: '90', label: 'Small' },
  { value: String(TEXT_SIZES.usual), label: 'Usual' },
  { value: '120', label: 'Large' },
  { value: '145', label: 'Largest' },
];

/** How the window looks. */
export function Appearance() {
  const { textSize, reducedMotion } = useViewPreferences();
  const change = useChangePreferences();
  return (
    <Part title="Appearance">
      <Theme />
      <Setting label="Text of the script" hint="Its size in the editor. The rest of the window stays as it is.">
        <SegmentedControl
          aria-label="Text of the script"
          data={SIZES}
          value={String(textSize)}
          onChange={(value) => change({ textSize: Number(value) })}
        />
        <p className={styles.sample} aria-hidden="true">
          ALGERNON: Did you hear what I was playing, Lane?
        </p>
      </Setting>
      <Setting label="Motion" hint="What the system says of motion holds in any case.">
        <Switch
          label="Show changes without motion"
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
    <Setting label="Theme">
      {info && <SegmentedControl aria-label="Theme" data={THEMES} value={info.theme} onChange={choose} />}
    </Setting>
  );
}

const SYSTEM = 'system';

/** The device through which takes and auditions are heard. */
export function Sound() {
  const { soundDevice, atChapterEnd, playsNext } = useViewPreferences();
  const change = useChangePreferences();
  const output = useSoundOutput();
  const devices = output.devices ?? [];
  const inUse = deviceInUse(output);
  const isGone = soundDevice !== null && output.devices !== null && inUse === null;
  useEffect(() => void lookForDevices().catch(() => undefined), []);
  const choose = (id: string) => change({ soundDevice: devices.find((device) => device.id === id) ?? null });
  return (
    <Part title="Sound" intro="Takes, auditions and samples of voices are heard through this device.">
      <Setting
        label="Device"
        hint="One that is unplugged is missed for as long: sound then goes where the system sends it."
      >
        <Radio.Group
          aria-label="Device for sound"
          value={isGone ? soundDevice.id : (inUse?.id ?? SYSTEM)}
          onChange={choose}
        >
          <div className={styles.choices}>
            <Radio value={SYSTEM} label="Where the system sends it" />
            {devices.map(({ id, label }) => (
              <Radio key={id} value={id} label={label} />
            ))}
            {isGone && <Radio value={soundDevice.id} label={`${soundDevice.label} (not there now)`} />}
          </div>
        </Radio.Group>
        {output.devices !== null && devices.length === 0 && (
          <p className="dim">The system names no devices: sound goes where it sends it.</p>
        )}
        <TestTone />
      </Setting>
      <Setting label="At the end of a chapter" hint="When a chapter is played through, line by line.">
        <Radio.Group
          aria-label="At the end of a chapter"
          value={atChapterEnd}
          onChange={(chosen) => change({ atChapterEnd: chosen === 'continue' ? 'continue' : 'stop' })}
        >
          <div className={styles.choices}>
            <Radio value="stop" label="Stop" />
            <Radio value="continue" label="Continue with the next chapter" />
          </div>
        </Radio.Group>
      </Setting>
      <Setting label="After a verdict" hint="In Review, once a take is approved or rejected.">
        <Switch
          label="Play the next line"
          checked={playsNext}
          onChange={(event) => change({ playsNext: event.currentTarget.checked })}
        />
      </Setting>
    </Part>
  );
}

/** Hertz, seconds, and a share of full scale: to be heard, and not to frighten. */
const TONE = { hertz: 440, seconds: 1.2, level: 0.15 } as const;

function TestTone() {
  const [sounds, setSounds] = useState(false);
  const play = () => {
    setSounds(true);
    const context = new AudioContext();
    const leave = playThroughChosen(context);
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
    <div className={styles.actions}>
      <Button disabled={sounds} onClick={play}>
        Play a test tone
      </Button>
      <span role="status" className="dim">
        {sounds && 'A tone sounds.'}
      </span>
    </div>
  );
}
