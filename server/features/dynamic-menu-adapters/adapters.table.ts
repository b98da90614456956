import type { DailyMenu } from '../../domain/daily-menus/daily-menus.contract';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { AdapterRow, ConfirmedName, RunHead, ShownRow, UnknownName } from './adapters.contract';

export const adapterTable = defineTable<AdapterRow, Reader>()({
  size: 50,
  key: ({ adapterId }) => [adapterId],
  columns: {
    name: { label: 'menuAdapters.adapter', place: 'lead', sort: ({ name }) => name.toLocaleLowerCase(), usual: 'asc' },
    schedule: { label: 'menuAdapters.schedule', sort: ({ hour }) => hour },
    lastRun: { label: 'menuAdapters.lastRun', sort: ({ lastRun }) => lastRun?.askedAt.toISOString() ?? null },
    state: { label: 'menuAdapters.state', place: 'side' },
  },
});
export type AdapterColumn = ScreenColumn<typeof adapterTable>;

export const runTable = defineTable<RunHead, Reader>()({
  size: 20,
  columns: {
    askedAt: { label: 'menuAdapters.run.askedAt', place: 'lead' },
    mode: { label: 'menuAdapters.run.mode' },
    menus: { label: 'menuAdapters.run.menus', numeric: true },
    problem: { label: 'menuAdapters.run.problem' },
    state: { label: 'menuAdapters.run.state', place: 'side' },
  },
});
export type RunColumn = ScreenColumn<typeof runTable>;

export const shownRowTable = defineTable<ShownRow, Reader>()({
  size: 50,
  columns: {
    line: { label: 'menuAdapters.run.line', numeric: true },
    date: { label: 'menuAdapters.roles.date' },
    location: { label: 'menuAdapters.roles.location' },
    daypart: { label: 'menuAdapters.roles.daypart' },
    dish: { label: 'menuAdapters.roles.dish', place: 'lead' },
    item: { label: 'menuAdapters.item' },
    portions: { label: 'menuAdapters.roles.portions', numeric: true },
    outcome: { label: 'menuAdapters.run.outcome', place: 'side' },
  },
});
export type ShownRowColumn = ScreenColumn<typeof shownRowTable>;

export const unknownTable = defineTable<UnknownName, Reader>()({
  size: 50,
  columns: {
    name: { label: 'menuAdapters.review.name', place: 'lead' },
    meaning: { label: 'menuAdapters.review.meaning' },
    other: { label: 'menuAdapters.review.other' },
  },
});
export type UnknownColumn = ScreenColumn<typeof unknownTable>;

export const confirmedTable = defineTable<ConfirmedName, Reader>()({
  size: 50,
  columns: {
    name: { label: 'menuAdapters.review.name', place: 'lead' },
    meaning: { label: 'menuAdapters.review.meaning' },
    forget: { label: 'menuAdapters.review.forget', place: 'side' },
  },
});
export type ConfirmedColumn = ScreenColumn<typeof confirmedTable>;

export const menuTable = defineTable<DailyMenu, Reader>()({
  size: 200,
  columns: {
    item: { label: 'menuAdapters.item', place: 'lead' },
    daypart: { label: 'menuAdapters.roles.daypart' },
    portions: { label: 'menuAdapters.roles.portions', numeric: true, place: 'side' },
  },
});
export type MenuColumn = ScreenColumn<typeof menuTable>;
