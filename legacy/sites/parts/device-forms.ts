import { usePage, type LegacyPage } from '../../../client/legacy/page';
import type { FormFieldProps } from '../../../client/ui/form-field';
import type { DeviceRow, SiteDetail } from '../../../server/domain/places/sites.contract';

function fieldsOf(
  { t }: LegacyPage,
  { locations }: SiteDetail,
  { deviceName, locationId }: Partial<DeviceRow>,
): FormFieldProps[] {
  const open = locations.filter((one) => one.locationStatus === 'A' || one.locationId === locationId);
  return [
    {
      name: 'deviceName',
      label: t('legacy.fields.deviceId'),
      defaultValue: deviceName,
      required: true,
      maxLength: 200,
    },
    {
      name: 'locationId',
      kind: 'select',
      label: t('legacy.fields.locationName'),
      defaultValue: String(locationId ?? ''),
      options: [
        { value: '', label: t('legacy.sites.nowhere') },
        ...open.map((one) => ({ value: String(one.locationId), label: one.locationName })),
      ],
    },
  ];
}

const bodyOf = (typed: Record<string, string>) => ({
  deviceName: typed.deviceName ?? '',
  locationId: typed.locationId ? Number(typed.locationId) : null,
});

interface Outcomes {
  /** Called after each change, so that the site is loaded again. */
  onSaved: () => void;
  onKey: (key: { deviceName: string; key: string }) => void;
}

export function useDeviceForms({ onSaved, onKey }: Outcomes) {
  const page = usePage();
  const { t, call, ask, say } = page;
  const save = ({ deviceId, deviceName, locationId, deviceStatus }: DeviceRow, changed: Partial<DeviceRow>) =>
    call(`/devices/${deviceId}`, { method: 'PUT', body: { deviceName, locationId, deviceStatus, ...changed } });
  return {
    openNewDevice(detail: SiteDetail) {
      const locationId = detail.locations.find((one) => one.locationStatus === 'A')?.locationId ?? null;
      ask({
        title: t('legacy.sites.newDeviceTitle'),
        sentence: t('legacy.sites.newDeviceSentence'),
        submit: t('legacy.sites.createDevice'),
        fields: [
          ...fieldsOf(page, detail, { locationId }),
          { name: 'serial', label: t('legacy.fields.serial'), required: true, maxLength: 100 },
        ],
        async onSubmit(typed) {
          await call('/devices', { method: 'POST', body: { ...bodyOf(typed), serial: typed.serial } });
          say(t('legacy.sites.deviceCreated'));
          onSaved();
        },
      });
    },

    openDevice(device: DeviceRow, detail: SiteDetail) {
      ask({
        title: t('legacy.sites.editTitle', { name: device.deviceName }),
        submit: t('legacy.ui.save'),
        fields: fieldsOf(page, detail, device),
        async onSubmit(typed) {
          await save(device, bodyOf(typed));
          say(t('legacy.sites.saved'));
          onSaved();
        },
      });
    },

    openDeviceState(device: DeviceRow) {
      const { deviceName: name } = device;
      const retiring = device.deviceStatus === 'A';
      ask({
        fields: [],
        tone: retiring ? 'danger' : 'primary',
        title: t(retiring ? 'legacy.sites.retireTitle' : 'legacy.sites.bringBackTitle', { name }),
        points: retiring
          ? [t('legacy.sites.retireSentence'), t('legacy.sites.retireStays'), t('legacy.sites.retireUndo')]
          : [t('legacy.sites.bringBackSentence')],
        submit: t(retiring ? 'legacy.sites.retire' : 'legacy.sites.bringBack'),
        async onSubmit() {
          await save(device, { deviceStatus: retiring ? 'I' : 'A' });
          say(t(retiring ? 'legacy.sites.retiredDone' : 'legacy.sites.broughtBack', { name }));
          onSaved();
        },
      });
    },

    /** Asks first, because the old key ends at once. */
    openKey({ deviceId, deviceName, hasKey }: DeviceRow) {
      ask({
        size: 'small',
        fields: [],
        submit: t('legacy.sites.newKey'),
        tone: hasKey ? 'danger' : 'primary',
        title: t('legacy.sites.keyTitle', { name: deviceName }),
        sentence: t(hasKey ? 'legacy.sites.keyReplaces' : 'legacy.sites.keyFirst'),
        async onSubmit() {
          const { key } = await call<{ key: string }>(`/devices/${deviceId}/key`, { method: 'POST', body: {} });
          onSaved();
          onKey({ deviceName, key });
        },
      });
    },
  };
}
