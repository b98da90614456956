import { z, type ZodType } from 'zod';
import { sentence, type MessageKey, type Translate } from '../i18n/messages';
import type { Permission } from '../permissions';
import { csvFile, type CsvFile } from './csv';
import {
  nextSort,
  pageParameter,
  sortParameter,
  sortRows,
  sortText,
  withParameters,
  type Direction,
  type Sort,
  type Sortable,
} from './table-query';
import type { ColumnHead, ColumnView, PagerView, Place, TableView } from './table-view.contract';

/** Who reads a table. A feature adds what its cells and its choice of columns depend on. */
export interface Reader {
  t: Translate;
  permissions: ReadonlySet<Permission>;
}

export interface ColumnDeclaration<Row, R extends Reader> {
  label: MessageKey;
  /** Where the file names the column in other words. */
  csvLabel?: MessageKey;
  unit?: (reader: R) => string;
  numeric?: boolean;
  place?: Place | ((reader: R) => Place);
  /** The value to sort by; `'query'` where the store sorts. */
  sort?: ((row: Row) => Sortable) | 'query';
  /** Where the table is sorted by this column without a choice. */
  usual?: Direction;
  csv?: (row: Row, reader: R) => string | number | null;
  /** `false`: in the file alone. `'first'`: before all others, wherever it stands in the file. */
  screen?: false | 'first';
  /** Who sees it, on the screen and in the file. */
  needs?: Permission;
  when?: (reader: R) => boolean;
}

type Columns<Row, R extends Reader> = Record<string, ColumnDeclaration<Row, R>>;

/** The columns that can be sorted by. */
export type SortKeys<C> = { [K in keyof C & string]: C[K] extends { sort: unknown } ? K : never }[keyof C & string];
type ScreenKeys<C> = { [K in keyof C & string]: C[K] extends { screen: false } ? never : K }[keyof C & string];

interface Sizes {
  offered: readonly number[];
  usual: number;
}

interface TableSpec<Row, R extends Reader, C extends Columns<Row, R>, Size extends number | Sizes> {
  columns: C;
  /** Orders rows that are equal; unique, so that no row stands on two pages. */
  key?: (row: Row) => readonly Sortable[];
  /** Rows on a page. */
  size: Size;
}

/** Parameters of a table, of those that it has; several tables of one page tell theirs apart by a suffix. */
type Values<S extends string, K extends string, Size> = { [N in `page${S}`]: number } & ([K] extends [never]
  ? unknown
  : { [N in `sort${S}`]: Sort<K> }) &
  (Size extends number ? unknown : { [N in `size${S}`]: number });
type Query<V> = { [N in keyof V]: ZodType<V[N]> };

export interface TableState<K extends string> {
  sort: Sort<K> | undefined;
  page: number;
  size: number;
}

/** Within the pages that there are. */
interface Standing<K extends string> extends TableState<K> {
  /** Rows of the page, for a query. */
  slice: { limit: number; offset: number };
}

interface TableRequest<R extends Reader, S extends string> {
  reader: R;
  suffix?: S;
}

interface Showing<K extends string, R extends Reader, Shown> extends TableRequest<R, string> {
  /** Path and query of the page. */
  url: string;
  state: Standing<K>;
  /** Those of the page. */
  rows: Shown[];
  /** Of all pages. */
  total: number;
}

/**
 * A table declared once: its query, its order, the links of its heads and pages, and its file. The view gives a cell for
 * each column of the screen.
 */
