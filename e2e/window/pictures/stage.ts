// Sets up a play and an account at a hostile service, for the screenshots.
import type { Project } from '../../../electron/core/project/project.ts';
import type { HostileBehaviours } from '../../hostile-service/behaviours.ts';
import { type HostileService, startHostileService } from '../../hostile-service/hostile-service.ts';
import { sampleText } from '../../support/texts.ts';
import { addTakeToLine, makeBook } from '../support/books.ts';
import type { TestFolders } from '../support/folders.ts';
import { type AccountSeed, prepareHome, setUpAccount } from '../support/home.ts';
import { clipSamples, silence, soundOf } from '../support/sounds.ts';
import { speechSamples } from './speech-samples.ts';

export const PLAY_NAME = 'The Importance of Being Earnest';
export const VOICES = ['anna', 'ben', 'cora', 'dan'].map((name) => `s3://voices/${name}/manifest.json`);

const DIALOG = 'have you got the cucumber sandwiches cut for Lady Bracknell?';
const LINE_BEFORE_THREE_ROLES = 'ALGERNON: Good heavens! Is marriage so demoralising as that?';

/** Returns the play's text with a dialog line and, near it, a paragraph with too many roles for a dialog line. */
export function playText(): string {
  return sampleText('earnest.txt')
    .replace(`${DIALOG}\n\n`, `${DIALOG}\n`)
    .replace(LINE_BEFORE_THREE_ROLES, `${LINE_BEFORE_THREE_ROLES}\n\nALGERNON: Please!\nJACK: Why?\nLANE: Sir?`);
}

export interface StageSetting extends Partial<Pick<AccountSeed, 'budget' | 'pricePerThousand' | 'webhookUrl'>> {
  readonly behaviours: HostileBehaviours;
  readonly name?: string;
  readonly text?: string;
  readonly fill?: (project: Project) => Promise<void>;
}

export interface Stage {
  readonly service: HostileService;
  readonly book: string;
}

/** Starts the service, and creates the account and the project. The caller must close the service. */
export async function setStage(folders: TestFolders, setting: StageSetting): Promise<Stage> {
  const { behaviours, name = PLAY_NAME, text = playText(), fill, ...account } = setting;
  const service = await startHostileService({ seed: 7, behaviours });
  await prepareHome(folders);
  await setUpAccount(folders, { name: 'Studio account', ...service, ...account });
  const connection = { origin: service.baseUrl.origin, userId: service.userId };
  const book = await makeBook(folders, { name, text, connection, voices: VOICES, ...(fill ? { fill } : {}) });
  return { service, book };
}

/** Adds takes that look like speech to the first lines. Some of them have defects. */
export async function addPlayTakes(
  project: Project,
  lines: number,
  planted: ReadonlyMap<number, 'hangs' | 'clips' | 'twice' | 'none'> = new Map(),
): Promise<void> {
  for (const [at, { id, text }] of project.lines.states().slice(0, lines).entries()) {
    const said = speechSamples(text);
    const defect = planted.get(at + 1);
    if (defect === 'none' || project.lines.toRender(id) === null) continue;
    const sounds = {
      hangs: soundOf(said.subarray(0, said.length / 2), silence(2.4), said.subarray(said.length / 2)),
      clips: soundOf(clipSamples(said)),
      twice: soundOf(said, said),
    };
    await addTakeToLine(project, at + 1, defect ? sounds[defect] : soundOf(said));
  }
}
