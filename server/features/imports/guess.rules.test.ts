import { describe, expect, it } from 'vitest';
import { guessSheet } from './guess.rules';
import { findHeader } from './header-line.rules';
import type { SampleRow } from './sample-row.contract';

const rowsOf = (text: string): SampleRow[] =>
  text
    .split('\n')
    .map((line, at) => ({ line: at + 1, cells: line.split(';') }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));

describe('findHeader', () => {
  it.each<[string, string, ReturnType<typeof findHeader>]>([
    ['names in the first line', 'date;site;kg\n2026-03-02;Nord;1', { line: 1, lines: 1 }],
    [
      'title lines above',
      'Waste of March;;\nprinted 2026-04-01;;\n\nDatum;Küche;Gewicht (kg)\n2.3.2026;Nord;1',
      { line: 4, lines: 1 },
    ],
    [
      'a title over all columns, as merged cells come',
      'Waste;Waste;Waste\ndate;site;kg\n2026-03-02;Nord;1',
      { line: 2, lines: 1 },
    ],
    [
      'titles of groups above names',
      'Date;Site;Kitchen;;Plate;\n;;kg;cost;kg;cost\n2026-03-02;Nord;1;2;3;4',
      { line: 1, lines: 2 },
    ],
    [
      'merged titles of groups, filled',
      'Date;Site;Kitchen;Kitchen;Plate;Plate\nDate;Site;kg;cost;kg;cost\n2026-03-02;Nord;1;2;3;4',
      { line: 1, lines: 2 },
    ],
    [
      'words in the lines below',
      'date;site;item;note;kg\n2026-03-02;Nord;Rice;late;1\n2026-03-02;Nord;Peas;late;2',
      { line: 1, lines: 1 },
    ],
    ['only figures', '1;2;3\n4;5;6', null],
    ['names and nothing below', 'date;site;kg', null],
  ])('finds %s', (_what, text, expected) => {
    expect(findHeader(rowsOf(text))).toEqual(expected);
  });
});

