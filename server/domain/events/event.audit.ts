import { defineActions } from '../../platform/audit';

export const eventActions = defineActions('wasteEvent', {
  enter: {},
  edit: {},
  void: { severity: 'warning' },
  restore: {},
  split: {},
  // Only the list of what is suspicious shows it, and no answer of that is kept.
  review: {},
  // A device sends many batches. Of their events kept answers show what the roll-up makes of them; the list of events is never kept.
  takeBatch: {},
});
