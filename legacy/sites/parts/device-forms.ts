import { button } from '../../../client/legacy/buttons';
import { openDialog, openForm } from '../../../client/legacy/dialog';
import { el } from '../../../client/legacy/element';
import type { FieldSpec } from '../../../client/legacy/fields';
import p from '../../../client/legacy/page.module.css';
import type { LegacyPage } from '../../../client/legacy/page';
import { openSaveForm } from '../../../client/legacy/save-form';
import type { DeviceRow, SiteDetail } from '../../../server/features/sites/sites.contract';

function specsOf({ t }: LegacyPage, { locations }: SiteDetail, { deviceName, locationId }: Partial<DeviceRow>): FieldSpec[] {
  const open = locations.filter((one) => one.locationStatus === 'A' || one.locationId === locationId);
  return [
    { name: 'deviceName', label: t('legacy.fields.deviceId'), value: deviceName, required: true, maxLength: 200 },
    {
      name: 'locationId', kind: 'select', label: t('legacy.fields.locationName'), value: locationId,
      options: [{ value: '', label: t('legacy.sites.nowhere') }, ...open.map((one) => ({ value: String(one.locationId), label: one.locationName }))],
    },
  ];
}

const bodyOf = (typed: Record<string, string>) => ({ deviceName: typed.deviceName ?? '', locationId: typed.locationId ? Number(typed.locationId) : null });

export function openNewDevice(page: LegacyPage, detail: SiteDetail, onSaved: () => void): void {
  const { t } = page;
  const locationId = detail.locations.find((one) => one.locationStatus === 'A')?.locationId;
  openSaveForm(page, {
    title: t('legacy.sites.newDeviceTitle'), sentence: t('legacy.sites.newDeviceSentence'), submit: t('legacy.sites.createDevice'), saved: t('legacy.sites.deviceCreated'), onSaved,
    fields: [...specsOf(page, detail, { locationId }), { name: 'serial', label: t('legacy.fields.serial'), required: true, maxLength: 100 }],
    save: (typed) => page.call('/devices', { method: 'POST', body: { ...bodyOf(typed), serial: typed.serial } }),
  });
}

export function openDevice(page: LegacyPage, { device, detail, onSaved }: { device: DeviceRow; detail: SiteDetail; onSaved: () => void }): void {
  const { t } = page;
  openSaveForm(page, {
    title: t('legacy.sites.editTitle', { name: device.deviceName }), submit: t('legacy.ui.save'), saved: t('legacy.sites.saved'), onSaved,
    fields: specsOf(page, detail, device), save: (typed) => save(page, device, bodyOf(typed)),
  });
}

export function openDeviceState(page: LegacyPage, device: DeviceRow, onSaved: () => void): void {
  const { t } = page;
  const { deviceName: name } = device;
  const retiring = device.deviceStatus === 'A';
  openSaveForm(page, {
    size: 'small', fields: [], tone: retiring ? 'danger' : 'primary', onSaved,
    title: t(retiring ? 'legacy.sites.retireTitle' : 'legacy.sites.bringBackTitle', { name }),
    sentence: t(retiring ? 'legacy.sites.retireSentence' : 'legacy.sites.bringBackSentence'),
    submit: t(retiring ? 'legacy.sites.retire' : 'legacy.sites.bringBack'),
    saved: t(retiring ? 'legacy.sites.retiredDone' : 'legacy.sites.broughtBack', { name }),
    save: () => save(page, device, { deviceStatus: retiring ? 'I' : 'A' }),
  });
}

/** Asks first, because the old key ends at once; then shows the new one this one time. */
export function openKey(page: LegacyPage, device: DeviceRow, onSaved: () => void): void {
  const { t } = page;
  const give = async () => {
    const { key } = await page.call<{ key: string }>(`/devices/${device.deviceId}/key`, { method: 'POST', body: {} });
    onSaved();
    // The form's own dialog closes first and gives the focus back; then this one takes it.
    setTimeout(() => showKey(page, device, key));
  };
  openForm({
    t, size: 'small', fields: [], submit: t('legacy.sites.newKey'), tone: device.hasKey ? 'danger' : 'primary', onSubmit: give,
    title: t('legacy.sites.keyTitle', { name: device.deviceName }), sentence: t(device.hasKey ? 'legacy.sites.keyReplaces' : 'legacy.sites.keyFirst'),
  });
}

function showKey(page: LegacyPage, device: DeviceRow, key: string): void {
  const { t } = page;
  const shown = el('code', { class: p.key, tabindex: 0 }, key);
  const copied = el('p', { role: 'status' });
  const copy = button({
    label: t('legacy.sites.copyKey'), tone: 'primary',
    onClick: () => void navigator.clipboard.writeText(key).then(
      () => { copied.textContent = t('legacy.sites.keyCopied'); },
      () => {
        getSelection()?.selectAllChildren(shown);
        copied.textContent = t('legacy.sites.copyByHand');
      }),
  });
  openDialog({ t, title: t('legacy.sites.keyTitle', { name: device.deviceName }), sentence: t('legacy.sites.keyOnce'), body: [shown, el('div', { class: p.row }, copy, copied)] });
  copy.focus();
}

function save(page: LegacyPage, { deviceId, deviceName, locationId, deviceStatus }: DeviceRow, changed: Partial<DeviceRow>): Promise<void> {
  return page.call(`/devices/${deviceId}`, { method: 'PUT', body: { deviceName, locationId, deviceStatus, ...changed } });
}
