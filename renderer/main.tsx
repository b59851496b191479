import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource-variable/source-serif-4/wght-italic.css';
import './ui/theme/reset.css';
import '@mantine/core/styles.layer.css';
import './ui/theme/base.css';
import './ui/theme/mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App, preloadProject } from './app.tsx';
import { styleNonce } from './bridge/ask.ts';
import { keepFresh } from './bridge/keep-fresh.ts';
import { initialProject, pageLanguage } from './bridge/page-options.ts';
import { disablePeerConnections, installTrustedTypesPolicy } from './bridge/page-safety.ts';
import { askQuery } from './bridge/use-ask.ts';
import { connectCommands } from './ui/commands.ts';
import { ignoreCompositionKeys } from './ui/fields/composition.ts';
import { changeLanguage } from './ui/language.ts';
import { cssVariables, systemColorScheme, theme } from './ui/theme/theme.ts';

const PREFETCHED_CHANNELS = [
  'project.current',
  'app.info',
  'connection.status',
  'library.recent',
  'preferences.get',
] as const;

async function start(root: HTMLElement): Promise<void> {
  disablePeerConnections();
  installTrustedTypesPolicy();
  const queryClient = new QueryClient({
    defaultOptions: { queries: { refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' } },
  });
  keepFresh(queryClient);
  for (const channel of PREFETCHED_CHANNELS) void queryClient.prefetchQuery(askQuery(channel, {}));
  ignoreCompositionKeys();
  measureScrollBar();
  connectCommands();
  // Preloads the code while the project is opening, to avoid an empty frame.
  if (initialProject() === 'opening') await preloadProject();
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={systemColorScheme}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** Measures the width of the scroll bar, so that tables align with the content above them. */
function measureScrollBar(): void {
  const probe = document.createElement('div');
  Object.assign(probe.style, { position: 'absolute', width: '80px', height: '80px', overflow: 'scroll' });
  document.body.append(probe);
  document.documentElement.style.setProperty('--scroll-bar', `${probe.offsetWidth - probe.clientWidth}px`);
  probe.remove();
}

const root = document.getElementById('root');
const language = pageLanguage();
if (root && language === 'en') void start(root);
else if (root) {
  // English is built in. Other languages are loaded before the first render, so that the window isn't rendered in
  // English first.
  void changeLanguage(language).finally(() => start(root));
}
