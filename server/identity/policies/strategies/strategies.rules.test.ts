import { describe, expect, it } from 'vitest';
import type { AuthStrategy } from '../../../platform/auth-strategies.rules';
import { isWayOpen, type LocalWay } from './strategies.rules';

const ways: LocalWay[] = ['password', 'magicLink', 'emailCode', 'smsCode', 'passkey'];

describe('the ways in that a strategy opens', () => {
  it.each<[AuthStrategy, LocalWay[]]>([
    ['EmailAndPassword', ['password', 'magicLink', 'emailCode', 'passkey']],
    ['MagicLink', ['magicLink', 'passkey']],
    ['Code', ['emailCode', 'passkey']],
    ['SmsCode', ['smsCode', 'passkey']],
    ['NoLocalAuthentication', []],
  ])('%s: %j', (strategy, open) => {
    expect(ways.filter((way) => isWayOpen(strategy, way))).toEqual(open);
  });
});
