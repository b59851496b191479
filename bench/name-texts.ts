// Made-up sentences with names, and other spellings that voices pronounce differently.

/** `{A}` and `{B}` stand for names. */
const SENTENCES = `
In the morning {A} walked down to the harbour to look at the boats.
"I never said that," {A} answered, and turned away from the window.
Nobody in the village had seen {A} since the end of the summer.
The letter was addressed to {A}, but {B} had already opened it.
When the clock struck seven, {A} put the book down and listened.
It was {A} who found the key under the old stone by the gate.
Her sister asked {A} whether the train from the north was late.
They waited for {A} at the corner until the rain had stopped.
"Come in, {A}, and shut the door," said the captain quietly.
The house belonged to {A} and had been empty for many years.
Without a word {A} took the lamp and went up the narrow stairs.
For a moment {A} looked as if the answer had been quite different.
There was a long silence, and then {A} began to laugh.
The doctor thought that {A} should stay in bed until the morning.
At the end of the street {A} met an old man with a basket.
{A} had always wanted to see the mountains in the winter.
{A} did not believe a single word of the story about the ship.
On the table lay a small picture of {A} in a silver frame.
He remembered the summer in which {A} and {B} had left the village.
Perhaps {A} would have told them the truth about the letter.
The children ran to {A} and asked for another story.
Everyone knew that the garden of {A} was the finest in the street.
"You must ask {A}," the old woman said, and closed the window.
After dinner {A} played the piano, while {B} read the paper.
The captain had promised to send the money to {A} in the spring.
A light was burning in the room where {A} used to work.
With a quick smile {A} gave the basket back to the children.
Nothing that {A} said could change what had happened at the harbour.
The road was dark, and {A} could hardly see the gate.
By the time the doctor came, {A} had fallen asleep in the chair.
"That is the ship," cried {A}, "and there is the captain."
In the evening they talked about {A} and about the long winter.
`;

/** A name, and spellings that voices pronounce plainly differently. */
export interface RespelledName {
  readonly name: string;
  readonly respelled: readonly string[];
}

export const RESPELLED_NAMES: readonly RespelledName[] = [
  { name: 'Cecily', respelled: ['Kekily', 'Sesseleye', 'Tchetchily'] },
  { name: 'Gwendolen', respelled: ['Jendolen', 'Gwendoleen', 'Gwendolyne'] },
  { name: 'Algernon', respelled: ['Algaynon', 'Alkernon', 'Alzhernoon'] },
  { name: 'Worthing', respelled: ['Warthing', 'Weerthing', 'Worting'] },
  { name: 'Bracknell', respelled: ['Braknull', 'Braysnell', 'Brocknell'] },
  { name: 'Evremond', respelled: ['Eevermond', 'Evraymond', 'Evremoond'] },
  { name: 'Moriarty', respelled: ['Moryatty', 'Morearity', 'Mortyairy'] },
  { name: 'Hermione', respelled: ['Hermyown', 'Hermeeone', 'Harmony own'] },
  { name: 'Siobhan', respelled: ['Shivawn', 'Seeoban', 'Syoban'] },
  { name: 'Marquez', respelled: ['Markay', 'Markweeze', 'Marsez'] },
  { name: 'Thorvald', respelled: ['Torvald', 'Thorvolt', 'Thurfald'] },
  { name: 'Zenobia', respelled: ['Zennobya', 'Zaynobeea', 'Senobiah'] },
];

export const nameSentences = (): string[] => SENTENCES.trim().split('\n');