describe('guessSheet', () => {
  it.each<[string, string, string[]]>([
    [
      'English',
      'Date;Kitchen;Food item;Reason;Net weight (lb);Cost\n2026-03-20;Nord;Rice;Spoiled;1.5;2',
      ['date', 'site', 'item', 'reason', 'weight lb', 'cost'],
    ],
    [
      'German',
      'Datum;Betrieb;Speise;Grund;Abfallgewicht [kg];Kosten (EUR)\n20.3.2026;Nord;Reis;verdorben;1,5;2',
      ['date', 'site', 'item', 'reason', 'weight kg', 'cost EUR'],
    ],
    [
      'Spanish',
      'Fecha;Cocina;Alimento;Motivo;Peso kg;Precio €\n20/3/2026;Nord;Arroz;caducado;1,5;2',
      ['date', 'site', 'item', 'reason', 'weight kg', 'cost EUR'],
    ],
    [
      'French',
      'Jour;Établissement;Aliment;Raison;Poids (g);Coût\n20/3/2026;Nord;Riz;périmé;15,5;2',
      ['date', 'site', 'item', 'reason', 'weight g', 'cost'],
    ],
    [
      'Swedish',
      'Dag;Kök;Livsmedel;Orsak;Vikt kg;Pris\n2026-03-20;Nord;Ris;gammalt;1,5;2',
      ['date', 'site', 'item', 'reason', 'weight kg', 'cost'],
    ],
    [
      'Polish',
      'Data;Stołówka;Produkt;Przyczyna;Waga (kg);Koszt\n2026-03-20;Nord;Ryż;zepsute;1,5;2',
      ['date', 'site', 'item', 'reason', 'weight kg', 'cost'],
    ],
    [
      'unit in the cells',
      'Day;Site;Weight\n2026-03-20;Nord;1.5 kg\n2026-03-21;Nord;2 kg',
      ['date', 'site', 'weight kg'],
    ],
    [
      'unit in a column',
      'Day;Site;Weight;Unit\n2026-03-20;Nord;1.5;kg\n2026-03-21;Nord;2;g',
      ['date', 'site', 'weight', 'unit'],
    ],
    ['days without a telling name', 'When;Site;kg\n2026-03-20;Nord;1', ['date', 'site', 'weight kg']],
    [
      'a wide sheet, its sum left out',
      'Date;Site;Kitchen kg;Plate kg;Total kg\n2026-03-20;Nord;1;2;3',
      ['date', 'site', 'weight kg', 'weight kg'],
    ],
    [
      'waste and guests',
      'Datum;Betrieb;Gäste;Abfall kg\n20.3.2026;Nord;120;3',
      ['date', 'site', 'guests', 'weight kg'],
    ],
    [
      'days without a year, and the year',
      'Tag;Jahr;Betrieb;kg\n20.3.;2026;Nord;3',
      ['date', 'year', 'site', 'weight kg'],
    ],
    [
      'gross, tare and net',
      'Date;Site;Gross weight kg;Tare kg;Net weight kg\n2026-03-20;Nord;3;1;2',
      ['date', 'site', 'weight kg'],
    ],
    ['a name that its cells belie', 'Date;Site;Weight\n2026-03-20;Nord;heavy', ['date', 'site']],
  ])('%s', (_what, text, expected) => {
    const shown = guessSheet(rowsOf(text))?.guesses.map(({ role, unit, currency }) =>
      [role, unit, currency].filter((one) => one !== undefined).join(' '),
    );
    expect(shown).toEqual(expected);
  });

  it.each<[string, string, string | null]>([
    ['03/04/2026 in every line is asked', '03/04/2026\n05/06/2026', null],
    ['a day above 12 decides', '03/04/2026\n25/04/2026', 'dayFirst'],
    ['a second part above 12 decides', '03/04/2026\n03/25/2026', 'monthFirst'],
    ['points are day first', '3.4.2026\n5.6.2026', 'dayFirst'],
    ['the year first', '2026-04-03', 'yearFirst'],
    ['the same day both ways', '03/03/2026\n04/04/2026', 'dayFirst'],
    ['months', '2026-04\n2026-05', 'month'],
    ['months in words', 'März 2024\nApril 2024', 'month'],
    ['March 24 may be a day or a month', 'March 24\nApril 24', null],
    ['days in words', '13 March 2024\n2 April 2024', 'named'],
    ['days without a year', '13.3.\n2.4.', 'dayMonth'],
    ['days without a year that can be read in two ways', '3/4\n5/6', null],
    ['one bad cell among many', `${'25/04/2026\\n'.repeat(9)}Easter`.replace(/\\n/g, '\n'), 'dayFirst'],
    ['a contradiction', '25/04/2026\n04/25/2026', null],
    ['a contradiction of one among very many', `04/25/2026\n${'25/04/2026\n'.repeat(30)}`.trim(), 'dayFirst'],
  ])('dates: %s', (_what, cells, form) => {
    expect(
      guessSheet(
        rowsOf(
          `Date;Site;kg\n${cells
            .split('\n')
            .map((cell) => `${cell};Nord;1`)
            .join('\n')}`,
        ),
      )?.dateForm,
    ).toBe(form);
  });

  it.each<[string, string[], string | null]>([
    ['1.234 in every line is asked', ['1.234', '2.345'], null],
    ['1.234 kg is asked', ['1.234 kg', '2 kg'], null],
    ['1,5 has a comma', ['1,5', '1.234'], ','],
    ['1.5 has a point', ['1.5', '12'], '.'],
    ['both disagree, so it is asked', ['1,5', '1.5'], null],
    ['whole numbers', ['1', '2'], 'auto'],
  ])('numbers: %s', (_what, cells, sign) => {
    expect(
      guessSheet(rowsOf(`Date;Site;kg\n${cells.map((cell) => `2026-03-20;Nord;${cell}`).join('\n')}`))?.decimal,
    ).toBe(sign);
  });

  it('says which word and which cells a guess comes from', () => {
    expect(
      guessSheet(rowsOf('Date;Site;Gewicht (kg)\n2026-03-20;Nord;1,5\n2026-03-21;Nord;2'))?.guesses[2],
    ).toMatchObject({
      column: 'Gewicht (kg)',
      role: 'weight',
      word: 'gewicht',
      cells: ['1,5', '2'],
      unit: 'kg',
    });
  });

  it('joins titles of groups and names', () => {
    expect(
      guessSheet(rowsOf('Date;Site;Kitchen;;Plate;\n;;kg;cost;kg;cost\n2026-03-02;Nord;1;2;3;4'))?.columns,
    ).toMatchObject(['Date', 'Site', 'Kitchen kg', 'Kitchen cost', 'Plate kg', 'Plate cost']);
  });

  it('takes the line that a person names', () => {
    expect(guessSheet(rowsOf('a;b\ndate;kg\n2026-03-02;1'), { header: { line: 1, lines: 1 } })?.columns).toMatchObject([
      'a',
      'b',
    ]);
  });
});

