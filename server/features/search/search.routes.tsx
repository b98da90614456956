import { SearchPage } from '../../../views/search/search-page';
import { defineCall, definePage, reply, type Route } from '../../platform/http/define-route';
import { searchAnswer, searchPath, searchQuery } from './search.contract';
import { search } from './search.service';

export const searchRoutes: Route[] = [
  // What the window shows, for whoever has no scripts.
  definePage({
    method: 'get',
    path: searchPath,
    access: 'signed-in',
    query: searchQuery,
    async handle({ query: { text } }, context) {
      const { t } = context;
      return reply.page(<SearchPage t={t} text={text} {...await search(context, text)} />, {
        title: t('search.title'),
      });
    },
  }),

  defineCall({
    method: 'get',
    path: searchPath,
    access: 'signed-in',
    query: searchQuery,
    answer: searchAnswer,
    summary: 'The pages, settings, sites and locations that the person may open, searched by name.',
    handle: async ({ query: { text } }, context) => reply.json(await search(context, text)),
  }),
];
