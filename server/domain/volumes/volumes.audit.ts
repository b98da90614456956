import { defineActions } from '../../platform/audit';

export const volumeActions = defineActions('volume', { enter: {}, lock: {}, unlock: { severity: 'warning' } });