describe('guessSheet: columns side by side', () => {
  const wide = (text: string, sites: string[] = []) => {
    const guess = guessSheet(rowsOf(text), { sites: new Set(sites) });
    return (
      guess && {
        heads: guess.wide?.heads,
        values: guess.wide?.columns.map(({ value }) => value).join(' '),
        unit: guess.wide?.unit,
        total: guess.total && `${guess.total.column} ${guess.total.addsUp}`,
      }
    );
  };

  it.each([
    ['weekdays', 'Site;Week;Mon;Tue;Wed\nNord;KW 10 2026;1;2;3', { heads: 'weekday', values: '1 2 3' }],
    [
      'weekdays with their sum, in German',
      'Betrieb;KW;Mo kg;Di kg;Mi kg;Summe kg\nNord;10;1;2;3;6\nNord;11;1;2;2;5',
      { heads: 'weekday', values: '1 2 3', unit: 'kg', total: 'Summe kg true' },
    ],
    ['weekdays in French', 'Site;lundi;mardi;mercredi\nNord;1;2;3', { heads: 'weekday', values: '1 2 3' }],
    [
      'weekdays in Polish, with their sum',
      'Szkoła;Tydzień;Pon kg;Wt kg;Śr kg;Razem kg\nNord;10;1;2;3;6\nSüd;10;1;2;2;5',
      { heads: 'weekday', values: '1 2 3', unit: 'kg', total: 'Razem kg true' },
    ],
    ['months in Polish', 'Szkoła;styczeń 2026;luty 2026\nNord;1;2', { heads: 'month', values: '2026-01 2026-02' }],
    [
      'months',
      'Site;Jan;Feb;Mar;Total\nNord;1;2;3;6\nSüd;1;1;1;3',
      { heads: 'month', values: '01 02 03', total: 'Total true' },
    ],
    [
      'months with a year, in Swedish',
      'Kök;januari 2026;februari 2026\nNord;1;2',
      { heads: 'month', values: '2026-01 2026-02' },
    ],
    [
      'meals',
      'Fecha;Centro;Desayuno (kg);Almuerzo (kg);Cena (kg)\n2026-03-02;Nord;1;2;3',
      { heads: 'daypart', values: 'Desayuno Almuerzo Cena', unit: 'kg' },
    ],
    ['kinds of food', 'Date;Site;Rice;Bread;Soup\n2026-03-02;Nord;1;2;3', { heads: 'item', values: 'Rice Bread Soup' }],
    [
      'kinds nobody knows are asked',
      'Date;Site;Alpha;Beta;Gamma\n2026-03-02;Nord;1;2;3',
      { heads: null, values: 'Alpha Beta Gamma' },
    ],
    [
      'a sum without a name',
      'Date;Site;Rice;Bread;Soup;All\n2026-03-02;Nord;1;2;3;6\n2026-03-03;Nord;1;2;4;7',
      { heads: 'item', values: 'Rice Bread Soup', total: 'All true' },
    ],
    [
      'a sum by its name that does not add up',
      'Date;Site;Rice;Bread;Soup;Total\n2026-03-02;Nord;1;2;3;9\n2026-03-03;Nord;1;2;4;11',
      { heads: 'item', total: 'Total false' },
    ],
    ['the unit of a title', 'Waste in kg\nDate;Site;Rice;Bread;Soup\n2026-03-02;Nord;1;2;3', { unit: 'kg' }],
    [
      'one weight beside other figures',
      'Date;Site;Weight kg;Temperature;Staff;Boxes\n2026-03-02;Nord;1;2;3;4',
      { heads: undefined },
    ],
  ])('%s', (_what, text, expected) => {
    expect(wide(text)).toMatchObject(expected);
  });

  it('sites of the organisation', () => {
    expect(wide('Date;Nord;Süd;West\n2026-03-02;1;2;3', ['nord', 'süd'])).toMatchObject({
      heads: 'site',
      values: 'Nord Süd',
    });
  });

  it.each([
    ['stages', 'Date;Oak School;;Elm School;\n;Kitchen kg;Plate kg;Kitchen kg;Plate kg', 'Oak School 8, Elm School 23'],
    ['stages, whatever the places are called', 'Date;Oak;;Elm;\n;Prep;Plate;Prep;Plate', 'Oak 8, Elm 23'],
    ['kinds', 'Date;Oak School;;Elm School;\n;Bread;Soup;Bread;Soup', 'Oak School Bread, Elm School Soup'],
  ])('sites whose names stand above several columns: %s', (_what, heads, expected) => {
    const { wide } = guessSheet(rowsOf(`${heads}\n2026-03-02;1;2;3;4\n2026-03-03;2;2;3;5`))!;
    const said = wide?.columns.map(({ value, stage, item }) => `${value} ${stage ?? item}`);
    expect([wide?.heads, `${said?.[0]}, ${said?.[3]}`]).toEqual(['site', expected]);
  });

  it('names above several columns are meals, or places within the sites of a column', () => {
    const lines = '2026-03-02;Nord;1;2;3;4\n2026-03-03;Nord;2;2;3;5';
    const below = ';;Prep;Plate;Prep;Plate';
    expect(guessSheet(rowsOf(`Date;Site;Lunch;;Dinner;\n${below}\n${lines}`))?.wide?.heads).toBe('daypart');
    expect(guessSheet(rowsOf(`Date;Site;Ward A;;Ward B;\n${below}\n${lines}`))?.wide?.heads).toBe('location');
  });

  it('takes the day of a sheet from its titles, and says where it stands', () => {
    const guess = guessSheet(rowsOf('Waste, week 10 2026;;\nSite;Mon;Tue\nNord;1;2'));
    expect([guess?.day, guess?.evidence.day]).toEqual(['2026-03-02', { text: 'week 10 2026'.slice(5), line: 1 }]);
  });

  it.each([
    ['in a column', 'Day;Site;kg\n1;Nord;1\n2;Nord;2\n31;Nord;3', '2026-03', undefined],
    ['side by side', 'Item;1;2;3;4;5\nRice;1;2;3;2;1\nSoup;2;1;1;3;2', '2026-03', '2026-03-05'],
    ['side by side with weekdays', 'Item;Mon 2;Tue 3;Wed 4;Thu 5;Fri 6\nRice;1;2;3;2;1', '2026-03', '2026-03-06'],
    ['no days', 'Date;Site;kg\n2026-03-02;Nord;1\n2026-03-03;Nord;2', null, undefined],
  ])('numbers are days of the month that the titles name: %s', (_what, text, month, last) => {
    const guess = guessSheet(rowsOf(`Food waste, March 2026;;;;;\n${text}`));
    expect([guess?.month, guess?.wide?.columns.at(-1)?.value]).toEqual([month, last]);
    expect(guessSheet(rowsOf(`Food waste;;;;;\n${text}`))?.month ?? null).toBeNull();
  });

  it('asks for the year that nothing says, and takes the only one of the titles', () => {
    expect(guessSheet(rowsOf('Date;Site;kg\n13.3.;Nord;1'))?.year).toBe(true);
    expect(guessSheet(rowsOf('Waste 2025;;\nDate;Site;kg\n13.3.;Nord;1'))).toMatchObject({
      year: 2025,
      evidence: { year: { text: 'Waste 2025', line: 1 } },
    });
    expect(guessSheet(rowsOf('Waste 2025 and 2026;;\nDate;Site;kg\n13.3.;Nord;1'))?.year).toBe(true);
  });

  it('names the cells that decide', () => {
    const guess = guessSheet(rowsOf('Date;Site;kg\n03/04/2026;Nord;1\n13/04/2026;Nord;1.234,5'));
    expect(guess?.evidence).toMatchObject({
      dateForm: { text: '13/04/2026', line: 3 },
      decimal: { text: '1.234,5', line: 3 },
    });
  });
});
