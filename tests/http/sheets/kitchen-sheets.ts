import iconv from 'iconv-lite';
import {
  withConstant,
  withDateForm,
  withDay,
  type MappingJson,
} from '../../../server/features/imports/mapping-editor.rules';
import { withHeads } from '../../../server/features/imports/mapping-wide.rules';
import type { AskedRole } from '../../../server/features/imports/missing-roles.rules';
import { bookOf, day } from '../../../server/platform/sheet/workbook/workbook.fixtures';

/** What a person chooses on the page of the mapping: each is one click. */
type Choice = (mapping: MappingJson) => MappingJson;

export interface KitchenSheet {
  what: string;
  file: () => Buffer | string | Promise<Buffer>;
  name?: string;
  /** What the page asks for before anybody chose anything. */
  asks: AskedRole[];
  choices: Choice[];
  /** Exact sums of what went in: grams, and cost with its currency. */
  events: number;
  grams: string;
  cost?: string;
  refused?: number;
  leftOut?: Record<string, number>;
}

const stage: Choice = (mapping) => ({ ...mapping, stage: { constant: 8 } });
const site: Choice = (mapping) => withConstant(mapping, 'site', 'Nord');
const dates =
  (change: MappingJson): Choice =>
  (mapping) => ({ ...mapping, dates: { ...(mapping.dates as MappingJson), ...change } });
const lines = (...rows: string[]) => rows.join('\r\n') + '\r\n';

