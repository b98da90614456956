import { Button } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { Icon } from '../../client/ui/icon';
import { isMoney, type VolumeKind } from '../../server/domain/volumes/volumes.rules';
import { cellName, estimatedName, typedDecimal } from '../../server/features/volumes/volume-cells.rules';
import type { VolumeLocation, VolumeMonth, VolumeRow } from '../../server/features/volumes/volume-month.contract';
import { PostForm } from '../layout/form';
import s from './volume-grid.module.css';
import { decimalText, kindName, type RefusedVolumes, type VolumeWriting } from './volume-words';

interface GridProps extends VolumeWriting {
  sign: ',' | '.';
  location: VolumeLocation;
  month: VolumeMonth;
  /** The one column that is shown. */
  kind: VolumeKind | null;
  edits: boolean;
  refused: RefusedVolumes | null;
}

/** A line for each day, a column for each kind; the total of the month below, for what nobody knows by day. */
export function VolumeGrid(props: GridProps) {
  const { t, location, month, kind, edits } = props;
  const table = <GridTable {...props} />;
  return (
    <section aria-label={t('volumes.grid')} className={s.section}>
      {edits ? (
        <PostForm action="/volumes" aria-label={t('volumes.grid')}>
          <input type="hidden" name="locationId" value={location.locationId} />
          <input type="hidden" name="month" value={month.month} />
          <input type="hidden" name="mark" value={month.mark} />
          {kind && <input type="hidden" name="kind" value={kind} />}
          {table}
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('volumes.save')}
            </Button>
            <span className={s.hint}>{t('volumes.gridHint')}</span>
          </div>
        </PostForm>
      ) : (
        table
      )}
      <Foreign {...props} />
    </section>
  );
}

function GridTable(props: GridProps) {
  const { t, format, location, month, edits } = props;
  const { sums, rows, total } = month;
  const showsTotal = edits ? !total.ahead : month.kinds.some((kind) => total.values[kind] !== null);
  return (
    <table className={classNames(s.grid, month.kinds.length === 1 && s.single)} role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t('volumes.day')}
          </th>
          {month.kinds.map((kind) => (
            <th key={kind} role="columnheader" scope="col" className={s.number}>
              {kindName(t, kind, location.currency)}
            </th>
          ))}
          <th role="columnheader" scope="col" className={s.tickHead}>
            {t('volumes.estimated')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <GridRow key={row.day} {...props} row={row} />
        ))}
      </tbody>
      <tfoot role="rowgroup">
        <tr role="row" className={s.sums}>
          <th role="rowheader" scope="row">
            {t('volumes.sum')}
          </th>
          {month.kinds.map((kind) => (
            <td key={kind} role="cell" className={s.number} data-label={kindName(t, kind, location.currency)}>
              {sums[kind] === null ? '–' : decimalText(format, sums[kind])}
            </td>
          ))}
          <td role="cell" />
        </tr>
        {showsTotal && <GridRow {...props} row={total} />}
      </tfoot>
    </table>
  );
}

function GridRow({ t, format, sign, location, month, edits, refused, row }: GridProps & { row: VolumeRow }) {
  const { day, date, ahead, closed, estimated } = row;
  const label = day === 0 ? t('volumes.wholeMonth') : format.date(date, { style: 'weekday' });
  const ticked = refused ? refused.typed[estimatedName(day)] === 'on' : estimated;
  return (
    <tr role="row" className={classNames(closed && s.closed, day === 0 && s.total)}>
      <th role="rowheader" scope="row">
        {day === 0 ? (
          <>
            {label}
            <small className={s.note}>{t('volumes.wholeMonthHint')}</small>
          </>
        ) : (
          <>
            <span className={s.weekday}>{format.date(date, { style: 'weekdayOnly' })}</span>{' '}
            {format.date(date, { style: 'short' })}
            {closed && <small className={s.note}>{t('volumes.closed')}</small>}
          </>
        )}
      </th>
      {month.kinds.map((kind) => (
        <td key={kind} role="cell" className={s.number} data-label={kindName(t, kind, location.currency)}>
          <Cell {...{ t, format, sign, refused, row, kind }} label={label} edits={edits && !ahead} />
        </td>
      ))}
      <td role="cell" className={s.tick} data-label={t('volumes.estimated')}>
        {edits && !ahead ? (
          <input
            type="checkbox"
            name={estimatedName(day)}
            defaultChecked={ticked}
            aria-label={`${t('volumes.estimated')}, ${label}`}
          />
        ) : (
          estimated && (
            <>
              <Icon name="check" />
              <span className="visually-hidden">{t('volumes.estimated')}</span>
            </>
          )
        )}
      </td>
    </tr>
  );
}

interface CellProps extends VolumeWriting {
  sign: ',' | '.';
  refused: RefusedVolumes | null;
  row: VolumeRow;
  kind: VolumeKind;
  label: string;
  edits: boolean;
}

function Cell({ t, format, sign, refused, row, kind, label, edits }: CellProps) {
  const stored = row.values[kind];
  if (!edits) return stored ? decimalText(format, stored.value) : <span className={s.none}>–</span>;
  const name = cellName(kind, row.day);
  const error = refused?.fields.find(({ field }) => field === name)?.sentence;
  return (
    <>
      <input
        name={name}
        inputMode={isMoney(kind) ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={40}
        aria-label={`${t(`volumes.kinds.${kind}`)}, ${label}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        defaultValue={refused ? (refused.typed[name] ?? '') : stored ? typedDecimal(stored.value, sign) : ''}
      />
      {error && (
        <span id={`${name}-error`} className={s.error}>
          {error}
        </span>
      )}
    </>
  );
}

/** Money that no ratio can use, because the site counts in another currency. */
function Foreign({ t, format, month: { foreign } }: GridProps) {
  if (foreign.length === 0) return null;
  return (
    <details className={s.foreign}>
      <summary>{t('volumes.foreign', { count: foreign.length, number: format.number(foreign.length) })}</summary>
      <ul>
        {foreign.map((one) => (
          <li key={`${one.kind} ${one.period} ${one.date} ${one.currency}`}>
            {one.period === 'MONTH' ? t('volumes.wholeMonth') : format.date(one.date)} ·{' '}
            {t(`volumes.kinds.${one.kind}`)} · {format.money(one.value, one.currency ?? 'USD')}
          </li>
        ))}
      </ul>
    </details>
  );
}
