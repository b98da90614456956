import type { LocalDate } from '../../platform/time';

export const shipmentStates = ['draft', 'packed', 'shipped', 'delivered', 'returned', 'lost', 'cancelled'] as const;
export type ShipmentState = (typeof shipmentStates)[number];

/** Each step with the states that it leaves and the one that it leads to. */
const steps = {
  pack: { from: ['draft'], to: 'packed' },
  reopen: { from: ['packed'], to: 'draft' },
  ship: { from: ['packed'], to: 'shipped' },
  // Parcels that were given up turn up.
  deliver: { from: ['shipped', 'lost'], to: 'delivered' },
  return: { from: ['shipped', 'delivered', 'lost'], to: 'returned' },
  lose: { from: ['shipped'], to: 'lost' },
  cancel: { from: ['draft'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly ShipmentState[]; to: ShipmentState }>;
export type ShipmentStep = keyof typeof steps;
export const shipmentSteps = Object.keys(steps) as ShipmentStep[];

/** What a shipment becomes by a step; null where it cannot take it. */
export function stateAfter(state: ShipmentState, step: ShipmentStep): ShipmentState | null {
  const from: readonly ShipmentState[] = steps[step].from;
  return from.includes(state) ? steps[step].to : null;
}

/** What is changed without a step, and until when. */
const edits = {
  details: ['draft', 'packed'],
  items: ['draft'],
  replacements: ['draft', 'packed', 'shipped', 'lost'],
  tracking: ['shipped'],
} as const satisfies Record<string, readonly ShipmentState[]>;
export type ShipmentEdit = keyof typeof edits;

export const mayEdit = (state: ShipmentState, edit: ShipmentEdit): boolean =>
  (edits[edit] as readonly ShipmentState[]).includes(state);

/** Its devices are promised to it, and to no other. */
export const openStates = ['draft', 'packed', 'shipped'] as const satisfies readonly ShipmentState[];
export const isOpen = (state: ShipmentState): boolean => (openStates as readonly ShipmentState[]).includes(state);

/** Why a draft cannot be packed yet. */
export function packingProblem({ items, address }: { items: number; address: string }): 'noItems' | 'noAddress' | null {
  if (items === 0) return 'noItems';
  return address === '' ? 'noAddress' : null;
}

export function deliveryProblem(
  day: LocalDate,
  { shippedOn, today }: { shippedOn: LocalDate | null; today: LocalDate },
): 'future' | 'beforeShipping' | null {
  if (day > today) return 'future';
  return shippedOn !== null && day < shippedOn ? 'beforeShipping' : null;
}

export interface SerialLine {
  /** Of the text, the first one is 1. */
  line: number;
  serial: string;
}

/** A serial on each line; scanners send one twice and leave lines empty. */
export function serialLines(text: string): SerialLine[] {
  const lines = new Map<string, SerialLine>();
  for (const [at, typed] of text.split(/\r\n|\r|\n/).entries()) {
    const serial = typed.trim();
    if (serial !== '' && !lines.has(serial)) lines.set(serial, { line: at + 1, serial });
  }
  return [...lines.values()];
}

export interface SerialFacts {
  status: 'A' | 'I';
  /** The open shipment that has it. */
  shipment: { shipmentId: number; number: number } | null;
  /** A device of this shipment takes its place. */
  replacedHere: boolean;
}

type SerialProblem = 'unknownSerial' | 'retiredSerial' | 'alreadyHere' | 'alreadyShipped' | 'replacedHere';

/** Why a device cannot go into a shipment. @param facts undefined where there is no device of this serial */
export function serialProblem(facts: SerialFacts | undefined, shipmentId: number): SerialProblem | null {
  if (!facts) return 'unknownSerial';
  if (facts.status === 'I') return 'retiredSerial';
  if (facts.replacedHere) return 'replacedHere';
  if (facts.shipment === null) return null;
  return facts.shipment.shipmentId === shipmentId ? 'alreadyHere' : 'alreadyShipped';
}
