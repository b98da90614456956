import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { StatementLine, StatementPartner } from '../../server/features/donation-dashboard/donations.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { DescriptionList } from '../layout/description-list';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import { path, placeOf, type Writing } from './donation-words';
import s from './statement-page.module.css';

interface StatementPageProps {
  t: Translate;
  settings: FormatSettings;
  organisation: string;
  siteName: string | null;
  simulated: boolean;
  filters: FilterBarView;
  start: string;
  end: string;
  /** Local date of the organization. */
  today: string;
  /** null: the days are wrong. */
  statement: { partners: StatementPartner[]; cut: boolean } | null;
  csvHref: string;
}

/** What each partner took in a period, with receipts, to print and hand on. */
export function StatementPage({
  t,
  settings,
  organisation,
  siteName,
  simulated,
  filters,
  start,
  end,
  today,
  statement,
  csvHref,
}: StatementPageProps) {
  const format = createFormat(settings);
  const partners = statement?.partners ?? [];
  return (
    <>
      <PageHeader
        title={t('donations.statement.title')}
        sentence={<span className="no-print">{t('donations.statement.sentence')}</span>}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        back={{ label: t('donations.title'), href: path }}
        actions={
          partners.length > 0 && (
            <LinkButton icon="download" href={csvHref} download className="no-print">
              {t('global.downloadCsv')}
            </LinkButton>
          )
        }
      />
      <div className="no-print">
        <ReportFilters id="statement-filters" format={format} bar={filters} />
      </div>
      {statement === null ? (
        <EmptyState title={t('report.invalidTitle')} sentence={t('report.invalid')} />
      ) : partners.length === 0 ? (
        <EmptyState title={t('donations.noPickups')} sentence={t('donations.statement.none')} />
      ) : (
        <>
          {statement.cut && <Notice tone="warning">{t('donations.statement.cut')}</Notice>}
          <div className={s.facts}>
            <DescriptionList
              items={[
                {
                  term: t('donations.statement.giver'),
                  value: siteName === null ? organisation : `${organisation}, ${siteName}`,
                },
                { term: t('donations.statement.period'), value: format.range(start, end) },
                { term: t('donations.statement.issued'), value: format.date(today) },
              ]}
            />
          </div>
          {partners.map((partner) => (
            <OfPartner key={partner.partnerId} {...{ t, format, partner }} />
          ))}
          <p className={s.method}>{t('donations.statement.method')}</p>
        </>
      )}
    </>
  );
}

function OfPartner({ t, format, partner }: Writing & { partner: StatementPartner }) {
  const { partnerId, partnerName, pickups, grams, confirmedGrams, partnerGrams, values, receipts, missing, lines } =
    partner;
  const { abbr } = format.unit;
  const weight = (value: number) => format.weight(value, { unit: false });
  const foot = [
    t('donations.statement.sum', { count: pickups, number: format.number(pickups) }),
    '',
    '',
    weight(grams),
    receipts === 0 ? '' : weight(partnerGrams),
    receipts === 0 ? '' : format.weight(partnerGrams - confirmedGrams, { unit: false, sign: true }),
    values.map(({ currency, amount }) => format.money(amount, currency)).join(' · '),
    missing === 0
      ? t('donations.statement.complete')
      : t('donations.statement.missing', { count: missing, number: format.number(missing) }),
  ];
  return (
    <Section id={`partner-${partnerId}`} title={partnerName}>
      <DataTable
        id={`statement-${partnerId}`}
        caption={partnerName}
        columns={[
          { key: 'day', label: t('donations.day'), primary: true },
          { key: 'place', label: t('donations.from') },
          { key: 'item', label: t('legacy.fields.itemId') },
          { key: 'grams', label: t('donations.ourWeight'), unit: abbr, numeric: true, primary: 'side' },
          { key: 'partnerGrams', label: t('donations.partnerWeight'), unit: abbr, numeric: true },
          { key: 'difference', label: t('donations.difference'), unit: abbr, numeric: true },
          { key: 'value', label: t('donations.value'), numeric: true },
          { key: 'receipt', label: t('donations.receipt') },
        ]}
        rows={lines.map((line) => ({
          key: String(line.pickupId),
          name: format.date(line.day),
          href: `${path}/pickups/${line.pickupId}`,
          cells: cellsOf({ t, format }, line),
        }))}
        foot={foot}
      />
    </Section>
  );
}

function cellsOf({ t, format }: Writing, line: StatementLine) {
  const { grams, partnerGrams, worth, currency, receiptNo, itemName } = line;
  const weight = (value: number) => format.weight(value, { unit: false });
  const noReceipt = <Missing reason={t('donations.noReceipt')} />;
  return [
    format.date(line.day),
    placeOf(line),
    itemName ?? <Missing key="item" reason={t('legacy.events.notSaid')} align="start" />,
    weight(grams ?? 0),
    partnerGrams === null ? noReceipt : weight(partnerGrams),
    partnerGrams === null ? noReceipt : format.weight(partnerGrams - (grams ?? 0), { unit: false, sign: true }),
    worth === null ? <Missing key="worth" reason={t('donations.statement.noValue')} /> : format.money(worth, currency),
    receiptNo ?? <Missing key="receipt" reason={t('donations.noReceipt')} align="start" />,
  ];
}
