import { button } from '../../../client/legacy/buttons';
import { openDialog, openForm } from '../../../client/legacy/dialog';
import { el } from '../../../client/legacy/element';
import type { FieldSpec } from '../../../client/legacy/fields';
import p from '../../../client/legacy/page.module.css';
import type { LegacyPage } from '../../../client/legacy/page';
import type { DeviceRow, SiteDetail } from '../../../server/features/sites/sites.contract';

function placeSpec({ t }: LegacyPage, { locations }: SiteDetail, current: number | null): FieldSpec {
  const open = locations.filter((one) => one.locationStatus === 'A' || one.locationId === current);
  return {
    name: 'locationId', kind: 'select', label: t('legacy.fields.locationName'), value: current ?? '',
    options: [{ value: '', label: t('legacy.sites.nowhere') }, ...open.map((one) => ({ value: String(one.locationId), label: one.locationName }))],
  };
}

const idOrNull = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text));

export function openNewDevice(page: LegacyPage, detail: SiteDetail, onSaved: () => void): void {
  const { t } = page;
  const first = detail.locations.find((one) => one.locationStatus === 'A');
  openForm({
    t, title: t('legacy.sites.newDeviceTitle'), sentence: t('legacy.sites.newDeviceSentence'), submit: t('legacy.sites.createDevice'),
    fields: [
      { name: 'deviceName', label: t('legacy.fields.deviceId'), required: true, maxLength: 200 },
      { name: 'serial', label: t('legacy.fields.serial'), required: true, maxLength: 100 },
      placeSpec(page, detail, first?.locationId ?? null),
    ],
    async onSubmit(typed) {
      await page.call('/devices', { method: 'POST', body: { deviceName: typed.deviceName, serial: typed.serial, locationId: idOrNull(typed.locationId) } });
      page.say(t('legacy.sites.deviceCreated'));
      onSaved();
    },
  });
}

export function openDevice(page: LegacyPage, { device, detail, onSaved }: { device: DeviceRow; detail: SiteDetail; onSaved: () => void }): void {
  const { t } = page;
  openForm({
    t, title: t('legacy.sites.editTitle', { name: device.deviceName }), submit: t('legacy.ui.save'),
    fields: [{ name: 'deviceName', label: t('legacy.fields.deviceId'), value: device.deviceName, required: true, maxLength: 200 }, placeSpec(page, detail, device.locationId)],
    async onSubmit(typed) {
      await save(page, device, { deviceName: typed.deviceName ?? '', locationId: idOrNull(typed.locationId) });
      page.say(t('legacy.sites.saved'));
      onSaved();
    },
  });
}

export function openDeviceState(page: LegacyPage, device: DeviceRow, onSaved: () => void): void {
  const { t } = page;
  const retiring = device.deviceStatus === 'A';
  openForm({
    t, size: 'small', fields: [], tone: retiring ? 'danger' : 'primary',
    title: t(retiring ? 'legacy.sites.retireTitle' : 'legacy.sites.bringBackTitle', { name: device.deviceName }),
    sentence: t(retiring ? 'legacy.sites.retireSentence' : 'legacy.sites.bringBackSentence'),
    submit: t(retiring ? 'legacy.sites.retire' : 'legacy.sites.bringBack'),
    async onSubmit() {
      await save(page, device, { deviceStatus: retiring ? 'I' : 'A' });
      page.say(t(retiring ? 'legacy.sites.retiredDone' : 'legacy.sites.broughtBack', { name: device.deviceName }));
      onSaved();
    },
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
