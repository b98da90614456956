import type { Pins } from '../../../platform/pins';
import { hashPassword, verifyPassword } from './password-hash';

/** In the same queue as passwords: what hashing costs is the whole process's. */
export const pins: Pins = { hash: hashPassword, isRight: verifyPassword };
