import { describe, expect, it } from 'vitest';
import { attributeQuotations } from './attribute.ts';

/** Who says each quotation of a tale, most of which name them. */
const speakers = (...tale: string[]): (string | null)[] =>
  attributeQuotations(tale)
    .flat()
    .map(({ speaker }) => speaker);

describe('names of one person', () => {
  it('are a style and the name behind such a title: her Ladyship, his Majesty, his lordship', () => {
    expect(
      speakers(
        'Lady Catherine de Bourgh received them. Mr. Collins bowed to her Ladyship.',
        '“Are your sisters out?” said Lady Catherine.',
        '“Yes, ma’am,” said Elizabeth.',
        '“You give your opinion decidedly,” said her Ladyship.',
        '“I do,” said Elizabeth.',
        '“What is your age?” asked her ladyship.',
      ),
    ).toEqual(['Lady Catherine', 'Elizabeth', 'Lady Catherine', 'Elizabeth', 'Lady Catherine']);
    expect(
      speakers(
        'King Arthur rode out with Sir Lancelot.',
        '“Rest,” said Lancelot.',
        '“No,” said King Arthur.',
        '“Why?” asked Sir Lancelot.',
        '“Onward,” said his Majesty.',
      ),
    ).toEqual(['Sir Lancelot', 'King Arthur', 'Sir Lancelot', 'King Arthur']);
  });

  it('don’t join a short name with a titled lady', () => {
    const said = speakers(
      'Lady Catherine received them, and Catherine smiled at Lady Catherine’s nephew.',
      '“Come in,” said Lady Catherine.',
      'Kitty coughed, and she looked at Lydia.',
      '“I do not cough for my own amusement,” replied Kitty.',
      '“Sit down,” said Lady Catherine.',
    );
    expect(said).toEqual(['Lady Catherine', 'Kitty', 'Lady Catherine']);
  });

  it('are no style of one of two', () => {
    const said = speakers(
      'Lady Anne and Lady Maud were at home.',
      '“Come in,” said Lady Anne.',
      '“Sit down,” said Lady Maud.',
      '“There is tea,” said her Ladyship.',
    );
    expect(said.slice(0, 2)).toEqual(['Lady Anne', 'Lady Maud']);
    expect(said[2]).not.toMatch(/Lady (?:Anne|Maud)/);
  });

  it('are `Miss` and the only lady of that name', () => {
    expect(
      speakers(
        'Charlotte Lucas was twenty-seven. Elizabeth Bennet was her friend.',
        '“I am not romantic,” said Charlotte.',
        '“I know,” said Elizabeth.',
        '“You will see,” said Miss Lucas.',
      ),
    ).toEqual(['Charlotte', 'Elizabeth', 'Charlotte']);
  });

  it('are `Miss` and the eldest of sisters', () => {
    expect(
      speakers(
        'Jane Bennet was the eldest; Elizabeth Bennet came next. Miss Elizabeth was clever.',
        '“He is handsome,” said Jane.',
        '“He is,” replied Elizabeth.',
        '“I was flattered,” said Miss Bennet.',
      ),
    ).toEqual(['Jane', 'Elizabeth', 'Jane']);
  });

  it('are not `Miss` and a lady who stands in the same sentence', () => {
    const said = speakers(
      'Miss Bennet came in with Jane Bennet.',
      '“No,” said Jane Bennet.',
      '“Because I say so,” said Miss Bennet.',
    );
    expect(said).toEqual(['Jane Bennet', 'Miss Bennet']);
  });

  it('are not `Miss` and a sister who is hardly told of', () => {
    const said = speakers(
      'Miss Lucas came. Miss Lucas sat down. Miss Lucas had a sister, Maria Lucas.',
      '“How do you do?” said Miss Lucas.',
      '“Well,” said Charlotte.',
    );
    expect(said).toEqual(['Miss Lucas', 'Charlotte']);
  });
});
