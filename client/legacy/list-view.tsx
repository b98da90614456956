import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { DataTable, type Column } from '../ui/data-table';
import { EmptyState } from '../ui/empty-state';
import type { DialogField } from '../ui/form-dialog';
import { isTyped, LiveFilters } from '../ui/live-filters';
import { Loaded, useLoading, type Loading } from '../ui/loaded';
import { Pagination } from '../ui/pagination';
import { useAddress, writeAddress } from './address';
import { usePage } from './page';
import p from './page.module.css';

const usualRows = 50;

export interface ListColumn<Row> extends Omit<Column, 'sortHref' | 'onSort' | 'sorted'> {
  sortable?: boolean;
  cell(row: Row): ReactNode;
}

/** Where a list stands, by the number of the page or by that of the rows before it. */
type Page = { total: number; limit: number } & ({ page: number } | { offset: number });

const pageOf = (list: Page) => ('page' in list ? list.page : Math.floor(list.offset / list.limit) + 1);

export interface ListOfAddress<List extends Page> extends Loading<List> {
  /** What is set in the filters, for the calls beside the list. */
  filters: Record<string, string>;
  sort: string;
}

interface Asking {
  path: string;
  fields: readonly string[];
  usual?: Record<string, string>;
  usualSort: string;
  rows?: number;
  /** The call counts rows where others count pages. */
  byOffset?: boolean;
}

/** What the address asks for: filters, order and page of a list below `/rest/v1`. */
export function useList<List extends Page>({
  path,
  fields,
  usual = {},
  usualSort,
  rows = usualRows,
  byOffset = false,
}: Asking): ListOfAddress<List> {
  const { call } = usePage();
  const address = useAddress();
  const filters = Object.fromEntries(
    fields.map((name) => [name, address.get(name) ?? usual[name] ?? '']).filter(([, value]) => value !== ''),
  );
  const sort = address.get('sort') ?? usualSort;
  const asked = address.get('page');
  const place = byOffset ? { offset: (Math.max(1, Math.trunc(Number(asked)) || 1) - 1) * rows } : { page: asked };
  const query = JSON.stringify({ ...filters, sort, ...place, limit: rows });
  const load = useCallback(
    (signal: AbortSignal) => call<List>(path, { query: JSON.parse(query) as Record<string, string>, signal }),
    [call, path, query],
  );
  return { ...useLoading(load), filters, sort };
}

interface ListViewProps<List extends Page, Row> {
  list: ListOfAddress<List>;
  fields: DialogField[];
  usual?: Record<string, string>;
  usualSort: string;
  caption: string;
  columns: ListColumn<Row>[];
  rowsOf: (list: List) => { key: string; row: Row; onOpen?: () => void; note?: ReactNode; greyed?: boolean }[];
  /** The total, and what it counts. */
  count: (list: List) => { figure: string; words: string };
  empty: { title: string; sentence: string };
  /** A sentence below the count, where there is something to say of these rows. */
  note?: (list: List) => string | null;
  /** The filters that are seen at once; usually all of them. */
  first?: readonly string[];
  /** Where no filter is set and there is nothing at all. */
  nothing?: { title: string; sentence: string; actions?: ReactNode };
  wide?: boolean;
  /** On a phone: rows that open nothing fold their other columns below themselves. */
  phone?: 'list' | 'fold';
}

/** Filters, count, table and pages of one list; its state is the address. */
export function ListView<List extends Page, Row>({
  list,
  fields,
  usual = {},
  usualSort,
  caption,
  columns,
  rowsOf,
  count,
  empty,
  nothing = empty,
  note,
  first,
  wide = false,
  phone = 'list',
}: ListViewProps<List, Row>) {
  const { t, sentenceOf } = usePage();
  const behind = first && {
    names: first,
    more: (set: number) => t(set > 0 ? 'legacy.ui.moreFiltersSet' : 'legacy.ui.moreFilters', { set }),
    fewer: t('legacy.ui.fewerFilters'),
  };
  const narrowed = fields.some(({ name }) => (list.filters[name] ?? '') !== (usual[name] ?? ''));
  const turnTo = (page: number) => writeAddress({ page: page === 1 ? null : page });
  const sortBy = (sort: string) => writeAddress({ sort: sort === usualSort ? null : sort, page: null });
  const narrow = (values: Record<string, string>) => {
    const set = Object.entries(values).map(([name, value]) => [
      name,
      value.trim() === (usual[name] ?? '') ? null : value.trim(),
    ]);
    const [changed, ...others] = fields.filter(
      ({ name }) => (values[name] ?? '').trim() !== (list.filters[name] ?? usual[name] ?? ''),
    );
    const how = changed && others.length === 0 && isTyped(changed.kind) ? { typedIn: changed.name } : {};
    writeAddress({ ...(Object.fromEntries(set) as Record<string, string | null>), page: null }, how);
  };
  const heads = columns.map(({ sortable, cell: _, ...column }): Column => {
    const sorted = list.sort === column.key ? 'asc' : list.sort === `-${column.key}` ? 'desc' : null;
    return {
      ...column,
      sorted,
      onSort: sortable ? () => sortBy(sorted === 'asc' ? `-${column.key}` : column.key) : undefined,
    };
  });
  return (
    <>
      <LiveFilters
        id="filters"
        fields={fields}
        values={list.filters}
        usual={usual}
        onChange={narrow}
        {...(behind ? { first: behind } : {})}
      />
      <Loaded from={list} sentenceOf={sentenceOf}>
        {(data) => {
          const { figure, words } = count(data);
          const { limit, total } = data;
          const page = pageOf(data);
          return (
            <>
              <p className={p.count} role="status">
                <span className={p.figure}>{figure}</span> <span className={p.countWords}>{words}</span>
              </p>
              {note?.(data) && <p className={p.listNote}>{note(data)}</p>}
              {wide && total > 0 && <ScrollHint table="list" />}
              {total === 0 ? (
                <EmptyState {...(narrowed ? empty : nothing)} />
              ) : (
                <DataTable
                  id="list"
                  caption={caption}
                  columns={heads}
                  wide={wide}
                  phone={phone}
                  rows={rowsOf(data).map(({ row, greyed, ...rest }) => ({
                    ...rest,
                    cells: columns.map((column) => column.cell(row)),
                    state: greyed ? 'greyed' : undefined,
                  }))}
                >
                  {total > limit && (
                    <Pagination
                      from={(page - 1) * limit + 1}
                      to={Math.min(page * limit, total)}
                      total={figure}
                      onPrevious={page > 1 ? () => turnTo(page - 1) : undefined}
                      onNext={page * limit < total ? () => turnTo(page + 1) : undefined}
                    />
                  )}
                </DataTable>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Says that there is more beside the table, as long as there is. */
function ScrollHint({ table }: { table: string }) {
  const { t } = usePage();
  const [hidden, setHidden] = useState(true);
  useEffect(() => {
    const frame = document.querySelector(`#${table} [role="region"]`);
    if (!frame) return undefined;
    const watch = new ResizeObserver(() => setHidden(frame.scrollWidth <= frame.clientWidth + 1));
    watch.observe(frame);
    if (frame.firstElementChild) watch.observe(frame.firstElementChild);
    return () => watch.disconnect();
  }, [table]);
  return (
    <p className={p.listNote} hidden={hidden}>
      {t('legacy.ui.scrollHint')}
    </p>
  );
}