export function defineTable<Row, R extends Reader = Reader>() {
  return <const C extends Columns<Row, R>, const Size extends number | Sizes>(spec: TableSpec<Row, R, C, Size>) => {
    type Key = SortKeys<C>;
    const { key = () => [] } = spec;
    const columns = Object.entries<ColumnDeclaration<Row, R>>(spec.columns);
    const sortKeys = columns.filter(([, column]) => column.sort !== undefined).map(([name]) => name as Key);
    const usual = columns.flatMap(([name, column]): Sort<Key>[] =>
      column.usual ? [{ column: name as Key, direction: column.usual }] : [],
    )[0];
    const sizes: Sizes = typeof spec.size === 'number' ? { offered: [], usual: spec.size } : spec.size;

    const sees =
      (reader: R) =>
      ([, { needs, when }]: (typeof columns)[number]) =>
        (needs === undefined || reader.permissions.has(needs)) && (when === undefined || when(reader));

    function plainHead([name, { label, unit, numeric = false, place = 'rest' }]: (typeof columns)[number], reader: R) {
      return {
        key: name as ScreenKeys<C>,
        label: sentence(reader.t, label),
        unit: unit?.(reader),
        numeric,
        place: typeof place === 'function' ? place(reader) : place,
      };
    }

    function headOf(
      [name, column]: (typeof columns)[number],
      { reader, url, state: { sort }, total, suffix = '' }: Showing<Key, R, unknown>,
    ): ColumnView<ScreenKeys<C>> {
      const sortable = usual !== undefined && sort !== undefined && column.sort !== undefined && total > 1;
      const next = sortable ? sortText(nextSort(name as Key, sort)) : '';
      return {
        ...plainHead([name, column], reader),
        sorted: sortable && sort.column === name ? sort.direction : null,
        sortHref: sortable
          ? withParameters(url, { [`sort${suffix}`]: next === sortText(usual) ? null : next, [`page${suffix}`]: null })
          : undefined,
      };
    }

    function onScreen(reader: R): typeof columns {
      const seen = columns.filter(([, { screen }]) => screen !== false).filter(sees(reader));
      return [
        ...seen.filter(([, { screen }]) => screen === 'first'),
        ...seen.filter(([, { screen }]) => screen !== 'first'),
      ];
    }

    function pagerOf({
      url,
      state: {
        page,
        size: rowsOnPage,
        slice: { offset: before },
      },
      rows,
      total,
      suffix = '',
    }: Showing<Key, R, unknown>): PagerView {
      const pageHref = (number: number) => withParameters(url, { [`page${suffix}`]: number === 1 ? null : number });
      return {
        from: rows.length === 0 ? 0 : before + 1,
        to: rows.length === 0 ? 0 : before + rows.length,
        total,
        previousHref: page > 1 ? pageHref(page - 1) : undefined,
        nextHref: before + rows.length < total ? pageHref(page + 1) : undefined,
        sizes: sizes.offered.map((one) => ({
          size: one,
          href: withParameters(url, { [`size${suffix}`]: one === sizes.usual ? null : one, [`page${suffix}`]: null }),
          current: one === rowsOnPage,
        })),
      };
    }

    /** The last page in place of one after it. */
    const within = (total: number, state: TableState<Key>): Standing<Key> => {
      const page = Math.min(state.page, Math.max(1, Math.ceil(total / state.size)));
      return { ...state, page, slice: { limit: state.size, offset: (page - 1) * state.size } };
    };

    const sorted = (rows: readonly Row[], order: Sort<Key> | undefined = usual): Row[] => {
      const value = order && spec.columns[order.column]?.sort;
      return typeof value === 'function' && order
        ? sortRows(rows, { value, direction: order.direction, key })
        : [...rows];
    };

    return {
      sortKeys,

      /** Fields of a query's schema. What does not fit is read as not given, so that an old link still shows a page. */
      query<S extends string = ''>(suffix = '' as S): Query<Values<S, Key, Size>> {
        return {
          ...(usual ? { [`sort${suffix}`]: sortParameter(sortKeys, usual) } : {}),
          [`page${suffix}`]: pageParameter,
          ...(sizes.offered.length > 0
            ? {
                [`size${suffix}`]: z.coerce
                  .number()
                  .refine((value) => sizes.offered.includes(value))
                  .catch(sizes.usual)
                  .default(sizes.usual),
              }
            : {}),
        } as unknown as Query<Values<S, Key, Size>>;
      },

      /** What a query asks for; the usual order in place of one by a column that the reader does not see. */
      state<S extends string = ''>(
        values: Partial<Values<S, Key, Size>>,
        { reader, suffix = '' as S }: TableRequest<R, S>,
      ): TableState<Key> {
        const given = values as Partial<Record<string, unknown>>;
        const sort = given[`sort${suffix}`] as Sort<Key> | undefined;
        const seen = sort && columns.filter(sees(reader)).some(([name]) => name === sort.column);
        return {
          sort: seen ? sort : usual,
          page: (given[`page${suffix}`] as number | undefined) ?? 1,
          size: (given[`size${suffix}`] as number | undefined) ?? sizes.usual,
        };
      },

      sorted,

      within,

      /** The rows of a page, of rows that are all in memory. */
      paged(rows: readonly Row[], state: TableState<Key>) {
        const standing = within(rows.length, state);
        const { limit, offset } = standing.slice;
        return { rows: sorted(rows, state.sort).slice(offset, offset + limit), total: rows.length, state: standing };
      },

      view<Shown>(showing: Showing<Key, R, Shown>): TableView<ScreenKeys<C>, Shown> {
        return {
          columns: onScreen(showing.reader).map((column) => headOf(column, showing)),
          rows: showing.rows,
          pager: pagerOf(showing),
        };
      },

      /** For a list that is made in the browser, which sorts and turns pages by itself. */
      head(reader: R): { columns: ColumnHead<ScreenKeys<C>>[]; sort: string } {
        return {
          columns: onScreen(reader).map((column) => ({
            ...plainHead(column, reader),
            sortable: column[1].sort !== undefined,
          })),
          sort: usual ? sortText(usual) : '',
        };
      },

      file(name: string, rows: Iterable<Row> | AsyncIterable<Row>, reader: R): CsvFile {
        const inFile = columns
          .filter(sees(reader))
          .flatMap(([, { label, csvLabel, unit, csv }]) =>
            csv
              ? [{ label: sentence(reader.t, csvLabel ?? label), unit: csvLabel ? undefined : unit?.(reader), csv }]
              : [],
          );
        return csvFile(
          name,
          inFile.map(({ label, unit, csv }) => ({
            header: unit === undefined ? label : `${label} (${unit})`,
            value: (row: Row) => csv(row, reader),
          })),
          rows,
        );
      },
    };
  };
}

/** The columns of a table that a view gives cells for. */
export type ScreenColumn<T extends { view: (showing: never) => TableView<string, unknown> }> = ReturnType<
  T['view']
>['columns'][number]['key'];
/** The columns that a table is sorted by, where the store sorts. */
export type SortColumn<T extends { sortKeys: readonly string[] }> = T['sortKeys'][number];
