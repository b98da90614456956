import { LinkButton } from '../../client/ui/button';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type {
  ShipmentDetail,
  ShipmentDone,
  ShipmentRow,
} from '../../server/features/device-shipper/shipments.contract';
import { mayEdit } from '../../server/features/device-shipper/shipments.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import type { FormFailure } from '../layout/form-failure';
import { DevicesSection } from './shipment-devices';
import { DetailsSection, StepSections } from './shipment-steps';
import { ShipmentStateBadge, type Writing } from './shipment-words';
import s from './shipper.module.css';

interface ShipmentPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  /** Of this page. */
  path: string;
  back: string;
  /** Of devices' pages, before the id. */
  devices: string;
  /** Local date of the site. */
  today: string;
  edits: boolean;
  /** May add devices that stand nowhere. */
  addsNew: boolean;
  detail: ShipmentDetail;
  done: NonNullable<ShipmentDone> | null;
  refused: (FormFailure & { form: string }) | null;
}

/** One shipment: what is in it, where it goes and how far it has come. */
export function ShipmentPage(props: ShipmentPageProps) {
  const { t, settings, title, path, back, devices, today, edits, addsNew, detail, done, refused } = props;
  const format = createFormat(settings);
  const { shipment, items } = detail;
  const parts = { t, format, action: path, devices, today, edits, addsNew, detail, refused };
  return (
    <>
      <PageHeader
        title={title}
        badge={<ShipmentStateBadge t={t} state={shipment.state} />}
        sentence={t(`deviceShipper.stateSentence.${shipment.state}`)}
        back={{ label: t('deviceShipper.title'), href: back }}
        actions={
          items.length > 0 && (
            <>
              <LinkButton href={`${path}/packing-list`}>{t('deviceShipper.packingList')}</LinkButton>
              <LinkButton href={`${path}/label`}>{t('deviceShipper.label')}</LinkButton>
            </>
          )
        }
      />
      {done && <Notice tone="success">{t(`deviceShipper.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <DescriptionList items={factsOf({ t, format }, shipment)} />
      <DevicesSection {...parts} />
      {edits && <StepSections {...parts} />}
      {edits && mayEdit(shipment.state, 'details') && <DetailsSection {...parts} />}
    </>
  );
}

function factsOf({ t, format }: Writing, shipment: ShipmentRow) {
  const { siteName, address, reference, note, carrier, tracking, reason, createdBy, createdAt } = shipment;
  const { packedAt, shippedAt, deliveredOn, closedAt } = shipment;
  const time = (instant: Date) => format.dateTime(instant.toISOString());
  const text = (value: string) => <span className={s.text}>{value}</span>;
  return [
    { term: t('deviceShipper.site'), value: siteName },
    {
      term: t('deviceShipper.address'),
      value: address === '' ? t('deviceShipper.noAddress') : text(address),
    },
    ...(reference === '' ? [] : [{ term: t('deviceShipper.reference'), value: reference }]),
    ...(carrier === '' ? [] : [{ term: t('deviceShipper.carrier'), value: carrier }]),
    ...(tracking === '' ? [] : [{ term: t('deviceShipper.tracking'), value: tracking }]),
    {
      term: t('deviceShipper.created'),
      value:
        createdBy === '' ? time(createdAt) : t('deviceShipper.createdBy', { name: createdBy, time: time(createdAt) }),
    },
    ...(packedAt === null ? [] : [{ term: t('deviceShipper.packedAt'), value: time(packedAt) }]),
    ...(shippedAt === null ? [] : [{ term: t('deviceShipper.shippedAt'), value: time(shippedAt) }]),
    ...(deliveredOn === null ? [] : [{ term: t('deviceShipper.deliveredOn'), value: format.date(deliveredOn) }]),
    ...(closedAt === null ? [] : [{ term: t('deviceShipper.closedAt'), value: time(closedAt) }]),
    ...(reason === '' ? [] : [{ term: t('deviceShipper.reason'), value: text(reason) }]),
    ...(note === '' ? [] : [{ term: t('deviceShipper.note'), value: text(note) }]),
  ];
}
