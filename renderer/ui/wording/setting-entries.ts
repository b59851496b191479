// The entries that the command palette finds in the settings: one for each section and each setting.
import { PAUSE_RULES } from '@lectern/audio/timeline';
import { words } from '../../locales/words.ts';
import type { SettingsPart } from '../view-store.ts';

const t = words('settings');
const tModels = words('models');
const tServices = words('services');
const tSigning = words('signing');

interface SettingTexts {
  readonly part: SettingsPart;
  readonly label: string;
  /** The setting's description, and the labels of its fields. */
  readonly about: readonly string[];
}

/** The strings are the same as in the setting's row on the settings screen. */
const SETTINGS = {
  kind: () => inProject(t('project.kind'), t('project.kindHint')),
  headings: () => inProject(t('project.headings'), t('project.headingsHint'), t('project.speakHeadings')),
  headingNumbers: () =>
    inProject(t('project.headingNumbers'), t('project.headingNumbersHint'), t('project.narrateHeadings')),
  directions: () => inProject(t('project.directions'), t('project.directionsHint'), t('project.speakDirections')),
  acting: () => inProject(t('project.acting'), t('project.actingHint'), t('project.actOnDirections')),
  pauses: () =>
    inProject(
      t('pauses.label'),
      t('pauses.hint'),
      ...PAUSE_RULES.map((rule) => t(`pauses.rule.${rule}`, { follows: 'yes' })),
    ),
  punctuation: () => inProject(t('project.punctuation'), t('project.punctuationHint'), t('project.followPunctuation')),
  silentEnds: () => inProject(t('project.silentEnds'), t('project.silentEndsHint'), t('project.cutSilentEnds')),
  proofTakes: () => inProject(t('project.proofing'), t('project.proofingHint'), t('project.proofTakes')),
  theme: () => of('appearance', t('appearance.theme'), t('appearance.themes.light'), t('appearance.themes.dark')),
  language: () => of('appearance', t('appearance.language'), t('appearance.languageHint')),
  text: () => of('appearance', t('appearance.text'), t('appearance.textHint')),
  motion: () => of('appearance', t('appearance.motion'), t('appearance.motionHint'), t('appearance.withoutMotion')),
  device: () => of('sound', t('sound.device'), t('sound.deviceHint'), t('sound.choose'), t('sound.play')),
  atEnd: () => of('sound', t('sound.atEnd'), t('sound.atEndHint'), t('sound.continue')),
  missing: () => of('sound', t('sound.missing'), t('sound.missingHint'), t('sound.inPlace.beep')),
  afterVerdict: () => of('sound', t('sound.afterVerdict'), t('sound.afterVerdictHint'), t('sound.playsNext')),
  dataFolder: () => of('files', t('files.dataFolder'), t('files.dataFolderHint')),
  newProjects: () => of('files', t('files.newProjects'), t('files.newProjectsHint')),
  cleanUp: () => of('files', t('files.cleanUp'), t('files.cleanUpHint'), t('files.delete')),
  log: () => of('report', t('report.log'), t('report.intro'), t('report.showLog')),
  report: () => of('report', t('report.report'), t('report.hint'), t('report.make')),
  modelServer: () => of('model', tModels('server'), tModels('serverHint')),
  modelName: () => of('model', tModels('model'), tModels('modelHint')),
  modelPrices: () => of('model', tModels('prices'), tModels('pricesHint')),
  modelRequests: () => of('model', tModels('requests'), tModels('requestsHint')),
  modelConsent: () => of('model', tModels('consent'), tModels('consentHint')),
  modelTest: () => of('model', tModels('try'), tModels('tryHint')),
  signFiles: () => of('signing', tSigning('switch'), tSigning('intro'), tSigning('sign')),
  signerName: () => of('signing', tSigning('signer'), tSigning('organizationHint')),
  signerCertificate: () =>
    of('signing', tSigning('certificate'), tSigning('certificateHint'), tSigning('installation'), tSigning('install')),
  timeStamps: () => of('signing', tSigning('timeStamps'), tSigning('timeStampsHint'), tSigning('authority')),
  rootCertificate: () => of('signing', tSigning('root'), tSigning('rootHint'), tSigning('saveRoot')),
  plan: () => of('services', tServices('plan.label'), tServices('plan.share'), tServices('local.limitsHint')),
  price: () => of('services', tServices('plan.price'), tServices('plan.currency')),
  webhook: () => of('services', tServices('more.webhook')),
  inDoubt: () => of('services', tServices('more.inDoubt'), tServices('more.ask'), tServices('more.resend')),
} satisfies Record<string, () => SettingTexts>;

export type SettingId = keyof typeof SETTINGS;

const of = (part: SettingsPart, label: string, ...about: string[]): SettingTexts => ({ part, label, about });
const inProject = (label: string, ...about: string[]): SettingTexts => of('project', label, ...about);

const PARTS: readonly SettingsPart[] = [
  'services',
  'engines',
  'packs',
  'model',
  'signing',
  'project',
  'appearance',
  'sound',
  'shortcuts',
  'files',
  'report',
  'about',
];

export interface SettingEntry {
  readonly part: SettingsPart;
  /** Null for a whole section. */
  readonly setting: SettingId | null;
  readonly label: string;
  /** Other words that find the entry: the setting's description and synonyms. */
  readonly about: string;
}

/** Lists all settings in the current language, sections first. */
export const settingEntries = (): SettingEntry[] => [
  ...PARTS.map((part) => ({
    part,
    setting: null,
    label: t(`part.${part}`),
    about: t(`synonyms.part.${part}`),
  })),
  ...(Object.keys(SETTINGS) as SettingId[]).map((setting) => {
    const { part, label, about } = SETTINGS[setting]();
    return { part, setting, label, about: [...about, t(`synonyms.row.${setting}`)].join(' ') };
  }),
];
