import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { RowButton, StateChange } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { DataTable } from '../../../client/ui/data-table';
import type { DeviceRow, SiteDetail } from '../../../server/domain/places/sites.contract';
import type { useDeviceForms } from './device-forms';

export function DeviceTable({ detail, forms }: { detail: SiteDetail; forms: ReturnType<typeof useDeviceForms> }) {
  const { t, format } = usePage();
  const placeOf = (device: DeviceRow) =>
    detail.locations.find((one) => one.locationId === device.locationId)?.locationName ?? t('legacy.sites.nowhere');
  return (
    <DataTable
      id="devices"
      caption={t('legacy.sites.devices')}
      phone="blocks"
      columns={[
        { key: 'deviceName', label: t('legacy.fields.deviceId'), primary: true },
        { key: 'serial', label: t('legacy.fields.serial') },
        { key: 'location', label: t('legacy.fields.locationName') },
        { key: 'lastSeen', label: t('legacy.fields.lastSeenAt') },
        { key: 'status', label: t('legacy.fields.state') },
        { key: 'actions', label: t('legacy.ui.actions'), primary: true },
      ]}
      rows={detail.devices.map((row) => {
        const inUse = row.deviceStatus === 'A';
        return {
          key: String(row.deviceId),
          state: inUse ? undefined : 'greyed',
          cells: [
            row.deviceName,
            row.serial,
            placeOf(row),
            row.lastSeenAt === null
              ? t('legacy.sites.neverSeen')
              : format.dateTime(row.lastSeenAt, detail.site.timeZone),
            <StateChange key="state" shows={<DeviceBadge device={row} />}>
              <RowButton tone="quiet" about={row.deviceName} onClick={() => forms.openDeviceState(row)}>
                {t(inUse ? 'legacy.sites.retire' : 'legacy.sites.bringBack')}
              </RowButton>
            </StateChange>,
            <span key="actions" className={p.buttons}>
              <RowButton about={row.deviceName} onClick={() => forms.openDevice(row, detail)}>
                {t('legacy.ui.edit')}
              </RowButton>
              {inUse && (
                <RowButton about={row.deviceName} onClick={() => forms.openKey(row)}>
                  {t('legacy.sites.newKey')}
                </RowButton>
              )}
            </span>,
          ],
        };
      })}
    />
  );
}

function DeviceBadge({ device: { deviceStatus, hasKey } }: { device: DeviceRow }) {
  const { t } = usePage();
  if (deviceStatus === 'I') return <Badge>{t('legacy.sites.retired')}</Badge>;
  return hasKey ? (
    <Badge tone="less">{t('legacy.sites.inUse')}</Badge>
  ) : (
    <Badge tone="attention">{t('legacy.sites.withoutKey')}</Badge>
  );
}