/** Sheets of our own making in the forms in which kitchens keep them, each with a defect of its own. The sites are Nord and Süd, in Germany. */
export const kitchenSheets: KitchenSheet[] = [
  {
    what: 'English names, units in the heads',
    file: () =>
      lines(
        'Date,Kitchen,Food item,Weight (kg),Cost (EUR)',
        '2026-03-02,Nord,Rice,1.5,2.30',
        '2026-03-03,Nord,Bread,0.25,0.40',
      ),
    asks: ['stage'],
    choices: [stage],
    events: 2,
    grams: '1750.00',
    cost: '2.7000',
  },
  {
    what: 'German names below title lines, semicolons and decimal commas',
    file: () =>
      lines(
        'Abfall der Küche;;;',
        'gedruckt am Montag;;;',
        '',
        'Datum;Betrieb;Speise;Gewicht (kg);Kosten €',
        '2.3.2026;Nord;Reis;1,234;2,50',
        '13.3.2026;Nord;Brot;10,5;',
      ),
    asks: ['stage'],
    choices: [stage],
    events: 2,
    grams: '11734.00',
    cost: '2.5000',
  },
  {
    what: 'Spanish names, day first, grams',
    file: () =>
      lines(
        'Fecha;Cocina;Alimento;Motivo;Peso (g);Precio EUR',
        '13/03/2026;Nord;Arroz;caducado;1500;1,20',
        '14/03/2026;Nord;Pan;sobras;250,5;0,30',
      ),
    asks: ['stage'],
    choices: [stage],
    events: 2,
    grams: '1750.50',
    cost: '1.5000',
  },
  {
    what: 'French names in Windows-1252',
    file: () =>
      iconv.encode(
        lines('Jour;Établissement;Aliment;Poids (kg)', '13/03/2026;Nord;Pâtes à la crème;1,5', '14/03/2026;Süd;Riz;2'),
        'windows-1252',
      ),
    asks: ['stage'],
    choices: [stage],
    events: 2,
    grams: '3500.00',
  },
  {
    what: 'Swedish names in UTF-16 with tabs',
    file: () =>
      iconv.encode(
        lines('Dag\tKök\tLivsmedel\tVikt kg', '2026-03-02\tNord\tRis\t1,5', '2026-03-03\tSüd\tBröd\t0,5'),
        'utf-16le',
        { addBOM: true },
      ),
    asks: ['stage'],
    choices: [stage],
    events: 2,
    grams: '2000.00',
  },
  {
    what: 'names in two lines: weight and cost beside each other for each stage',
    file: () =>
      lines('Date;Site;Kitchen;;Plate;', ';;kg;EUR;kg;EUR', '2026-03-02;Nord;1,5;2;0,5;1', '2026-03-03;Nord;1;1,5;;'),
    asks: [],
    choices: [],
    events: 3,
    grams: '3000.00',
    cost: '4.5000',
  },
  {
    what: 'a workbook with a merged title, merged days and days as days',
    name: 'waste.xlsx',
    file: () =>
      bookOf(
        {
          Notes: [['nothing here']],
          März: [
            ['Abfall März'],
            [],
            ['Datum', 'Betrieb', 'Speise', 'Gewicht kg'],
            [day('2026-03-02'), 'Nord', 'Reis', 1.234],
            [null, 'Nord', 'Brot', 2],
            [day('2026-03-03'), 'Nord', 'Reis', 0.5],
          ],
        },
        {
          shape: (sheet) => {
            if (sheet.name === 'März') {
              sheet.mergeCells('A1:D1');
              sheet.mergeCells('A4:A5');
            }
          },
        },
      ),
    asks: ['stage'],
    choices: [stage],
    events: 3,
    grams: '3734.00',
  },
  {
    what: 'a column a kind, with the unit in the title and a total that is one line wrong',
    file: () =>
      lines(
        'Waste in kg;;;;;',
        'Date;Site;Rice;Bread;Soup;Total',
        '2026-03-02;Nord;1;2;3;6',
        '2026-03-03;Nord;1;;0,5;1,5',
        '2026-03-04;Nord;1;1;1;4',
        '2026-03-05;Süd;2;2;2;6',
      ),
    asks: ['stage'],
    choices: [stage],
    events: 8,
    grams: '13500.00',
    refused: 1,
  },
  {
    what: 'a column a kind that nobody knows: what they name is asked',
    file: () => lines('Date,Site,Alpha,Beta,Gamma', '2026-03-02,Nord,1,2,3.5'),
    asks: ['heads', 'unit', 'stage'],
    choices: [
      stage,
      (mapping) => withHeads(mapping, 'item'),
      (mapping) => ({
        ...mapping,
        wide: { ...(mapping.wide as MappingJson), measure: { kind: 'weight', unit: 'kg' } },
      }),
    ],
    events: 3,
    grams: '6500.00',
  },
  {
    what: 'a column a meal',
    file: () =>
      lines('Fecha;Centro;Desayuno (kg);Almuerzo (kg);Cena (kg)', '13/03/2026;Nord;1;2,5;', '14/03/2026;Nord;;3;0,25'),
    asks: ['stage'],
    choices: [stage],
    events: 4,
    grams: '6750.00',
  },
  {
    what: 'a column a weekday, the week in the title',
    file: () => lines('Abfall in kg, KW 10 2026;;;;;', 'Betrieb;Mo;Di;Mi;Do;Fr', 'Nord;1;2;;4;5', 'Süd;1,5;;;;'),
    asks: ['stage'],
    choices: [stage],
    events: 5,
    grams: '13500.00',
  },
  {
    what: 'a column a weekday, numbered weeks and a year',
    file: () => lines('Site,Week,Year,Mon kg,Tue kg,Wed kg', 'Nord,10,2026,1,2,3', 'Nord,11,2026,,,4.5'),
    asks: ['stage'],
    choices: [stage],
    events: 4,
    grams: '10500.00',
  },
  {
    what: 'totals of months, spread over the open days',
    file: () => lines('Monat;Betrieb;Abfall kg;Kosten EUR', 'Januar 2026;Nord;100;31,01', 'Februar 2026;Nord;0,01;'),
    asks: ['stage', 'monthTotals'],
    choices: [stage, dates({ monthTotals: 'spread' })],
    events: 31 + 28,
    grams: '100010.00',
    cost: '31.0100',
  },
  {
    what: 'a column a month, kept on the last open day',
    file: () => lines('Site;Jan 2026;Feb 2026;Mar 2026;Total', 'Nord;1,5;2;3;6,5', 'Süd;1;;2;3'),
    asks: ['unit', 'stage', 'monthTotals'],
    choices: [
      stage,
      dates({ monthTotals: 'lastOpenDay' }),
      (mapping) => ({
        ...mapping,
        wide: { ...(mapping.wide as MappingJson), measure: { kind: 'weight', unit: 'kg' } },
      }),
    ],
    events: 5,
    grams: '9500.00',
  },
  {
    what: 'subtotals between the lines, and a sum at the end',
    file: () =>
      lines(
        'Datum;Betrieb;Speise;Gewicht kg',
        '2.3.2026;Nord;Reis;1',
        '2.3.2026;Nord;Brot;2',
        'Zwischensumme;;;3',
        '13.3.2026;Nord;Reis;4',
        'Summe;;;7',
      ),
    asks: ['stage'],
    choices: [stage],
    events: 3,
    grams: '7000.00',
    leftOut: { total: 2 },
  },
  {
    what: 'no column of sites: one site for the whole sheet',
    file: () => lines('Date,Food item,Weight (kg)', '2026-03-02,Rice,1', '2026-03-03,Bread,2'),
    asks: ['site', 'stage'],
    choices: [site, stage],
    events: 2,
    grams: '3000.00',
  },
  {
    what: 'one day for the whole sheet, with a note of the staff below',
    file: () =>
      lines(
        'Küche Nord, 13.3.2026;;',
        'Betrieb;Speise;Gewicht kg',
        'Nord;Reis;1',
        'Nord;Brot;2',
        '',
        'geprüft: Meier;;',
      ),
    asks: ['stage'],
    choices: [stage, (mapping) => ({ ...mapping, skipLines: { last: 1 } })],
    events: 2,
    grams: '3000.00',
    leftOut: { filtered: 1 },
  },
  {
    what: 'days without a year, over new year',
    file: () => lines('Datum;Betrieb;Gewicht kg', '30.11.;Nord;1', '24.12.;Nord;2', '2.1.;Nord;4'),
    asks: ['year', 'stage'],
    choices: [stage, dates({ year: 2025 })],
    events: 3,
    grams: '7000.00',
  },
  {
    what: 'zero weights',
    file: () => lines('Date,Site,Item,Weight kg', '2026-03-02,Nord,Rice,0', '2026-03-02,Nord,Bread,1'),
    asks: ['stage'],
    choices: [stage],
    events: 1,
    grams: '1000.00',
    leftOut: { zero: 1 },
  },
  {
    what: 'gross, tare and net',
    file: () =>
      lines('Date,Site,Gross weight kg,Tare kg,Net weight kg', '2026-03-02,Nord,3,1,2', '2026-03-03,Nord,2.5,1,1.5'),
    asks: ['stage'],
    choices: [stage],
    events: 2,
    grams: '3500.00',
  },
  {
    what: 'servings, of which the page says what one weighs',
    file: () => lines('Date,Site,Item,Portions', '2026-03-02,Nord,Soup,10', '2026-03-03,Nord,Rice,3'),
    asks: ['servingGrams', 'stage'],
    choices: [
      stage,
      (mapping) => ({
        ...mapping,
        measures: (mapping.measures as MappingJson[]).map((one) => ({ ...one, gramsPerServing: 200 })),
      }),
    ],
    events: 2,
    grams: '2600.00',
  },
  {
    what: 'days that can be read in two ways',
    file: () => lines('Date,Site,Weight kg', '02/03/2026,Nord,1', '03/04/2026,Nord,2'),
    asks: ['dateForm', 'stage'],
    choices: [stage, (mapping) => withDateForm(mapping, 'monthFirst')],
    events: 2,
    grams: '3000.00',
  },
  {
    what: 'numbers that can be read in two ways',
    file: () => lines('Date;Site;Weight', '2026-03-02;Nord;1.234 kg', '2026-03-03;Nord;2.500 kg'),
    asks: ['decimal', 'stage'],
    choices: [stage, (mapping) => ({ ...mapping, decimal: '.' })],
    events: 2,
    grams: '3734.00',
  },
  {
    what: 'guests beside the waste',
    file: () => lines('Datum;Betrieb;Gäste;Abfall kg', '2.3.2026;Nord;120;3', '13.3.2026;Nord;80;2'),
    asks: ['stage'],
    choices: [stage],
    events: 2,
    grams: '5000.00',
  },
  {
    what: 'donations among the waste, left out by a rule',
    file: () =>
      lines(
        'Date,Site,Kind,Weight kg',
        '2026-03-02,Nord,Waste,1',
        '2026-03-02,Nord,Donation,5',
        '2026-03-03,Nord,Waste,2',
      ),
    asks: ['stage'],
    choices: [
      stage,
      (mapping) => ({ ...mapping, filters: [{ column: 'Kind', leaveOut: 'these', values: ['Donation'] }] }),
    ],
    events: 2,
    grams: '3000.00',
    leftOut: { filtered: 1 },
  },
  {
    what: 'a column a site',
    file: () => lines('Date,Nord,Süd', '2026-03-02,1,2', '2026-03-03,,3.5'),
    asks: ['unit', 'stage'],
    choices: [
      stage,
      (mapping) => ({
        ...mapping,
        wide: { ...(mapping.wide as MappingJson), measure: { kind: 'weight', unit: 'kg' } },
      }),
    ],
    events: 3,
    grams: '6500.00',
  },
  {
    what: 'one week of which nobody says the day',
    file: () => lines('Site,Mon kg,Tue kg,Wed kg', 'Nord,1,2,3'),
    asks: ['date', 'stage'],
    choices: [stage, (mapping) => withDay(mapping, '2026-03-02')],
    events: 3,
    grams: '6000.00',
  },
];
