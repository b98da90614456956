import { createHash, randomBytes } from 'node:crypto';
import { codeByteLimit, codeLength, codeOf } from './fleet.rules';

export const codeDigest = (code: string) => createHash('sha256').update(code).digest();

/** By which a tablet becomes a device, or a device another organization's. */
export function newCode(): string {
  const bytes: number[] = [];
  while (bytes.length < codeLength)
    bytes.push(
      ...[...randomBytes(codeLength)].filter((byte) => byte < codeByteLimit).slice(0, codeLength - bytes.length),
    );
  return codeOf(bytes);
}
