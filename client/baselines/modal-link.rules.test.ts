import { describe, expect, it } from 'vitest';
import { linkedModal } from './modal-link.rules';

const origin = 'http://tare.test';

describe('linkedModal', () => {
  it.each([
    ['/baselines/readiness?locationId=5&wasteStageId=8', { kind: 'readiness', locationId: '5', wasteStageId: '8' }],
    ['/baselines/detail?locationId=5&wasteStageId=9', { kind: 'detail', locationId: '5', wasteStageId: '9' }],
    ['/baselines/readiness?locationId=5', { kind: 'readiness', locationId: '5', wasteStageId: '' }],
  ])('%s opens a window', (href, expected) => {
    expect(linkedModal(new URL(href, origin), origin)).toEqual({ ...expected, href });
  });

  it.each([
    '/baselines/readiness',
    '/baselines',
    '/deployment-status?locationId=5',
    'http://other.test/baselines/detail?locationId=5',
    '/constructor?locationId=1',
  ])('%s does not', (href) => {
    expect(linkedModal(new URL(href, origin), origin)).toBeNull();
  });
});
