import { defineActions } from '../../platform/audit';

export const visionActions = defineActions('classification', {
  // Nothing changes by it before it is published.
  answer: {},
  publish: { severity: 'warning' },
  undo: { severity: 'warning' },
  openVersion: { severity: 'warning' },
  mapItem: { severity: 'warning' },
});
