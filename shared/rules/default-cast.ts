// Which voices speak a script until a producer casts it.
import type { Role } from '../model/cast.ts';
import { NARRATOR } from '../model/cast.ts';
import { BATCH_ENGINE, type Language } from '../service/vocabulary.ts';
import type { VoiceReading } from '../service/voices.ts';

type Gender = 'female' | 'male';

/** Given names that are common in scripts, and that hardly anybody of the other gender has. */
const GIVEN_NAMES: Record<Gender, ReadonlySet<string>> = {
  female: new Set(
    (
      'ADA AGNES ALICE AMELIA AMY ANN ANNA ANNE AUGUSTA BARBARA BEATRICE BERTHA BIANCA BRIDGET CAROLINE CATHERINE CECILY ' +
      'CHARLOTTE CLAIRE CLARA CONSTANCE CORDELIA DAISY DESDEMONA DIANA DOROTHY EDITH ELEANOR ELENA ELISABETH ELIZA ' +
      'ELIZABETH ELLA ELLEN EMILIA EMILY EMMA ESTHER EVA EVE FANNY FLORENCE FRANCES GERTRUDE GRACE GRETA GWENDOLEN ' +
      'HANNAH HARRIET HELEN HELENA HERMIA HERMIONE IDA INGRID IRENE IRIS ISABEL ISABELLA JANE JENNY JESSICA JOANNA ' +
      'JUDITH JULIA JULIET KATE KATHERINE LAURA LILY LINDA LISA LOUISA LOUISE LUCY LYDIA MABEL MARGARET MARIA MARIE ' +
      'MARION MARTHA MARY MATILDA MAUD MAYA MIRANDA MOLLY NADIA NANCY NATALIE NATASHA NELLY NINA NORA OLGA OLIVIA ' +
      'OPHELIA PATRICIA PAULINE PENELOPE PHOEBE POLLY PORTIA RACHEL REBECCA REGAN ROSALIND ROSE RUTH SARAH SERENA ' +
      'SOFIA SONYA SOPHIA SOPHIE STELLA SUSAN SYBIL SYLVIA TERESA TITANIA URSULA VERA VICTORIA VIOLA VIOLET VIRGINIA ' +
      'WENDY WINIFRED ZOE'
    ).split(' '),
  ),
  male: new Set(
    (
      'ADAM ALBERT ALEXANDER ALFRED ALGERNON ANDREW ANTHONY ANTONIO ARCHIBALD ARTHUR BASIL BEN BENJAMIN BERNARD BILL ' +
      'BOB BORIS BRUTUS CASSIO CHARLES CLAUDIUS CUTHBERT DANIEL DAVID DENNIS DICK DUNCAN EDGAR EDMUND EDWARD ERIC ' +
      'ERNEST EUGENE FELIX FERDINAND FRANK FREDERICK GEORGE GERALD GILBERT GREGORY HAMLET HAROLD HARRY HECTOR HENRY ' +
      'HERBERT HORATIO HUGH IAGO ISAAC IVAN JACK JACOB JAMES JASPER JIM JOE JOHN JOSEPH JULIUS KARL KENNETH LAERTES ' +
      'LAWRENCE LEAR LEONARD LOUIS LUKE MACBETH MALCOLM MARK MARTIN MATTHEW MAX MICHAEL NICHOLAS NIGEL OBERON OLIVER ' +
      'ORLANDO OSCAR OTHELLO OTTO PATRICK PAUL PERCY PETER PHILIP PIERRE PROSPERO RALPH RAYMOND RICHARD ROBERT ROGER ' +
      'ROLAND ROMEO RUPERT SAMUEL SEBASTIAN SHYLOCK SIDNEY SIMON STANLEY STEPHEN TED THEODORE THOMAS TIMOTHY TOBY TOM ' +
      'VICTOR VINCENT WALTER WILFRED WILLIAM'
    ).split(' '),
  ),
};

/** Titles and kinships that tell whether a role is a woman's or a man's. */
const TITLES: Record<string, Gender> = {
  LADY: 'female',
  MISS: 'female',
  MRS: 'female',
  MS: 'female',
  MADAM: 'female',
  MADAME: 'female',
  QUEEN: 'female',
  PRINCESS: 'female',
  DUCHESS: 'female',
  COUNTESS: 'female',
  MOTHER: 'female',
  AUNT: 'female',
  SISTER: 'female',
  WOMAN: 'female',
  GIRL: 'female',
  LORD: 'male',
  SIR: 'male',
  MR: 'male',
  KING: 'male',
  PRINCE: 'male',
  DUKE: 'male',
  COUNT: 'male',
  FATHER: 'male',
  UNCLE: 'male',
  BROTHER: 'male',
  MAN: 'male',
  BOY: 'male',
};

function genderOf(roleName: string): Gender | null {
  const words = roleName.toUpperCase().split(/[^\p{L}]+/u);
  // A title says more than a name: LADY GEORGE is a woman.
  const title = words.find((word) => TITLES[word]);
  if (title) return TITLES[title] ?? null;
  const has = (gender: Gender) => words.some((word) => GIVEN_NAMES[gender].has(word));
  if (has('female') === has('male')) return null;
  return has('female') ? 'female' : 'male';
}

/** Whether a voice can be cast for batches: an engine that is not named is taken to fit. */
export function fitsBatches(voice: VoiceReading): boolean {
  return voice.voice_engine === undefined || voice.voice_engine === BATCH_ENGINE;
}

/** Whether a voice speaks a language, by its display name (`English`, `English (GB)`). */
export function speaks(voice: VoiceReading, language: Language): boolean {
  return (voice.language ?? '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .includes(language);
}

/**
 * Casts the roles that nobody is cast for. Each gets a voice of its own as long as there are any: voices of the
 * script's language first, of the role's gender where its title or given name tells, else women's and men's by turns,
 * so that two neighbours in a dialog are easily told apart. When the voices run out they are used again, least used first.
 *
 * @param language the script's language, or null where it is not known (then English is taken)
 * @returns all roles in their order, cast; unchanged where there is no voice at all
 */
export function castRoles(roles: readonly Role[], voices: readonly VoiceReading[], language: Language | null): Role[] {
  // A clone is somebody's own voice: nobody but the producer casts it.
  const fitting = voices.filter((voice) => fitsBatches(voice) && voice.is_cloned !== true);
  const native = fitting.filter((voice) => speaks(voice, language ?? 'english'));
  const choice = native.length > 0 ? native : fitting;
  const uses = new Map<string, number>(choice.map((voice) => [voice.id, 0]));
  for (const role of roles) if (role.voice !== null) uses.set(role.voice, (uses.get(role.voice) ?? 0) + 1);

  let turn: Gender = 'male';
  const pick = (role: Role): string | null => {
    const gender = genderOf(role.name) ?? turn;
    if (role.name !== NARRATOR) turn = gender === 'male' ? 'female' : 'male';
    let best: VoiceReading | null = null;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const voice of choice) {
      // Used voices come after all unused ones; within those, the wrong gender comes after the right one.
      const cost = (uses.get(voice.id) ?? 0) * 2 + (voice.gender?.toLowerCase() === gender ? 0 : 1);
      if (cost < bestCost) [best, bestCost] = [voice, cost];
    }
    if (!best) return null;
    uses.set(best.id, (uses.get(best.id) ?? 0) + 1);
    return best.id;
  };
  return roles.map((role) => (role.voice === null ? { ...role, voice: pick(role) } : role));
}
