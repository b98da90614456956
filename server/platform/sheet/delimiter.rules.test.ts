import { describe, expect, it } from 'vitest';
import { commonDelimiter } from './delimiter.rules';

describe('commonDelimiter', () => {
  it.each<[string, string[], string]>([
    ['commas', ['date,site,kg', '2026-03-02,Nord,1.5', '2026-03-03,"Nord; Süd",2'], ','],
    [
      'semicolons, decimal commas and a title',
      [
        'Speiseabfälle Mensa Nord;;;;;;',
        'Woche;Mo;Di;Mi;Do;Fr;Sa',
        'KW 10/2026;12,5;10,0;9,5;8,0;7,5;3,0',
        'KW 11/2026;11,5;10,5;9,0;8,5;7,0;2,5',
      ],
      ';',
    ],
    [
      'semicolons, more commas than semicolons',
      ['Speise;kg', 'Reis, gekocht;12,5', 'Suppe, klar;3,5', 'Brot, hell;1,5'],
      ';',
    ],
    ['semicolons and as many decimal commas', ['Tag, Ort;kg', '2.3. Nord;12,5', '3.3. Nord;3,5'], ';'],
    ['a title of one cell above commas', ['Food waste of March', '', 'date,site,kg', '2026-03-02,Nord,1.5'], ','],
    ['tabs', ['date\tsite\tkg', '2.3.\tNord, hinten\t1,5', '3.3.\tNord\t2,5'], '\t'],
    ['bars', ['date|kg', '2.3.|1,5'], '|'],
    ['one column', ['kg', '1', '2'], ','],
    ['nothing', [], ','],
  ])('finds %s', (_case, lines, delimiter) => expect(commonDelimiter(lines.join('\n'))).toBe(delimiter));
});
