import type { Context } from '../../platform/http/define-route';

export const path = '/post-consumer';
export const viewing = 'VIEW_POST_CONSUMER_REPORTS' as const;
export const editing = 'EDIT_CAMPAIGNS' as const;

export type PageContext = Context<'signed-in'>;
