import { describe, expect, it } from 'vitest';
import { readCompound } from './compound-weight.rules';
import { dayOfTitles } from './guess-titles.rules';
import { guessSheet } from './guess.rules';
import { findHeader } from './header-line.rules';
import { countsMeals, countsPeople, isBlankWord, isRatio, isSumWord, stageNamed } from './role-words.rules';
import type { SampleRow } from './sample-row.contract';
import { readSheetUnit, unitAmong } from './units.rules';

/** What sheets after public forms have that plain lists lack. */
const rowsOf = (text: string): SampleRow[] =>
  text
    .split('\n')
    .map((line, at) => ({ line: at + 1, cells: line.split(';') }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
const guessed = (text: string) => guessSheet(rowsOf(text))!;
const weightsIn = (text: string) => guessed(text).guesses.filter(({ role }) => role === 'weight');

it.each([
  [
    'gross and tare',
    'Datum;Locatie;Brutogewicht (g);Tarra bak (g)\n12-10-2026;Linde;1660;450\n13-10-2026;Linde;5580;450',
    [{ column: 'Brutogewicht (g)', holds: 'gross', tare: 'Tarra bak (g)' }],
  ],
  [
    'gross, tare and net',
    'Dato;Brutto (kg);Tara (kg);Netto (kg)\n05-10-2026;9,20;2,40;6,80\n06-10-2026;5,30;1,85;3,45',
    [{ column: 'Netto (kg)' }],
  ],
  [
    'pounds and ounces',
    'Date;Lbs;Oz\n10/19/2026;3;5\n10/20/2026;;14\n10/21/2026;7;10',
    [{ column: 'Lbs', finer: { column: 'Oz', unit: 'oz' } }],
  ],
  [
    'kilograms and grams',
    'Date;kg;g\n12/10/2026;4;830\n13/10/2026;1;90',
    [{ column: 'kg', finer: { column: 'g', unit: 'g' } }],
  ],
  ['the same weight in two units', 'Date;kg;lb\n12/10/2026;1.0;2.2\n13/10/2026;2.5;5.51', [{ column: 'kg' }]],
  [
    'weights of two things',
    'Date;Rice kg;Soup g\n12/10/2026;4;830\n13/10/2026;1;90',
    [{ column: 'Rice kg' }, { column: 'Soup g' }],
  ],
  [
    'bags and the weight of each',
    'Date;# of bags;Weight per bag (kg)\n14/9/2026;4;3.8\n15/9/2026;2;3.6',
    [{ column: 'Weight per bag (kg)', times: '# of bags' }],
  ],
  [
    'bags, the weight of each and of all',
    'Date;# of bags;Lbs per bag;Total lbs\n9/21/2026;32;17.2;550.4\n9/22/2026;10;15;150',
    [{ column: 'Total lbs' }],
  ],
  [
    'two readings of a scale',
    'created_at;weight_before_g;weight_after_g;delta_g\n2026-10-20 08:02:01;0;2190;2190\n2026-10-20 12:33:01;2190;5924;3734',
    [{ column: 'delta_g' }],
  ],
  [
    'kilograms and grams a guest',
    'Date;Prep (kg);Plate (kg);g / convive\n17/09/2026;5.5;20.1;57\n18/09/2026;4.5;22;58',
    [{ column: 'Prep (kg)' }, { column: 'Plate (kg)' }],
  ],
  ['a gross weight alone', 'Date;Gross weight kg\n12/10/2026;4\n13/10/2026;1', [{ column: 'Gross weight kg' }]],
])('weighs once: %s', (_what, text, expected) => {
  const found = weightsIn(text);
  expect(found.map(({ column, holds, tare, finer, times }) => ({ column, holds, tare, finer, times }))).toEqual(
    expected.map((one) => ({ holds: undefined, tare: undefined, finer: undefined, times: undefined, ...one })),
  );
});

it.each([
  ['2 lb 3 oz', 2 + 3 / 16],
  ['1 kg 250 g', 1.25],
  ['1 kg, 250 g', 1.25],
  ['12 oz', null],
  ['3 oz 2 lb', null],
  ['2 lb 3 boxes', null],
])('%s is %s of the first unit', (cell, value) => {
  const read = readCompound(cell, '.');
  expect(read === null ? null : read.ok && read.value.value).toBe(value);
});

it.each([
  ['g / convive', true],
  ['Waste per head (g)', true],
  ['Abfall je Essen (g)', true],
  ['Gram pr. gæst', true],
  ['Odpady na osobę (g)', true],
  ['Plate waste %', true],
  ['Anteil Tellerreste', true],
  ['Weight kg', false],
  ['Waste per day (kg)', false],
  ['Rice/pasta (kg)', false],
])('%s is a figure for each of something: %s', (heading, ratio) => expect(isRatio(heading)).toBe(ratio));

it.each([
  ['Left by customer', 23],
  ['Customer leftovers (kg)', 23],
  ['Returned by guests', 23],
  ['Gästereste', 23],
  ['Sobras del cliente', 23],
  ['Restes des convives', 23],
  ['Resztki uczniów', 23],
  ['Consumer plate waste', 23],
  ['Plate returns', 23],
  ['Post-consumer leftovers', 9],
  ['Buffet leftovers', 9],
  ['Wydawanie', 9],
  ['Pre-consumer leftovers', 8],
  ['Kuchnia', 8],
  ['Customers', undefined],
  ['Leftovers', undefined],
])('%s is waste of stage %s', (word, stage) => expect(stageNamed(word)?.stage).toBe(stage));

it('what guests leave is weighed, not counted', () =>
  expect(weightsIn('Date;Left by guests (kg)\n12/10/2026;4\n13/10/2026;1.5')).toMatchObject([{ stage: 23 }]));

it.each([
  ['-', true],
  ['n/a', true],
  ['k. A.', true],
  ['forgot', false],
  ['0', false],
  ['-'.repeat(60), false],
])('%s is an empty cell: %s', (cell, blank) => expect(isBlankWord(cell)).toBe(blank));

it.each([
  ['Net weight (tonnes)', 't'],
  ['Net weight (t)', 't'],
  ['Peso (g)', 'g'],
  ["Couldn't eat", undefined],
  ['Vikt hg', 'hg'],
])('%s states the unit %s', (heading, unit) => {
  const words = heading.toLowerCase().split(/[^\p{L}]+/u);
  expect(
    unitAmong(
      words.filter((word) => word !== ''),
      heading,
    )?.unit,
  ).toBe(unit);
  expect(readSheetUnit('tonnes')).toMatchObject({ value: 't' });
});

it.each([
  ['N. pasti', true],
  ['Meals served', true],
  ['Anzahl Essen', true],
  ['Nombre de repas', true],
  ['Liczba posiłków', true],
  ['Meal', false],
  ['Repas', false],
])('%s counts meals: %s', (heading, counts) => expect(countsMeals(heading)).toBe(counts));

it.each([
  ['Meals served', true],
  ['Guests', true],
  ['Number of students', true],
  ['Plate waste (students)', false],
  [`${'guests '.repeat(20)}`, false],
  ['Children’s menu', false],
])('%s counts people: %s', (cell, counts) => expect(countsPeople(cell)).toBe(counts));

it.each([
  ['Total día', true],
  ['Total waste for the day', true],
  ['Wochensumme', true],
  ['I alt', true],
  ['TOTALE GENERALE', true],
  ['Suma total', true],
  ['Total Foods Ltd', false],
  ['Totaal', true],
  ['Razem za tydzień', true],
  ['Summer salad', false],
  ['Summe KW 40', true],
  ['KW 41 gesamt', true],
  ['Mittelwert', true],
  ['Week 41', false],
])('%s calls its line a sum: %s', (cell, isSum) => expect(isSumWord(cell)).toBe(isSum));

describe('the line of names', () => {
  it.each<[string, string, ReturnType<typeof findHeader>]>([
    [
      'full dates',
      'Speisenrücklauf;;;;\nStation;05.10.2026;06.10.2026;07.10.2026;Summe\nInnere 1;4;5;6;15\nInnere 2;1;2;3;6',
      { line: 2, lines: 1 },
    ],
    [
      'units below',
      'Plesso;Data;Primo;Secondo\n;;kg;kg\nRodari;05/10/2026;5.7;4.6\nRodari;06/10/2026;3.6;1.8',
      { line: 1, lines: 2 },
    ],
  ])('has %s', (_what, text, expected) => expect(findHeader(rowsOf(text))).toEqual(expected));

  it('is merged over the names of its groups', () => {
    const rows: SampleRow[] = [
      { line: 1, cells: ['Datum', 'Abfall in kg', 'Abfall in kg', 'Notiz'], repeats: [2] },
      { line: 2, cells: ['Datum', 'Lager', 'Teller', 'Notiz'], repeats: [0, 3] },
      { line: 3, cells: ['7.9.2026', '3', '2', ''] },
      { line: 4, cells: ['8.9.2026', '1', '4', ''] },
    ];
    expect(findHeader(rows)).toEqual({ line: 1, lines: 2 });
  });
});

it('a stage beside the meal in the names of columns is kept apart', () => {
  const { wide } = guessed(
    ';Breakfast;;Lunch;\nDate;Prep (kg);Plate (kg);Prep (kg);Plate (kg)\n14/10/2026;3.8;3.4;3.6;2.0\n15/10/2026;0.7;0.7;2.2;0.9',
  );
  expect([wide?.heads, wide?.columns.map(({ value, stage }) => `${value} ${stage}`)]).toEqual([
    'daypart',
    ['Breakfast 8', 'Breakfast 23', 'Lunch 8', 'Lunch 23'],
  ]);
});

it('the Spanish word for food is a meal beside others', () => {
  const { wide } = guessed('Fecha;Desayuno (kg);Comida (kg);Cena (kg)\n1/10/2026;1;5;3\n2/10/2026;4;2;3');
  expect(wide?.columns.map(({ value }) => value)).toEqual(['Desayuno', 'Comida', 'Cena']);
});

it.each([
  [
    'grams',
    'Angaben in Gramm;;;\nStation;05.10.2026;06.10.2026;07.10.2026\nA;6.790;800;4.990\nB;2.235;12.695;985',
    ',',
  ],
  [
    'kilograms',
    'Angaben in kg;;;\nStation;05.10.2026;06.10.2026;07.10.2026\nA;6.790;800;4.990\nB;2.235;12.695;985',
    null,
  ],
])('three digits behind a point, in %s: decimal sign %s', (_what, text, sign) =>
  expect(guessed(text).decimal).toBe(sign),
);

it.each([
  [
    'a column of sources that are stages',
    'Date;Origine;kg\n1/10/2026;Préparation;1\n2/10/2026;Retour plateaux;2',
    'stage Origine',
  ],
  [
    'a column of meals, whatever its name',
    'Date;Service;Item;kg\n1/10/2026;Lunch;Rice;1\n2/10/2026;Dinner;Peas;2',
    'daypart Service',
  ],
  [
    'a house that is called a unit',
    'Datum;Enhet;Svinn kg\n1/10/2026;Lindängens förskola;1\n2/10/2026;Mellanvången;2',
    'site Enhet',
  ],
  [
    'the name of an article',
    'Datum;Artikelbezeichnung;Artikel-Nr.;kg\n1/10/2026;Tagessuppe;4102;1\n2/10/2026;Salat;4103;2',
    'item Artikelbezeichnung',
  ],
  [
    'the value beside the price of a piece',
    'Datum;kg;EK-Preis;EK-Wert EUR\n1/10/2026;1;0,95;6,65\n2/10/2026;2;0,95;1,90',
    'cost EK-Wert EUR',
  ],
  ['times of the afternoon', 'Date;Time;kg\n10/19/2026;7:04 PM;1\n10/20/2026;11:30 AM;2', 'time Time'],
])('finds %s', (_what, text, expected) =>
  expect(guessed(text).guesses.map(({ role, column }) => `${role} ${column}`)).toContain(expected),
);

it.each([
  [
    'days of a month',
    'Waste (lbs) October 2026;;;\nItem;3-Oct;4-Oct;5-Oct\nBagels;1;2;4\nSoup;2;3;1',
    'day 2026-10-03',
  ],
  [
    'days, the month first',
    'Waste (lbs) 2026;;;\nItem;Oct 10;Oct 11;Oct 12\nBagels;1;2;4\nSoup;2;3;1',
    'day 2026-10-10',
  ],
  ['months', 'Item;Oct 24;Nov 24;Dec 24\nBagels;1;2;4\nSoup;2;3;1', 'month 2024-10'],
  [
    'schools',
    'Datum;Kita Sonnenschein;Kita Waldwichtel;Grundschule Süd\n1.10.2026;7,1;2,2;4,5\n2.10.2026;1,5;2,2;5,5',
    'site Kita Sonnenschein',
  ],
])('columns side by side are %s', (_what, text, expected) => {
  const { wide } = guessed(text);
  expect(`${wide?.heads} ${wide?.columns[0]?.value}`).toBe(expected);
});

it('marks in cells of figures are empty cells, and lines that were taken back are left out', () => {
  const found = guessed('Date;Prep kg;Status\n1/10/2026;1;OK\n2/10/2026;-;OK\n3/10/2026;2;VOID\n13/10/2026;n/a;OK');
  expect(found).toMatchObject({ emptyWords: ['-', 'n/a'], voids: { column: 'Status', values: ['VOID'] } });
  expect(found.guesses.map(({ role, column }) => `${role} ${column}`)).toContain('weight Prep kg');
});

it.each([
  ['Week of 9/14/2026', '2026-09-14'],
  ['Week commencing 14/09/2026', '2026-09-14'],
  // In both orders a day: the one that is a Monday.
  ['Week of 10/5/2026', '2026-10-05'],
  ['Printed 3/4/2026', null],
])('%s: the day %s', (title, day) => expect(dayOfTitles([{ line: 1, cells: [title] }])?.day ?? null).toBe(day));

it.each([
  ['record_id', 'R1;R2;R3;R4;R5;R5', 'record_id'],
  ['Transaction ID', '1;2;3;4;5;6', 'Transaction ID'],
  ['ID', '1;2;3;4;5;6', 'ID'],
  // Several lines each: no number of a line.
  ['Transaction ID', '1;1;1;2;2;2', null],
  ['Item ID', '1;2;3;4;5;6', null],
])('%s with %s numbers the records: %s', (name, ids, expected) => {
  const lines = ids.split(';').map((id, at) => `${id};${at + 13}/3/2026;Nord;1.5`);
  const found = guessed(`${name};Date;Site;kg\n${lines.join('\n')}`);
  expect([found.recordId, found.wide]).toEqual([expected, null]);
});

it('a time behind a day in words is read', () => {
  const found = guessed('When;What;Weight\n1 Oct 2026 14:35;Chips;1.13kg\n22 Oct 2026 10:05;Chips;2kg');
  expect(found.dateForm).toBe('named');
});

it('blocks with a title and names of their own are one table', () => {
  const text = [
    'Einrichtung: Regenbogen;;',
    'Datum;Küchenreste;Tellerreste',
    '05.10.2026;3,35;2,95',
    '06.10.2026;1,95;5,2',
    'Summe;5,3;8,15',
    'Einrichtung: Waldwichtel;;',
    'Datum;Küchenreste;Tellerreste',
    '05.10.2026;1,35;2,95',
  ].join('\n');
  expect(guessed(text)).toMatchObject({ blockTitles: ['site'], titlePlace: 'Regenbogen', dateForm: 'dayFirst' });
});

it('weeks below each other are days of the week that stands above each', () => {
  const week = (number: number) =>
    [
      `Uge ${number}, 2026;;`,
      'Ugedag;Køkkenspild (kg);Tallerkenspild (kg)',
      'Mandag;0,4;4,4',
      'Tirsdag;3,3;1,6',
      'I alt;3,7;6,0',
    ].join('\n');
  expect(guessed(`${week(37)}\n${week(38)}`)).toMatchObject({
    blockTitles: ['day'],
    day: '2026-09-07',
    weekday: 'Ugedag',
  });
});
