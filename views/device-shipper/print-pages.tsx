import { createFormat, type FormatSettings } from '../../client/ui/format';
import type { ShipmentItem, ShipmentRow } from '../../server/features/device-shipper/shipments.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './print-pages.module.css';

interface SheetProps {
  t: Translate;
  back: string;
  organisation: string;
  shipment: ShipmentRow;
}

function Hint({ t, back, number }: { t: Translate; back: string; number: number }) {
  return (
    <p className={`no-print ${s.hint}`}>
      <a href={back}>{t('deviceShipper.numbered', { number })}</a>
      <span>{t('reports.printHint')}</span>
    </p>
  );
}

interface PackingListPageProps extends SheetProps {
  settings: FormatSettings;
  items: (ShipmentItem & { qr: string })[];
}

/** Lies in the box: whoever unpacks it checks each device, and scans its serial number from paper. */
export function PackingListPage({ t, settings, back, organisation, shipment, items }: PackingListPageProps) {
  const format = createFormat(settings);
  const { number, siteName, address, reference, carrier, tracking, note, createdAt } = shipment;
  return (
    <main id="main" className={s.sheet}>
      <Hint t={t} back={back} number={number} />
      <h1 className={s.title}>{t('deviceShipper.packingList')}</h1>
      <div className={s.head}>
        <address className={s.address}>
          <strong>{organisation}</strong>
          {'\n'}
          {siteName}
          {'\n'}
          {address}
        </address>
        <dl className={s.facts}>
          <dt>{t('deviceShipper.shipment')}</dt>
          <dd>{format.number(number)}</dd>
          <dt>{t('deviceShipper.created')}</dt>
          <dd>{format.dateTime(createdAt.toISOString())}</dd>
          {reference !== '' && (
            <>
              <dt>{t('deviceShipper.reference')}</dt>
              <dd>{reference}</dd>
            </>
          )}
          {tracking !== '' && (
            <>
              <dt>{t('deviceShipper.tracking')}</dt>
              <dd>{`${carrier} ${tracking}`}</dd>
            </>
          )}
        </dl>
      </div>
      {items.length === 0 ? (
        <p>{t('deviceShipper.noDevices')}</p>
      ) : (
        <table className={s.table}>
          <caption>{t('deviceShipper.count', { count: items.length, number: format.number(items.length) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('deviceShipper.device')}</th>
              <th scope="col">{t('fleet.serial')}</th>
              <th scope="col">{t('deviceShipper.replaces')}</th>
              <th scope="col">{t('deviceShipper.code')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ deviceId, name, serial, replaces, qr }) => (
              <tr key={deviceId}>
                <td>{name}</td>
                <td className={s.serial}>{serial}</td>
                <td>{replaces ? `${replaces.name} (${replaces.serial})` : t('deviceShipper.replacesNothing')}</td>
                <td>
                  <img className={s.qr} src={qr} alt={t('deviceShipper.codeOf', { serial })} width="96" height="96" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note !== '' && <p className={s.note}>{note}</p>}
    </main>
  );
}

/** Stands on the box. */
export function LabelPage({ t, back, organisation, shipment }: SheetProps) {
  const { number, siteName, address, reference, carrier, tracking } = shipment;
  return (
    <main id="main" className={s.labelSheet}>
      <Hint t={t} back={back} number={number} />
      <h1 className="visually-hidden">{t('deviceShipper.label')}</h1>
      <div className={s.label}>
        <address className={s.to}>
          <strong>{organisation}</strong>
          {'\n'}
          {siteName}
          {'\n'}
          {address}
        </address>
        <p className={s.foot}>
          {[
            t('deviceShipper.numbered', { number }),
            ...(reference === '' ? [] : [reference]),
            ...(tracking === '' ? [] : [`${carrier} ${tracking}`]),
          ].join(' · ')}
        </p>
      </div>
    </main>
  );
}
