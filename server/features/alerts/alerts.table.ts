import { defineTable, type ScreenColumn } from '../../platform/table/define-table';
import { byField } from './alert-channels.rules';
import type { Alert } from './alerts.contract';

export const alertTable = () =>
  defineTable<Alert>()({
    size: 50,
    columns: {
      name: { label: 'alerts.name', place: 'lead' },
      measure: { label: 'alerts.measure' },
      equation: { label: 'alerts.equation' },
      value: { label: 'alerts.value', numeric: true },
      filter: { label: 'alerts.filter' },
      ...byField(({ name, needs }) => ({ label: `alertChannels.${name}.label` as const, ...(needs && { needs }) })),
      controls: { label: 'alerts.controls', place: 'side' },
    },
  });

export type AlertColumn = ScreenColumn<ReturnType<typeof alertTable>>;
