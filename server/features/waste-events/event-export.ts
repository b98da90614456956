import { stageName } from '../../platform/i18n/stage-name.rules';
import type { Translate } from '../../platform/i18n/messages';
import type { WeightUnit } from '../../platform/actor';
import { remembering } from '../../platform/remembering';
import type { CsvColumn } from '../../platform/table/csv';
import type { ExportRow } from './event-list.store';

const decimals = 3;

/** Everything that is known of an event, a column each. Times are the location's; weights are in the person's unit. */
export function exportColumns(t: Translate, unit: WeightUnit): CsvColumn<ExportRow>[] {
  const weight = (grams: number) => Number((grams / unit.gramsPerUnit).toFixed(decimals));
  // Making a clock for a zone takes longer than reading it for a thousand rows, and so does looking up a word.
  const clock = remembering((timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }));
  const yesNo = remembering((value: boolean) => (value ? t('legacy.yes') : t('legacy.no')));
  const origin = remembering((key: ExportRow['origin']) => t(`legacy.origins.${key}`));
  const stage = remembering((id: number, name: string) => stageName(t, id, name));
  const instant = (value: string | Date | null) => (value === null ? null : new Date(value).toISOString());
  const head = (key: 'grossGrams' | 'tareGrams' | 'netGrams') => `${t(`legacy.fields.${key}`)} (${unit.abbr})`;
  return [
    { header: t('legacy.fields.eventId'), value: (row) => row.eventId },
    { header: t('legacy.fields.localDate'), value: (row) => row.localDate },
    { header: t('legacy.fields.localTime'), value: (row) => clock(row.timeZone).format(new Date(row.occurredAt)) },
    { header: t('legacy.fields.siteName'), value: (row) => row.siteName },
    { header: t('legacy.fields.locationName'), value: (row) => row.locationName },
    { header: t('legacy.fields.wasteStageId'), value: (row) => stage(row.wasteStageId, row.wasteStageName) },
    { header: t('legacy.fields.itemId'), value: (row) => row.itemName },
    { header: t('legacy.fields.reasonId'), value: (row) => row.reasonName },
    { header: t('legacy.fields.sourceId'), value: (row) => row.sourceName },
    { header: t('legacy.fields.sinkId'), value: (row) => row.sinkName },
    { header: t('legacy.fields.daypartId'), value: (row) => row.daypartName },
    { header: t('legacy.fields.containerId'), value: (row) => row.containerName },
    { header: head('grossGrams'), value: (row) => weight(row.grossGrams) },
    { header: head('tareGrams'), value: (row) => weight(row.tareGrams) },
    { header: head('netGrams'), value: (row) => weight(row.netGrams) },
    { header: t('legacy.fields.enteredValue'), value: (row) => row.enteredValue },
    { header: t('legacy.fields.enteredUnit'), value: (row) => row.enteredUnit },
    { header: t('legacy.fields.estimated'), value: (row) => yesNo(row.estimated) },
    { header: t('legacy.fields.countsAsWaste'), value: (row) => yesNo(row.countsAsWaste) },
    { header: t('legacy.fields.quantity'), value: (row) => row.quantity },
    { header: t('legacy.fields.costAmount'), value: (row) => row.costAmount },
    { header: t('legacy.fields.costCurrency'), value: (row) => row.costCurrency },
    { header: t('legacy.fields.note'), value: (row) => row.note },
    { header: t('legacy.fields.deviceId'), value: (row) => row.deviceName },
    { header: t('legacy.fields.origin'), value: (row) => origin(row.origin) },
    { header: t('legacy.fields.importLine'), value: (row) => row.importLine },
    { header: t('legacy.fields.clientEventUuid'), value: (row) => row.clientEventUuid },
    { header: t('legacy.fields.voidedAt'), value: (row) => instant(row.voidedAt) },
    { header: t('legacy.fields.voidReason'), value: (row) => row.voidReason },
  ];
}
