// The window that specs use: the application and its screens.
import type { ConsoleMessage, ElectronApplication, Page } from '@playwright/test';
import { CastPage } from '../pages/cast.ts';
import { ClonesPage } from '../pages/clones.ts';
import { ExportPage } from '../pages/export.ts';
import { Frame } from '../pages/frame.ts';
import { LibraryPage } from '../pages/library.ts';
import { Palette } from '../pages/palette.ts';
import { Player } from '../pages/player.ts';
import { ProductionPage } from '../pages/production.ts';
import { PronunciationPage } from '../pages/pronunciation.ts';
import { ReviewPage } from '../pages/review.ts';
import { ScriptPage } from '../pages/script.ts';
import { SettingsPage } from '../pages/settings.ts';
import { SpeakersPage } from '../pages/speakers.ts';
import type { TestFolders } from './folders.ts';
import { keepAudioContexts } from './kept-audio-contexts.ts';
import { type LaunchOptions, type Lectern, launchLectern } from './launch.ts';

export interface LecternWindow {
  readonly lectern: Lectern;
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly frame: Frame;
  readonly palette: Palette;
  readonly player: Player;
  readonly library: LibraryPage;
  readonly speakers: SpeakersPage;
  readonly script: ScriptPage;
  readonly cast: CastPage;
  readonly clones: ClonesPage;
  readonly production: ProductionPage;
  readonly pronunciation: PronunciationPage;
  readonly review: ReviewPage;
  readonly settings: SettingsPage;
  readonly exports: ExportPage;
  /** The page's exceptions and error messages so far. The list should be empty. */
  readonly faults: readonly string[];
  readonly pid: number;
}

const screensOf = (page: Page) => ({
  page,
  frame: new Frame(page),
  palette: new Palette(page),
  player: new Player(page),
  library: new LibraryPage(page),
  speakers: new SpeakersPage(page),
  script: new ScriptPage(page),
  cast: new CastPage(page),
  clones: new ClonesPage(page),
  production: new ProductionPage(page),
  pronunciation: new PronunciationPage(page),
  review: new ReviewPage(page),
  settings: new SettingsPage(page),
  exports: new ExportPage(page),
});

interface FaultList {
  readonly faults: string[];
  /** Adds errors that occurred before the listeners were attached. */
  recall(): Promise<void>;
}

/** Chromium logs this error if it is too old to support the directive. */
const UNKNOWN_DIRECTIVE = "Unrecognized Content-Security-Policy directive 'webrtc'.";

function faultsOf(page: Page): FaultList {
  const faults: string[] = [];
  const noteError = (error: Error) => faults.push(`${error.name}: ${error.message}`);
  const noteMessage = (message: ConsoleMessage) => {
    const { url, lineNumber } = message.location();
    // Ignore errors in scripts that the spec itself evaluates, which have no URL.
    if (message.type() === 'error' && url !== '' && message.text() !== UNKNOWN_DIRECTIVE)
      faults.push(`${message.text()} (${url}:${lineNumber})`);
  };
  page.on('pageerror', noteError);
  page.on('console', noteMessage);
  return {
    faults,
    async recall() {
      for (const error of await page.pageErrors()) noteError(error);
      for (const message of await page.consoleMessages()) noteMessage(message);
    },
  };
}

/** Starts the application and waits for its page. */
export async function openWindow(folders: TestFolders, options: LaunchOptions = {}): Promise<LecternWindow> {
  const lectern = await launchLectern(folders, options);
  await keepAudioContexts(lectern.page);
  return windowOf(lectern);
}

/**
 * Wraps an application's first window, or one that was opened later.
 * @param isNew whether to include errors that have already occurred
 */
export async function windowOf(
  lectern: Lectern,
  page: Page = lectern.page,
  { isNew = true }: { readonly isNew?: boolean } = {},
): Promise<LecternWindow> {
  const pid = lectern.app.process().pid ?? 0;
  const { faults, recall } = faultsOf(page);
  if (isNew) await recall();
  return { lectern, app: lectern.app, pid, ...screensOf(page), faults };
}
