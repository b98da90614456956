import { classNames } from '../ui/class-names';
import { button } from './buttons';
import { el, icon, type Child } from './element';
import type { Sentences } from './sentences';
import s from './table.module.css';

export interface TableColumn<Row> {
  key: string;
  label: string;
  /** Once here, not in every cell. */
  unit?: string;
  numeric?: boolean;
  sortable?: boolean;
  /** One of the two columns that a phone shows; the rest is seen by opening the row. */
  place?: 'lead' | 'side';
  cell(row: Row): Child;
}

export interface TableSpec<Row> {
  t: Sentences;
  caption: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  /** `name` or `-name` */
  sort?: string;
  onSort?: (sort: string) => void;
  isGrey?: (row: Row) => boolean;
  /** Wider than a page: scrolls in its own frame, with the first column standing still. */
  wide?: boolean;
  /** On a phone each row is a block with every cell on a line of its own. */
  stacked?: boolean;
}

/** Rows and columns that line up; on a phone a list of two columns, or blocks. */
export function table<Row>(spec: TableSpec<Row>): HTMLElement {
  const { t, caption, columns, rows, wide, stacked } = spec;
  const classOf = (column: TableColumn<Row>) => classNames(column.numeric && s.numeric, column.place === 'lead' ? s.lead : column.place === 'side' ? s.side : s.rest);
  const body = rows.map((row) => el('tr', { role: 'row', class: classNames(spec.isGrey?.(row) && s.grey) },
    ...columns.map((column) => el('td', { role: 'cell', class: classOf(column), 'data-label': labelOf(column) }, column.cell(row)))));
  const made = el('table', { class: s.table, role: 'table' },
    el('caption', { class: 'visually-hidden' }, caption),
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, ...columns.map((column) => head(column, spec, classOf(column))))),
    el('tbody', { role: 'rowgroup' }, ...body));
  return el('div', {
    class: classNames(s.frame, wide && s.wide, stacked ? s.stacked : s.folded),
    ...(wide ? { tabindex: 0, role: 'region', 'aria-label': `${caption}. ${t('layout.table.scroll')}` } : {}),
  }, made);
}

const labelOf = ({ label, unit }: { label: string; unit?: string }) => (unit === undefined ? label : `${label} (${unit})`);

function head<Row>(column: TableColumn<Row>, { t, sort, onSort }: TableSpec<Row>, className: string | undefined): HTMLElement {
  const words = el('span', {}, column.label, column.unit !== undefined && el('span', { class: s.unit }, ` (${column.unit})`));
  if (!column.sortable || !onSort) return el('th', { scope: 'col', role: 'columnheader', class: className }, el('span', { class: s.headText }, words));
  const now = sort === column.key ? 'asc' : sort === `-${column.key}` ? 'desc' : null;
  const says = t(now === 'asc' ? 'layout.table.sortDescending' : 'layout.table.sortAscending', { column: column.label });
  const press = el('button', { type: 'button', class: classNames(s.sort, now !== null && s.sorted), title: says, 'data-sort': column.key, on: { click: () => onSort(now === 'asc' ? `-${column.key}` : column.key) } },
    words, icon(now ?? 'sort', 14));
  return el('th', { scope: 'col', role: 'columnheader', class: className, 'aria-sort': now === 'asc' ? 'ascending' : now === 'desc' ? 'descending' : undefined }, press);
}

interface Paging {
  t: Sentences;
  page: number;
  limit: number;
  total: number;
  /** The total in words, where it is more than was counted. */
  totalText: string;
  onPage: (page: number) => void;
}

/** Where one is among the pages, and the way to the next. */
export function pagination({ t, page, limit, total, totalText, onPage }: Paging): HTMLElement | null {
  if (total <= limit) return null;
  const to = Math.min(page * limit, total);
  return el('nav', { class: s.pagination, 'aria-label': t('layout.pagination.label') },
    el('span', {}, t('layout.pagination.range', { from: (page - 1) * limit + 1, to, total: totalText })),
    el('span', { class: s.pages },
      button({ label: t('layout.pagination.previous'), small: true, key: 'previous', disabled: page <= 1, onClick: () => onPage(page - 1) }),
      button({ label: t('layout.pagination.next'), small: true, key: 'next', disabled: to >= total, onClick: () => onPage(page + 1) })));
}

/** The words that open a row; the click may be anywhere on it. By its key the focus finds the row again after a reload. */
export function opener(label: string, key: string | number, onClick: () => void): HTMLElement {
  return el('button', { type: 'button', class: s.open, 'data-key': key, on: { click: onClick } }, label);
}
