import { describe, expect, it } from 'vitest';
import { certificateEnding } from '../../../../tests/support/ending-certificate';
import { bare, certificates } from '../../../../tests/support/sso';
import { readCertificates } from './certificate';

describe('certificates', () => {
  it.each([
    ['with its marks', certificates.rsa],
    ['bare', bare(certificates.rsa)],
    ['bare, in lines', bare(certificates.rsa).replace(/(.{40})/g, '$1\r\n')],
    ['with room around it', `\n\n  ${certificates.rsa}\n  `],
  ])('one %s', (_what, text) => {
    expect(readCertificates(text)?.map(({ pem }) => pem)).toEqual([certificates.rsa]);
  });

  it('two below each other, with their ends', () => {
    const read = readCertificates(`${certificates.rsa}\n${certificates.ec}`);
    expect(read?.map(({ pem }) => pem)).toEqual([certificates.rsa, certificates.ec]);
    expect(read?.every(({ notAfter }) => notAfter.getUTCFullYear() > 2100)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['words', 'a certificate'],
    ['a cut one', certificates.rsa.slice(0, 400)],
    ['one of which a letter is wrong', certificates.rsa.replace('\nMII', '\nAII')],
    ['a short key', certificates.weak],
    ['a good one beside a short key', `${certificates.rsa}\n${certificates.weak}`],
    ['a good one with words behind it', `${certificates.rsa}\nand more`],
    ['a private key', certificates.rsa.replaceAll('CERTIFICATE', 'PRIVATE KEY')],
  ])('not %s', (_what, text) => {
    expect(readCertificates(text)).toBeNull();
  });

  it('not so many, nor one whose key takes long to look at', async () => {
    expect(readCertificates(Array.from({ length: 10 }, () => certificates.rsa).join('\n'))).toHaveLength(10);
    expect(readCertificates(Array.from({ length: 11 }, () => certificates.rsa).join('\n'))).toBeNull();
    const ending = new Date('2030-01-01T00:00:00Z');
    expect(readCertificates(await certificateEnding(ending))).toHaveLength(1);
    expect(readCertificates(await certificateEnding(ending, { exponent: [1, 0, 0, 1] }))).toBeNull();
  });
});
