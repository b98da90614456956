import { expect, it } from 'vitest';
import { createSigner } from '../../platform/signer';
import { readUnsubscribeToken, unsubscribeToken, type MailSubscription } from './unsubscribe-token';

const signer = createSigner(() => 'a secret of this test');
const many = Array.from({ length: 31 }, (_, at) => at + 1);

it.each<[MailSubscription['about'], MailSubscription['about']]>([
  [{ alertIds: [9] }, { alertIds: [9] }],
  [{ alertIds: [9, 7] }, { alertIds: [7, 9] }],
  [{ frequency: 'DAILY' }, { frequency: 'DAILY' }],
  [{ alertIds: many }, { frequency: 'IMMEDIATE' }],
  [{ alertIds: many.slice(1) }, { alertIds: many.slice(1) }],
])('a token about %j is read as about %j', (about, read) => {
  expect(readUnsubscribeToken(signer, unsubscribeToken(signer, { organisationId: 4, userId: 12, about }))).toEqual({
    organisationId: 4,
    userId: 12,
    about: read,
  });
});

it('none that was changed, cut or signed elsewhere or for something else is read', () => {
  const token = unsubscribeToken(signer, { organisationId: 4, userId: 12, about: { alertIds: [9] } });
  const signature = token.slice('4.12.9.'.length);
  const others = [
    `4.13.9.${signature}`,
    `5.12.9.${signature}`,
    `4.12.8.${signature}`,
    `4.12.9-8.${signature}`,
    `4.12.daily.${signature}`,
    token.slice(0, -1),
    `${token}A`,
    '',
    '4.12.9.',
    `4.12.9.${'A'.repeat(43)}`,
    unsubscribeToken(
      createSigner(() => 'another secret'),
      { organisationId: 4, userId: 12, about: { alertIds: [9] } },
    ),
    `4.12.9.${signer.sign('something else', '4.12.9')}`,
  ];
  expect(others.filter((one) => readUnsubscribeToken(signer, one) !== null)).toEqual([]);
});
