import { expect, it } from 'vitest';
import { monthOfTitles, placeOfTitles, stageOfTitles } from './guess-titles.rules';

const titles = (...lines: string[]) => lines.map((line, at) => ({ line: at + 1, cells: line.split('|') }));

it.each<[string[], 9 | 23 | null]>([
  [['Plate waste, week 12'], 23],
  [['Tellerreste KW 12'], 23],
  [['Retours assiettes'], 23],
  [['Waste log', 'March 2026'], null],
  [['Kitchen waste'], null],
  // Of a service, not of what comes back from it.
  [['Evening service'], null],
  [[], null],
])('%j: stage %s', (lines, stage) => {
  expect(stageOfTitles(titles(...lines))).toBe(stage);
});

it.each<[string[], string | null]>([
  [['Kitchen: Mill Lane'], 'Mill Lane'],
  [['Kitchen:|Mill Lane'], 'Mill Lane'],
  [['Kitchen|Mill Lane'], 'Mill Lane'],
  [['Betrieb: Klinik Nord, Hauptstraße 1'], 'Klinik Nord'],
  [['Cuisine : Hôpital Saint-Louis (Paris)'], 'Hôpital Saint-Louis'],
  [['Waste of the kitchen in March'], null],
  [['Kitchen: 12'], null],
  [['Kitchen:'], null],
  [['Prepared by: Kim'], null],
])('%j: kitchen %s', (lines, place) => {
  expect(placeOfTitles(titles(...lines))).toBe(place);
});

it.each<[string[], string | null]>([
  [['Food waste log, March 2026'], '2026-03'],
  [['Speiseabfälle|März 2026'], '2026-03'],
  [['Odpady, październik 2026 r.'], '2026-10'],
  [['Residuos de marzo de 2026'], '2026-03'],
  [['Waste 03/2026'], '2026-03'],
  [['Month: March', 'Year: 2026'], '2026-03'],
  [['Monat|Mai', '2026'], '2026-05'],
  [['Printed 14/03/2026'], null],
  [['Menu 2026'], null],
  [['March'], null],
])('%j: the month %s', (lines, month) => {
  expect(monthOfTitles(titles(...lines))?.month ?? null).toBe(month);
});
