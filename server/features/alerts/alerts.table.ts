import { defineTable, type ScreenColumn } from '../../platform/table/define-table';
import type { Alert } from './alerts.contract';

export const alertTable = defineTable<Alert>()({
  size: 50,
  columns: {
    name: { label: 'alerts.name', place: 'lead' },
    measure: { label: 'alerts.measure' },
    equation: { label: 'alerts.equation' },
    value: { label: 'alerts.value', numeric: true },
    filter: { label: 'alerts.filter' },
    email: { label: 'alerts.email' },
    push: { label: 'alerts.push', needs: 'VIEW_MOBILE_APP' },
    controls: { label: 'alerts.controls', place: 'side' },
  },
});

export type AlertColumn = ScreenColumn<typeof alertTable>;
