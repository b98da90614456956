import { LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { Missing } from '../../client/ui/missing';
import type {
  Donations,
  PartnerSums,
  Pickup,
  PlannedPickup,
} from '../../server/features/donation-dashboard/donations.contract';
import { receiptDays } from '../../server/features/donation-dashboard/donations.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import { Meter } from '../layout/meter';
import { Section } from '../layout/section';
import { lotsHref, path, placeOf, unweighedHref, weighedFilters, whenOf, type Writing } from './donation-words';
import s from './donations-page.module.css';

/** What is to be done, whatever the days of the figures. */
export interface Todo {
  planned: PlannedPickup[];
  missing: { total: number; first: Pickup[] };
  /** The last day of pickups whose receipt is asked for. */
  until: string;
}

export type OfFigures = Writing & { figures: Donations; filters: Filters };

/** Who collected how much, and what their receipts say. */
export function Partners({
  t,
  format,
  figures: { partners, linked },
  filters,
  statementHref,
}: OfFigures & { statementHref: string }) {
  const largest = partners[0]?.grams ?? 0;
  const { abbr } = format.unit;
  const weight = (grams: number) => format.weight(grams, { unit: false });
  const cells = (partner: PartnerSums) => {
    const { partnerId, partnerName, grams, pickups, confirmed, confirmedGrams, partnerGrams } = partner;
    return [
      <>
        {partnerName}
        <Meter fraction={largest > 0 ? grams / largest : 0} className={s.bar} />
      </>,
      <a key="weight" href={lotsHref({ ...filters, partnerId, show: 'left' })}>
        {weight(grams)}
      </a>,
      format.number(pickups),
      confirmed === 0 ? (
        <Missing reason={t('donations.noReceipt')} />
      ) : (
        <a key="confirmed" href={lotsHref({ ...filters, partnerId, show: 'confirmed' })}>
          {weight(partnerGrams)}
        </a>
      ),
      confirmed === 0 ? (
        <Missing reason={t('donations.noReceipt')} />
      ) : (
        format.weight(partnerGrams - confirmedGrams, { unit: false, sign: true })
      ),
      t('donations.receiptsOf', {
        confirmed: format.number(confirmed),
        count: pickups,
        number: format.number(pickups),
      }),
    ];
  };
  return (
    <Section
      id="partners"
      title={t('donations.byPartner')}
      sentence={
        linked.pickups > 0 ? (
          <>
            {t('donations.linked', {
              weighed: format.weight(linked.weighedGrams),
              pickedUp: format.weight(linked.grams),
            })}{' '}
            <a href={lotsHref({ ...filters, show: 'left', origin: 'weighed' })}>{t('donations.linkedOpen')}</a>
          </>
        ) : (
          t('donations.byPartnerSentence')
        )
      }
      actions={
        <LinkButton size="small" href={statementHref}>
          {t('donations.statement.title')}
        </LinkButton>
      }
    >
      {partners.length === 0 ? (
        <p className={s.none}>{t('donations.noPickups')}</p>
      ) : (
        <DataTable
          id="partner-ranking"
          caption={t('donations.byPartner')}
          columns={[
            { key: 'partner', label: t('donations.partner'), primary: true },
            { key: 'grams', label: t('donations.ourWeight'), unit: abbr, numeric: true, primary: 'side' },
            { key: 'pickups', label: t('donations.pickups'), numeric: true },
            { key: 'partnerGrams', label: t('donations.partnerWeight'), unit: abbr, numeric: true },
            { key: 'difference', label: t('donations.difference'), unit: abbr, numeric: true },
            { key: 'receipts', label: t('donations.receipts') },
          ]}
          rows={partners.map((partner) => ({
            key: String(partner.partnerId),
            name: partner.partnerName,
            cells: cells(partner),
          }))}
        />
      )}
    </Section>
  );
}

const mostItems = 10;

/** What was donated, by item, from either kind of figure. */
export function Items({ t, format, figures: { items }, filters }: OfFigures) {
  const [shown, rest] = [items.slice(0, mostItems), items.slice(mostItems)];
  const title = t('donations.byItem');
  return (
    <Section id="items" title={title}>
      <ItemTable {...{ t, format, filters }} id="item-mix" caption={title} items={shown} />
      {rest.length > 0 && (
        <Fold
          title={t('donations.moreItems', {
            count: rest.length,
            number: format.number(rest.length),
            weight: format.weight(rest.reduce((sum, { grams }) => sum + grams, 0)),
          })}
        >
          <ItemTable {...{ t, format, filters }} id="item-rest" caption={title} items={rest} />
        </Fold>
      )}
    </Section>
  );
}

interface ItemTableProps extends Writing {
  id: string;
  caption: string;
  items: Donations['items'];
  filters: Filters;
}

function ItemTable({ t, format, id, caption, items, filters }: ItemTableProps) {
  const { abbr } = format.unit;
  const weight = (grams: number) => format.weight(grams, { unit: false });
  const nothing = <span aria-hidden="true">–</span>;
  return (
    <DataTable
      id={id}
      caption={caption}
      columns={[
        { key: 'item', label: t('legacy.fields.itemId'), primary: true },
        { key: 'weighed', label: t('donations.weighed'), unit: abbr, numeric: true },
        { key: 'alone', label: t('donations.alone'), unit: abbr, numeric: true },
        { key: 'total', label: t('donations.total'), unit: abbr, numeric: true },
        { key: 'share', label: t('donations.share'), numeric: true, primary: 'side' },
      ]}
      rows={items.map(({ itemId, itemName, weighedGrams, aloneGrams, grams, share }) => {
        const name = itemId === null ? t('legacy.events.notSaid') : (itemName ?? String(itemId));
        const item = itemId ?? 'none';
        return {
          key: String(itemId),
          name,
          cells: [
            <>
              {name}
              <Meter fraction={share} className={s.bar} />
            </>,
            weighedGrams > 0 ? (
              <Figure key="weighed" of={{ kind: 'total' }} filters={{ ...weighedFilters(filters), itemId: item }}>
                {weight(weighedGrams)}
              </Figure>
            ) : (
              nothing
            ),
            aloneGrams > 0 ? (
              <a key="alone" href={unweighedHref({ ...filters, itemId: item })}>
                {weight(aloneGrams)}
              </a>
            ) : (
              nothing
            ),
            weight(grams),
            format.percent(share, { decimals: 1 }),
          ],
        };
      })}
    />
  );
}

/** Pickups whose receipt is asked for, the oldest first. */
export function MissingReceipts({
  t,
  format,
  todo: { missing, until },
  place,
}: Writing & { todo: Todo; place: Filters }) {
  const count = missing.total;
  return (
    <Section
      id="receipts"
      title={t('donations.receiptsMissing', { count, number: format.number(count) })}
      sentence={t('donations.receiptsSentence', { days: receiptDays })}
    >
      <ul className={s.list}>
        {missing.first.map((pickup) => (
          <li key={pickup.pickupId}>
            <a href={`${path}/pickups/${pickup.pickupId}`}>{pickup.partnerName}</a>
            <span>{whenOf(format, pickup)}</span>
            <span>{placeOf(pickup)}</span>
            <span className={s.number}>{format.weight(pickup.grams ?? 0)}</span>
          </li>
        ))}
      </ul>
      {count > missing.first.length && (
        <p className={s.none}>
          <a href={lotsHref({ ...place, endDate: until, show: 'pickedUp', sort: 'day' })}>
            {t('donations.showAll', { count, number: format.number(count) })}
          </a>
        </p>
      )}
    </Section>
  );
}
