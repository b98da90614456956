import { z } from 'zod';
import { connectionSources, overlaps } from '../../core/provisioning/connection.contract';
import { maybe, shortText } from '../../wire.contract';

export const connectionForm = z.strictObject({ source: z.enum(connectionSources), name: maybe(shortText) });
export const rotateForm = z.strictObject({ overlap: z.enum(overlaps) });
export const syncForm = z.strictObject({ sync: z.enum(['on', 'off']) });
export const removeForm = z.strictObject({ managed: z.enum(['keep', 'remove']) });

/** What was done, in a word of the address. */
const doneWords = ['removed', 'revoked', 'paused', 'resumed'] as const;
export const doneQuery = z.object({ done: z.enum(doneWords).optional().catch(undefined) });
