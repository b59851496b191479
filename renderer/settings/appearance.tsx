import { SegmentedControl, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { TEXT_SIZES, themeSchema } from '../../shared/ipc/settings-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { useChangePreferences, useViewPreferences } from '../ui/preferences.ts';
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
