import type { Reply } from '../../../platform/http/define-route';
import type { IdentityConfig } from '../../ports';
import { cookieOptions } from './signed-in';

/** Binds a code to the browser that asked for it. */
export const flowCookie = 'tare-entry';

/** null takes it away. */
export const keptFlow = (config: IdentityConfig, flow: string | null, minutes = 0): NonNullable<Reply['cookies']> => [
  {
    name: flowCookie,
    value: flow,
    options: { ...cookieOptions(config), ...(flow === null ? {} : { maxAge: minutes * 60_000 }) },
  },
];
