import { DataTable } from '../../client/ui/data-table';
import type { Block, Cell, ReportDocument, TableBlock } from '../../server/platform/document/document.contract';
import { trendShape } from '../../server/platform/document/trend-shape.rules';
import { Meter } from '../layout/meter';
import s from './report-document.module.css';

interface ReportDocumentProps {
  document: ReportDocument;
}

/** A report as it was made, on a page; the title stands above it. */
export function ReportDocumentView({
  document: { logo, subtitle, blocks, notes, footer, locale },
}: ReportDocumentProps) {
  return (
    <div className={s.document} lang={locale.replace('_', '-')}>
      {logo && <img className={s.logo} src={logo.url} alt={logo.alt} width={logo.width} height={logo.height} />}
      {subtitle.map((line) => (
        <p key={line} className={s.subtitle}>
          {line}
        </p>
      ))}
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} at={at} />
      ))}
      <footer className={s.notes}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <p>{footer}</p>
      </footer>
    </div>
  );
}

function BlockView({ block, at }: { block: Block; at: number }) {
  switch (block.kind) {
    case 'paragraph':
      return <p>{block.text}</p>;
    case 'notice':
      return <p className={s.notice}>{block.text}</p>;
    case 'figures':
      return <Figures block={block} />;
    case 'bars':
      return <Bars block={block} />;
    case 'trend':
      return <Trend block={block} />;
    default:
      return <Table block={block} at={at} />;
  }
}

type Of<K extends Block['kind']> = { block: Extract<Block, { kind: K }> };

const linked = ({ text, href }: Pick<Cell, 'text' | 'href'>) => (href === undefined ? text : <a href={href}>{text}</a>);

const Figures = ({ block: { figures } }: Of<'figures'>) => (
  <dl className={s.figures}>
    {figures.map((tile) => (
      <div key={tile.label} className={s.figure}>
        <dt>{tile.label}</dt>
        <dd className={s.value}>{linked(tile)}</dd>
        {tile.note && <dd className={s.note}>{tile.note}</dd>}
      </div>
    ))}
  </dl>
);

function Bars({ block: { title, rows } }: Of<'bars'>) {
  const most = Math.max(...rows.map(({ value }) => value));
  return (
    <section>
      <h2>{title}</h2>
      <ul className={s.bars}>
        {rows.map((row) => (
          <li key={row.label}>
            <span className={s.line}>
              <span>{row.label}</span>
              <span>{linked(row)}</span>
            </span>
            <Meter fraction={most === 0 ? 0 : row.value / most} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const size = { width: 600, height: 140 };

function Trend({ block: { title, points, top, againstLabel, alt } }: Of<'trend'>) {
  const { bars, line } = trendShape(points, size);
  return (
    <section>
      <h2>{title}</h2>
      <figure className={s.chart}>
        <p className={`${s.line} ${s.note}`}>
          <span>{top}</span>
          <span>{againstLabel}</span>
        </p>
        <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={alt}>
          {bars.map((bar) => (
            <rect key={bar.x} {...bar} />
          ))}
          <line x1={0} x2={size.width} y1={size.height} y2={size.height} />
          {line !== '' && <path d={line} />}
        </svg>
        <p className={`${s.line} ${s.note}`}>
          <span>{points[0]?.label}</span>
          <span>{points.at(-1)?.label}</span>
        </p>
      </figure>
    </section>
  );
}

function Table({ block: { title, columns, rows, empty }, at }: { block: TableBlock; at: number }) {
  const side = columns.some((column) => column.side) ? columns.findIndex((column) => column.side) : columns.length - 1;
  return (
    <section>
      {title !== '' && <h2>{title}</h2>}
      <DataTable
        id={`report-table-${at}`}
        caption={title || columns.map(({ label }) => label).join(', ')}
        columns={columns.map(({ label, numeric }, column) => ({
          key: String(column),
          label,
          ...(numeric && { numeric }),
          ...(column === 0 && { primary: true }),
          ...(column === side && { primary: 'side' as const }),
        }))}
        rows={rows.map((cells, row) => ({ key: String(row), name: cells[0]?.text ?? '', cells: cells.map(linked) }))}
        empty={empty}
      />
    </section>
  );
}
