import { defineActions } from '../../platform/audit';

export const eventActions = defineActions('wasteEvent', {
  enter: {},
  edit: {},
  void: { severity: 'warning' },
  restore: {},
  // A device sends many batches; of their events pages show what the roll-up makes of them.
  takeBatch: { stales: 'afterJob' },
});
