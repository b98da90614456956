import type { ReactNode } from 'react';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { DataTable, type DataTableProps, type Row } from './data-table';
import type { Format } from './format';
import { Pagination } from './pagination';

interface ListTableProps<Key extends string, R> extends Omit<DataTableProps, 'columns' | 'rows'> {
  format: Format;
  table: TableView<Key, R>;
  /** How each column of the declaration is shown. */
  cells: { [K in Key]: (row: R) => ReactNode };
  rowOf: (row: R) => Omit<Row, 'cells'>;
  /** Says how many rows there are where they fit on one page, too. */
  counted?: boolean;
}

/** A declared table: its columns, the links of its heads, its rows and its pages. */
export function ListTable<Key extends string, R>({
  format,
  table,
  cells,
  rowOf,
  counted = false,
  children,
  ...rest
}: ListTableProps<Key, R>) {
  const { columns, rows, pager } = table;
  const smallest = Math.min(...pager.sizes.map(({ size }) => size));
  const paged = pager.previousHref !== undefined || pager.nextHref !== undefined || pager.total > smallest;
  return (
    <DataTable
      {...rest}
      columns={columns.map(({ place, ...column }) => ({
        ...column,
        primary: place === 'side' ? place : place !== 'rest',
      }))}
      rows={rows.map((row) => ({ ...rowOf(row), cells: columns.map(({ key }) => cells[key](row)) }))}
    >
      {children}
      {(counted || paged) && (
        <Pagination
          {...pager}
          of={rest.caption}
          from={format.number(pager.from)}
          to={format.number(pager.to)}
          total={format.number(pager.total)}
        />
      )}
    </DataTable>
  );
}
