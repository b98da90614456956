import type { ReactNode } from 'react';
import { classNames } from './class-names';
import s from './data-table.module.css';
import { fillText } from './fill-text';
import { Icon } from './icon';
import { useLayoutStrings } from './layout-strings';

export interface Column {
  key: string;
  label: string;
  /** Once here, not in every cell. */
  unit?: string;
  numeric?: boolean;
  /** Where a click on the head leads: the same page, sorted by this column (and the other way when it already is). */
  sortHref?: string | undefined;
  /** In the browser, instead of `sortHref`. */
  onSort?: (() => void) | undefined;
  sorted?: 'asc' | 'desc' | null;
  /** Instead of the usual words for a sort link. */
  sortLabel?: string | undefined;
  /** One of the two columns that a phone shows, `side` behind the other; the first and the last when none says so. */
  primary?: boolean | 'side';
}

export interface Row {
  key: string;
  /** One for each column, in their order. */
  cells: ReactNode[];
  /** What the row is, for "More about …" on a phone; the first cell when it is plain text. */
  name?: string;
  /** Opened by a click anywhere on the row; the first primary cell becomes the link. */
  href?: string | undefined;
  /** In the browser, instead of `href`. */
  onOpen?: (() => void) | undefined;
  /** Below the words that open the row. */
  note?: ReactNode;
  state?: 'greyed' | undefined;
}

export interface DataTableProps {
  /** Unique on the page; sort links exchange the region of this id. */
  id: string;
  /** Usually for screen readers alone: a heading stands above. */
  caption: string;
  captionShown?: boolean;
  /** Below a caption that is shown. */
  captionNote?: ReactNode;
  columns: Column[];
  rows: Row[];
  /** Totals, a cell for each column. */
  foot?: ReactNode[];
  empty?: ReactNode;
  /** Wider than a page: scrolls in its own frame with the first column standing still. */
  wide?: boolean;
  /**
   * On a phone: `fold`, two columns with the rest one tap away; `list`, two columns with the rest behind the row; `blocks`, a
   * block for each row with a line for each cell; `scroll`, as on a page. Usually `fold`, and `scroll` when it is wide.
   */
  phone?: 'fold' | 'list' | 'blocks' | 'scroll' | undefined;
  children?: ReactNode;
}

/** Rows and columns that line up, on the server and in the browser. Pagination goes in as children. */
export function DataTable({
  id,
  caption,
  captionShown,
  captionNote,
  columns,
  rows,
  foot,
  empty,
  wide,
  phone = wide ? 'scroll' : 'fold',
  children,
}: DataTableProps) {
  const strings = useLayoutStrings();
  const chosen = columns
    .filter((column) => column.primary)
    .sort((a, b) => Number(a.primary === 'side') - Number(b.primary === 'side'))
    .map(({ key }) => key);
  const primary = chosen.length > 0 ? chosen.slice(0, 2) : [columns[0]?.key, columns.at(-1)?.key];
  const first = columns.findIndex(({ key }) => key === primary[0]);
  const placeOf = (key: string) => (key === primary[0] ? s.lead : key === primary[1] ? s.side : s.rest);
  const folds = phone === 'fold' && columns.length > 2;
  return (
    <section
      id={id}
      className={classNames(s.region, folds ? s.fold : phone !== 'fold' && s[phone])}
      data-enhance="swap"
    >
      <div
        className={classNames(s.frame, wide && s.scrolls)}
        {...(wide ? { tabIndex: 0, role: 'region', 'aria-label': `${caption}. ${strings.table.scroll}` } : {})}
      >
        <table className={s.table} role="table">
          <caption className={captionShown ? s.caption : 'visually-hidden'}>
            {caption}
            {captionNote && <span className={s.captionNote}>{captionNote}</span>}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <Head key={column.key} column={column} place={placeOf(column.key)} last={column === columns.at(-1)} />
              ))}
              {folds && <td className={s.more} />}
            </tr>
          </thead>
          {rows.length > 0 && (
            <tbody role="rowgroup">
              {rows.map((row) => (
                <tr key={row.key} role="row" className={classNames(row.state === 'greyed' && s.greyed)}>
                  {columns.map((column, at) => (
                    <td
                      key={column.key}
                      role="cell"
                      className={classNames(
                        s.cell,
                        column.numeric ? s.numeric : s.words,
                        placeOf(column.key),
                        at === columns.length - 1 && s.last,
                      )}
                      data-label={column.unit ? `${column.label} (${column.unit})` : column.label}
                    >
                      {at === first ? <Opener row={row}>{row.cells[at]}</Opener> : row.cells[at]}
                    </td>
                  ))}
                  {folds && (
                    <td className={s.more} role="cell">
                      <details>
                        <summary aria-label={fillText(strings.table.more, { name: nameOf(row) })}>
                          <Icon name="right" />
                        </summary>
                      </details>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          )}
          {foot && rows.length > 0 && (
            <tfoot role="rowgroup">
              <tr role="row" className={s.foot}>
                {columns.map((column, at) => (
                  <td
                    key={column.key}
                    role="cell"
                    className={classNames(
                      column.numeric && s.numeric,
                      placeOf(column.key),
                      at === columns.length - 1 && s.last,
                    )}
                  >
                    {foot[at]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        {rows.length === 0 && <div className={s.empty}>{empty ?? strings.table.empty}</div>}
      </div>
      {children}
    </section>
  );
}

function Opener({ row, children }: { row: Row; children: ReactNode }) {
  const { key, href, onOpen, note } = row;
  const words = href ? (
    <a className={s.open} href={href}>
      {children}
    </a>
  ) : onOpen ? (
    <button type="button" className={s.open} data-key={key} onClick={onOpen}>
      {children}
    </button>
  ) : (
    children
  );
  return (
    <>
      {words}
      {note && <span className={s.note}>{note}</span>}
    </>
  );
}

function nameOf({ name, cells, key }: Row): string {
  return name ?? (typeof cells[0] === 'string' ? cells[0] : key);
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

function Head({ column, place, last }: { column: Column; place: string | undefined; last: boolean }) {
  const strings = useLayoutStrings();
  const { key, label, unit, numeric, sortHref, onSort, sorted, sortLabel } = column;
  const words = (
    <span>
      {label}
      {unit && (
        <span className={s.unit}>
          {'\u00a0'}({unit})
        </span>
      )}
    </span>
  );
  const mark = <Icon name={sorted ?? 'sort'} size={14} />;
  const content = (
    <>
      {numeric && mark}
      {words}
      {!numeric && mark}
    </>
  );
  const className = classNames(s.headText, s.sort, sorted && s.sorted);
  const says =
    sortLabel ??
    fillText(sorted === 'asc' ? strings.table.sortDescending : strings.table.sortAscending, { column: label });
  return (
    <th
      scope="col"
      role="columnheader"
      className={classNames(numeric && s.numeric, place, last && s.last)}
      aria-sort={sorted ? ariaSort[sorted] : undefined}
    >
      {sortHref ? (
        <a className={className} href={sortHref} data-swap={`sort:${key}`} title={says}>
          {content}
        </a>
      ) : onSort ? (
        <button type="button" className={className} onClick={onSort} title={says}>
          {content}
        </button>
      ) : (
        <span className={s.headText}>{words}</span>
      )}
    </th>
  );
}
