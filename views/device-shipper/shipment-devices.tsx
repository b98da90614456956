import { Button } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { ShipmentItem } from '../../server/features/device-shipper/shipments.contract';
import { mayEdit } from '../../server/features/device-shipper/shipments.rules';
import { PostForm } from '../layout/form';
import { problemIn } from '../layout/form-failure';
import { Section } from '../layout/section';
import { refusalOf, type Parts } from './shipment-parts';
import s from './shipper.module.css';

/** What is in the box, and which device at the site each takes the place of. */
export function DevicesSection(parts: Parts) {
  const {
    t,
    edits,
    detail: { shipment, items },
  } = parts;
  const changes = edits && mayEdit(shipment.state, 'items');
  return (
    <Section id="devices" title={t('deviceShipper.devices')}>
      {items.length === 0 ? (
        <p className={s.none}>{t('deviceShipper.noDevices')}</p>
      ) : (
        <ul className={s.items}>
          {items.map((item) => (
            <Item key={item.deviceId} {...parts} item={item} removes={changes} />
          ))}
        </ul>
      )}
      {changes && <ScanForm {...parts} />}
      {changes && parts.addsNew && <NewDeviceForm {...parts} />}
    </Section>
  );
}

function Item(parts: Parts & { item: ShipmentItem; removes: boolean }) {
  const {
    t,
    action,
    devices,
    edits,
    removes,
    item,
    detail: { shipment, items, replaceable },
  } = parts;
  const { deviceId, name, serial, locationName, replaces } = item;
  const others = new Set(
    items.flatMap((one) => (one.replaces && one.deviceId !== deviceId ? [one.replaces.deviceId] : [])),
  );
  const offered = replaceable.filter((one) => !others.has(one.deviceId));
  const refusal = refusalOf(parts, 'replace');
  const refused = refusal?.typed.deviceId === String(deviceId) ? refusal : null;
  const chooses = edits && mayEdit(shipment.state, 'replacements') && (offered.length > 0 || replaces !== null);
  const isOffered = offered.some((one) => one.deviceId === replaces?.deviceId);
  return (
    <li className={s.item}>
      <div className={s.itemHead}>
        <div>
          <a href={`${devices}/${deviceId}`}>{name}</a>
          <span className={s.under}>{serial}</span>
          {locationName !== null && <span className={s.under}>{locationName}</span>}
          {replaces && !chooses && (
            <span className={s.under}>
              {t('deviceShipper.replacesDevice', { device: replaces.name, serial: replaces.serial })}
            </span>
          )}
        </div>
        {removes && (
          <PostForm action={`${action}/remove`}>
            <input type="hidden" name="version" value={shipment.version} />
            <input type="hidden" name="deviceId" value={deviceId} />
            <Button type="submit" size="small" aria-label={t('deviceShipper.removeDevice', { device: name })}>
              {t('deviceShipper.remove')}
            </Button>
          </PostForm>
        )}
      </div>
      {chooses && (
        <PostForm
          action={`${action}/replace`}
          className={s.bar}
          aria-label={t('deviceShipper.replacesOf', { device: name })}
        >
          <input type="hidden" name="version" value={shipment.version} />
          <input type="hidden" name="deviceId" value={deviceId} />
          <FormField
            kind="select"
            id={`field-replaces-${deviceId}`}
            name="replacesDeviceId"
            label={t('deviceShipper.replaces')}
            options={[
              { value: '', label: t('deviceShipper.replacesNothing') },
              ...(replaces && !isOffered ? [{ value: String(replaces.deviceId), label: replaces.name }] : []),
              ...offered.map((one) => ({
                value: String(one.deviceId),
                label: [one.name, one.serial, one.locationName].join(' · '),
              })),
            ]}
            defaultValue={refused?.typed.replacesDeviceId ?? String(replaces?.deviceId ?? '')}
            error={problemIn(refused, 'replacesDeviceId')}
          />
          <Button type="submit" size="small" aria-label={t('deviceShipper.saveReplaces', { device: name })}>
            {t('deviceShipper.save')}
          </Button>
        </PostForm>
      )}
    </li>
  );
}

function ScanForm(parts: Parts) {
  const {
    t,
    action,
    detail: { shipment },
  } = parts;
  const refused = refusalOf(parts, 'add');
  const problems = refused?.fields.filter(({ field }) => field === 'serials') ?? [];
  return (
    <PostForm action={`${action}/add`} className={s.form} aria-label={t('deviceShipper.addDevices')}>
      <input type="hidden" name="version" value={shipment.version} />
      {problems.length > 1 && (
        <Notice tone="error">
          <ul className={s.problems}>
            {problems.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className={s.scan}>
        <FormField
          kind="textarea"
          name="serials"
          rows={4}
          label={t('deviceShipper.serials')}
          hint={t('deviceShipper.serialsHint')}
          required
          maxLength={20_000}
          autoComplete="off"
          spellCheck={false}
          defaultValue={refused?.typed.serials}
          error={problems.length > 1 ? refused?.sentence : problems[0]?.sentence}
        />
      </div>
      <div className={s.bar}>
        <Button type="submit">{t('deviceShipper.addDevices')}</Button>
      </div>
    </PostForm>
  );
}

function NewDeviceForm(parts: Parts) {
  const {
    t,
    action,
    detail: { shipment },
  } = parts;
  const refused = refusalOf(parts, 'create');
  return (
    <Fold quiet title={t('deviceShipper.newDevice')} open={refused !== null}>
      <p>{t('deviceShipper.newDeviceSentence')}</p>
      <PostForm action={`${action}/create`} className={s.form} aria-label={t('deviceShipper.newDevice')}>
        <input type="hidden" name="version" value={shipment.version} />
        <FormField
          name="serial"
          label={t('fleet.serial')}
          hint={t('fleet.serialHint')}
          required
          maxLength={100}
          autoComplete="off"
          defaultValue={refused?.typed.serial}
          error={problemIn(refused, 'serial')}
        />
        <FormField
          name="deviceName"
          label={t('fleet.name')}
          hint={t('fleet.nameHint')}
          required
          maxLength={200}
          defaultValue={refused?.typed.deviceName}
          error={problemIn(refused, 'deviceName')}
        />
        <div className={s.bar}>
          <Button type="submit">{t('deviceShipper.addNewDevice')}</Button>
        </div>
      </PostForm>
    </Fold>
  );
}
