import { fieldOf, matches, measureOf, type ValueField, type WatchedEvent, type WatchingAlert } from './alerts.rules';

/** Alerts that differ in what they compare with alone; `above` by rising thresholds, `below` by falling ones. */
interface Shelf {
  above: WatchingAlert[];
  below: WatchingAlert[];
  equal: Map<number, WatchingAlert[]>;
}

/** The alerts of a place: by the values of the type that an alert names fewest of, or those that name none. */
interface PlaceShelves {
  plain: Shelf;
  byValue: Map<ValueField, Map<number, Shelf>>;
}

/** By the narrowest place that an alert names. */
interface MeasureShelves {
  all: PlaceShelves | undefined;
  sites: Map<number, PlaceShelves>;
  locations: Map<number, PlaceShelves>;
  devices: Map<number, PlaceShelves>;
}

export interface AlertIndex {
  /** The alerts that an event raises: exactly those that match it, in no order. */
  find(event: WatchedEvent): WatchingAlert[];
}

const newShelf = (): Shelf => ({ above: [], below: [], equal: new Map() });
const newPlace = (): PlaceShelves => ({ plain: newShelf(), byValue: new Map() });

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Sorts alerts so that an event meets few that it does not raise, however many an organisation has. */
export function indexAlerts(alerts: readonly WatchingAlert[]): AlertIndex {
  const measures = new Map<string | null, MeasureShelves>();
  const shelves: Shelf[] = [];
  const shelf = () => {
    const made = newShelf();
    shelves.push(made);
    return made;
  };
  const place = () => {
    const made = newPlace();
    shelves.push(made.plain);
    return made;
  };
  for (const alert of alerts) {
    const measure = getOrMake(measures, alert.currencyCode, () => ({
      all: undefined,
      sites: new Map(),
      locations: new Map(),
      devices: new Map(),
    }));
    const [narrowest] = [...alert.refs].sort((one, other) => one.ids.size - other.ids.size);
    const at = placeOf(measure, alert, place);
    if (!narrowest) put(at.plain, alert);
    else {
      const byId = getOrMake(at.byValue, fieldOf[narrowest.elementCode], () => new Map<number, Shelf>());
      for (const id of narrowest.ids) put(getOrMake(byId, id, shelf), alert);
    }
  }
  for (const { above, below } of shelves) {
    above.sort((one, other) => one.threshold - other.threshold);
    below.sort((one, other) => other.threshold - one.threshold);
  }
  return { find: (event) => find(measures, event) };
}

function placeOf(
  measure: MeasureShelves,
  { siteId, locationId, deviceId }: WatchingAlert,
  make: () => PlaceShelves,
): PlaceShelves {
  if (deviceId !== 0) return getOrMake(measure.devices, deviceId, make);
  if (locationId !== 0) return getOrMake(measure.locations, locationId, make);
  if (siteId !== 0) return getOrMake(measure.sites, siteId, make);
  return (measure.all ??= make());
}

function put({ above, below, equal }: Shelf, alert: WatchingAlert): void {
  if (alert.operator === 'EQ') getOrMake(equal, alert.threshold, () => []).push(alert);
  else (alert.operator === 'GT' || alert.operator === 'GE' ? above : below).push(alert);
}

function find(measures: ReadonlyMap<string | null, MeasureShelves>, event: WatchedEvent): WatchingAlert[] {
  const found: WatchingAlert[] = [];
  for (const currencyCode of event.costCurrency === null ? [null] : [null, event.costCurrency]) {
    const measure = measures.get(currencyCode);
    const measured = measureOf(event, currencyCode);
    if (!measure || measured === null) continue;
    const places = [
      measure.all,
      measure.sites.get(event.siteId),
      measure.locations.get(event.locationId),
      event.deviceId === null ? undefined : measure.devices.get(event.deviceId),
    ];
    for (const place of places) if (place) findAt(place, { event, measured, found });
  }
  return found;
}

interface Finding {
  event: WatchedEvent;
  measured: number;
  found: WatchingAlert[];
}

function findAt({ plain, byValue }: PlaceShelves, finding: Finding): void {
  findOn(plain, finding);
  for (const [field, byId] of byValue) {
    const value = finding.event[field];
    const shelf = value === null ? undefined : byId.get(value);
    if (shelf) findOn(shelf, finding);
  }
}

function findOn({ above, below, equal }: Shelf, { event, measured, found }: Finding): void {
  for (const alert of above) {
    if (alert.threshold > measured) break;
    if (matches(alert, event)) found.push(alert);
  }
  for (const alert of below) {
    if (alert.threshold < measured) break;
    if (matches(alert, event)) found.push(alert);
  }
  for (const alert of equal.get(measured) ?? []) if (matches(alert, event)) found.push(alert);
}
