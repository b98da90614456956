import { followMergedItem } from './domain/catalogue';
import type { DomainListeners } from './domain/events';
import { evaluateLocations, markWeeksOfEvents } from './domain/measures';
import { fireAlerts, followMergedValue } from './features/alerts';
import { followMergedGoals } from './features/goals';

/** Who hears what happens in the domain, in this order and in the transaction in which it happens. */
export const listeners: DomainListeners = {
  eventsTaken: [fireAlerts, markWeeksOfEvents],
  weeksChanged: [evaluateLocations],
  valueMerged: [followMergedValue, followMergedGoals, followMergedItem],
};
