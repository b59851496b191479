import { describe, expect, it } from 'vitest';
import { createNameSeparator } from './listed-names.ts';

/** The names of a column, each as its separator writes it. */
const separated = (...names: string[]): string[] => names.map(createNameSeparator(names));

describe('a name with one comma', () => {
  it('is one name, last name first', () => {
    expect(separated('Smith, Ada', 'Jones, Tom')).toEqual(['Ada Smith', 'Tom Jones']);
    expect(separated('García, José', 'Guard', 'Smith, Ada', 'Smith, Tom')).toEqual([
      'José García',
      'Guard',
      'Ada Smith',
      'Tom Smith',
    ]);
  });

  it('is two names if both halves speak alone, in capitals or not', () => {
    expect(separated('Ada', 'TOM', 'Ada, Tom')).toEqual(['Ada', 'TOM', 'Ada & Tom']);
  });

  it('is one name if only one half speaks alone', () => {
    expect(separated('Smith', 'Smith, Ada')).toEqual(['Smith', 'Ada Smith']);
  });

  it('is two names if its halves are in other lists, or in the opposite order', () => {
    expect(separated('Ada and Tom', 'Ada, Tom')[1]).toBe('Ada & Tom');
    expect(separated('Ada, Tom, Eve', 'Tom, Eve')).toEqual(['Ada & Tom & Eve', 'Tom & Eve']);
    expect(separated('Ada, Tom', 'Tom, Ada')).toEqual(['Ada & Tom', 'Tom & Ada']);
  });
});

describe('several names', () => {
  it('may each have a comma', () => {
    expect(separated('Smith, Ada; Jones, Tom')).toEqual(['Ada Smith & Tom Jones']);
    expect(separated('Müller, Eva und Kant, Ida')).toEqual(['Eva Müller und Ida Kant']);
    expect(separated('Smith, Ada', 'Smith, Ada & Tom')[1]).toBe('Ada Smith & Tom');
  });

  it('may end with a conjunction of any language', () => {
    expect(separated('Ada, Tom and Eve', 'Ada, Tom, and Eve', 'Ada, Tom & Eve', 'Аня, Том и Ева')).toEqual([
      'Ada & Tom and Eve',
      'Ada & Tom and Eve',
      'Ada & Tom & Eve',
      'Аня & Том и Ева',
    ]);
  });
});

it('leaves titles after names, and names without commas, as they are', () => {
  expect(separated('King, Martin, Jr.', 'Watson, John, M.D.')).toEqual(['Martin King Jr.', 'John Watson M.D.']);
  expect(separated('Mum and Dad', 'A Guard', 'Guard A')).toEqual(['Mum and Dad', 'A Guard', 'Guard A']);
});
