import { defineTable, type ScreenColumn } from '../../platform/table/define-table';
import { changeOf, type Change } from './corrections.rules';
import type { ImportView } from './import.contract';
import { faultSentence } from './import.presentation';
import type { StoredError } from './import.store';

const costOf = (stated: Change['before'] | undefined) =>
  stated?.cost ? `${stated.cost} ${stated.currency ?? ''}` : '';

/** The newest first. */
export const importsTable = defineTable<ImportView>()({
  size: 25,
  columns: {
    file: { label: 'imports.file', place: 'lead' },
    state: { label: 'imports.state', place: 'side' },
    when: { label: 'imports.when' },
    by: { label: 'imports.by' },
    lines: { label: 'imports.lines', numeric: true },
    events: { label: 'imports.events', numeric: true },
    refused: { label: 'imports.refused', numeric: true },
  },
});

/** In the order of the sheet. */
export const errorsTable = defineTable<StoredError>()({
  size: 25,
  columns: {
    line: { label: 'imports.line', numeric: true, csv: (error) => error.line },
    column: { label: 'imports.column', csv: (error) => error.column },
    problem: { label: 'imports.problem', place: 'lead', csv: (error, { t }) => faultSentence(t, error) },
    found: { label: 'imports.found', place: 'side', csv: (error) => error.raw },
    code: { label: 'imports.code', screen: false, csv: (error) => error.code },
  },
});

/** In the order of the sheet. */
export const leftOutTable = defineTable<StoredError>()({
  size: 25,
  columns: {
    line: { label: 'imports.line', numeric: true, place: 'side', csv: (one) => one.line },
    reason: { label: 'imports.leftOut.reason', place: 'lead', csv: (one, { t }) => faultSentence(t, one) },
    cells: { label: 'imports.leftOut.cells', csv: (one) => one.raw },
    code: { label: 'imports.code', screen: false, csv: (one) => one.code },
  },
});

/** In the order of the sheet. */
export const replacedTable = defineTable<StoredError>()({
  size: 25,
  columns: {
    line: { label: 'imports.line', numeric: true, place: 'side', csv: (one) => one.line },
    what: { label: 'imports.corrections.what', place: 'lead' },
    cells: { label: 'imports.leftOut.cells', csv: (one) => one.raw },
    beforeGrams: {
      label: 'imports.corrections.beforeGrams',
      screen: false,
      csv: (one) => changeOf(one)?.before.grams ?? null,
    },
    afterGrams: {
      label: 'imports.corrections.afterGrams',
      screen: false,
      csv: (one) => changeOf(one)?.after.grams ?? null,
    },
    beforeCost: { label: 'imports.corrections.beforeCost', screen: false, csv: (one) => costOf(changeOf(one)?.before) },
    afterCost: { label: 'imports.corrections.afterCost', screen: false, csv: (one) => costOf(changeOf(one)?.after) },
    beforeItem: {
      label: 'imports.corrections.beforeItem',
      screen: false,
      csv: (one) => changeOf(one)?.before.item ?? null,
    },
    afterItem: {
      label: 'imports.corrections.afterItem',
      screen: false,
      csv: (one) => changeOf(one)?.after.item ?? null,
    },
    beforeDay: {
      label: 'imports.corrections.beforeDay',
      screen: false,
      csv: (one) => changeOf(one)?.before.day ?? null,
    },
    afterDay: { label: 'imports.corrections.afterDay', screen: false, csv: (one) => changeOf(one)?.after.day ?? null },
  },
});

export type ReplacedColumn = ScreenColumn<typeof replacedTable>;
export type ImportsColumn = ScreenColumn<typeof importsTable>;
export type ErrorsColumn = ScreenColumn<typeof errorsTable>;
export type LeftOutColumn = ScreenColumn<typeof leftOutTable>;
