import { describe, expect, it } from 'vitest';
import {
  deliveryProblem,
  isOpen,
  mayEdit,
  packingProblem,
  serialLines,
  serialProblem,
  shipmentStates,
  shipmentSteps,
  stateAfter,
  type SerialFacts,
} from './shipments.rules';

// Screens 14: draft, packed, shipped, delivered, returned, lost
describe('a step', () => {
  const table = {
    draft: { pack: 'packed', cancel: 'cancelled' },
    packed: { reopen: 'draft', ship: 'shipped' },
    shipped: { deliver: 'delivered', return: 'returned', lose: 'lost' },
    delivered: { return: 'returned' },
    returned: {},
    lost: { deliver: 'delivered', return: 'returned' },
    cancelled: {},
  };
  it.each(shipmentStates)('leads from %s to', (state) =>
    expect(
      Object.fromEntries(
        shipmentSteps.flatMap((step) => {
          const to = stateAfter(state, step);
          return to === null ? [] : [[step, to]];
        }),
      ),
    ).toEqual(table[state]),
  );
});

it.each([
  ['draft', ['details', 'items', 'replacements'], true],
  ['packed', ['details', 'replacements'], true],
  ['shipped', ['replacements', 'tracking'], true],
  ['delivered', [], false],
  ['returned', [], false],
  ['lost', ['replacements'], false],
  ['cancelled', [], false],
] as const)('of %s may be changed %j; open: %s', (state, edits, open) => {
  expect((['details', 'items', 'replacements', 'tracking'] as const).filter((edit) => mayEdit(state, edit))).toEqual(
    edits,
  );
  expect(isOpen(state)).toBe(open);
});

it.each([
  [0, 'Mill Lane 1', 'noItems'],
  [0, '', 'noItems'],
  [1, '', 'noAddress'],
  [1, 'Mill Lane 1', null],
])('%i devices to "%s" are kept from packing by %s', (items, address, problem) =>
  expect(packingProblem({ items, address })).toBe(problem),
);

it.each([
  ['2026-03-18', null],
  ['2026-03-17', null],
  ['2026-03-16', 'beforeShipping'],
  ['2026-03-19', 'future'],
])('a delivery on %s has the problem %s', (day, problem) =>
  expect(deliveryProblem(day, { shippedOn: '2026-03-17', today: '2026-03-18' })).toBe(problem),
);

it('reads a serial from each line, once', () => {
  expect(serialLines('\r\n SC-1 \nSC-2\r\n\nSC-1\n')).toEqual([
    { line: 2, serial: 'SC-1' },
    { line: 3, serial: 'SC-2' },
  ]);
  expect(serialLines(' \n ')).toEqual([]);
});

it.each<[SerialFacts | undefined, string | null]>([
  [undefined, 'unknownSerial'],
  [{ status: 'I', shipment: null, replacedHere: false }, 'retiredSerial'],
  [{ status: 'A', shipment: { shipmentId: 7, number: 1 }, replacedHere: false }, 'alreadyHere'],
  [{ status: 'A', shipment: { shipmentId: 8, number: 2 }, replacedHere: false }, 'alreadyShipped'],
  [{ status: 'A', shipment: null, replacedHere: true }, 'replacedHere'],
  [{ status: 'A', shipment: null, replacedHere: false }, null],
])('a device of %j has the problem %s', (facts, problem) => expect(serialProblem(facts, 7)).toBe(problem));
