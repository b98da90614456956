import { ReviewPage } from '../../../views/user-manager/review-page';
import { ReviewsPage } from '../../../views/user-manager/reviews-page';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { seesAll } from '../../platform/restriction.rules';
import { withParameters } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import { tallyOf } from './access-review.rules';
import { decide, discard, reviewOf, reviewRows, sign, startReview } from './access-review.service';
import { listReviews } from './access-review.store';
import { changing, editingOf, mayChange, path, read, type PageContext } from './user-manager-pages';
import { decideForm, reviewParams, signForm, startForm } from './user-manager.contract';
import {
  narrowedReview,
  reviewFile,
  reviewFileQuery,
  reviewFilters,
  reviewQuery,
  reviewTable,
  reviewsQuery,
  reviewsTable,
} from './user-manager.table';

const at = `${path}/reviews` as const;
const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

async function reviewsPage(
  context: PageContext,
  query: ReturnType<typeof reviewsQuery.parse>,
  refused?: RefusedForm,
): Promise<Reply> {
  const { t, db, acting, actor, url, now } = context;
  const reader = { t, permissions: actor.permissions };
  const all = seesAll(acting.scope) ? await listReviews(db, acting.scope.organisationId) : [];
  const { rows, total, state } = reviewsTable.paged(all, reviewsTable.state(query, { reader }));
  return reply.page(
    <ReviewsPage
      t={t}
      settings={settingsOf(context)}
      base={path}
      table={reviewsTable.view({ reader, url, rows, total, state })}
      running={all.find(({ signedAt }) => signedAt === null) ?? null}
      usualName={t('userManager.reviews.usualName', {
        month: localDateOf(now, actor.organisation.timeZone).slice(0, 7),
      })}
      open={mayChange(context)}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('userManager.reviews.title'), ...statusOf(refused) },
  );
}

interface Shown {
  reviewId: number;
  query: ReturnType<typeof reviewQuery.parse>;
  refused?: RefusedForm;
}

async function reviewPage(context: PageContext, { reviewId, query, refused }: Shown): Promise<Reply> {
  const { t, actor, url } = context;
  const editing = editingOf(context);
  const review = await reviewOf(editing, reviewId);
  const all = await reviewRows(editing, { t, review });
  const reader = { t, permissions: actor.permissions };
  const { rows, total, state } = reviewTable.paged(narrowedReview(all, query), reviewTable.state(query, { reader }));
  const { done, page: _page, sort: _sort, ...chosen } = query;
  const address = `${at}/${reviewId}`;
  return reply.page(
    <ReviewPage
      t={t}
      settings={settingsOf(context)}
      base={at}
      review={review}
      tally={tallyOf(all)}
      yourself={actor.userId}
      shownAs={refused ? (refused.typed.shownAs ?? '') : new URL(url, 'http://page').search.slice(1)}
      csvHref={withParameters(`${address}/export`, { ...chosen })}
      filters={reviewFilters.bar({ action: address, url: refused ? address : url, values: query, offer: { t } })}
      table={reviewTable.view({ reader, url: refused ? address : url, rows, total, state })}
      open={mayChange(context) && review.signedAt === null}
      done={done ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: review.name, ...statusOf(refused) },
  );
}

/** The list as it was while somebody decided. */
const asShown = (query = '') => reviewQuery.parse(Object.fromEntries(new URLSearchParams(query.slice(0, 500))));

const again = (failure: RefusedForm['failure'], typed: Record<string, string>, context: PageContext) =>
  reviewPage(context, {
    reviewId: Number(typed.reviewId),
    query: asShown(typed.shownAs),
    refused: { failure, typed },
  });

const posted = { ...changing, method: 'post', params: reviewParams, again } as const;

export const reviewRoutes: Route[] = [
  definePage({
    method: 'get',
    path: at,
    access: read,
    query: reviewsQuery,
    handle: ({ query }, context) => reviewsPage(context, query),
  }),
  definePage({
    method: 'post',
    path: at,
    ...changing,
    body: startForm,
    async handle({ body: { name } }, context) {
      const reviewId = await startReview(editingOf(context), name);
      return reply.redirect(withParameters(`${at}/${reviewId}`, { done: 'started' }));
    },
    again: (failure, typed, context) => reviewsPage(context, reviewsQuery.parse({}), { failure, typed }),
  }),
  definePage({
    method: 'get',
    path: `${at}/:reviewId`,
    access: read,
    params: reviewParams,
    query: reviewQuery,
    handle: ({ params: { reviewId }, query }, context) => reviewPage(context, { reviewId, query }),
  }),
  definePage({
    method: 'get',
    path: `${at}/:reviewId/export`,
    access: read,
    walk: [],
    params: reviewParams,
    query: reviewFileQuery,
    async handle({ params: { reviewId }, query }, context) {
      const { t, actor } = context;
      const editing = editingOf(context);
      const rows = await reviewRows(editing, { t, review: await reviewOf(editing, reviewId) });
      return reply.csv(
        reviewTable.file(reviewFile, reviewTable.sorted(narrowedReview(rows, query)), {
          t,
          permissions: actor.permissions,
        }),
      );
    },
  }),
  definePage({
    ...posted,
    path: `${at}/:reviewId/decide`,
    body: decideForm,
    async handle({ params: { reviewId }, body: { shownAs, ...decided } }, context) {
      await decide(editingOf(context), { reviewId, ...decided });
      const { text, state = 'open', size } = asShown(shownAs);
      return reply.redirect(
        withParameters(`${at}/${reviewId}`, {
          text: text ?? null,
          state,
          ...(size === 25 ? {} : { size }),
          done: 'decided',
        }),
      );
    },
  }),
  definePage({
    ...posted,
    path: `${at}/:reviewId/sign`,
    freshProof: `${at}/:reviewId`,
    body: signForm,
    async handle({ params: { reviewId }, body: { statement } }, context) {
      await sign(editingOf(context), { reviewId, statement, t: context.t });
      return reply.redirect(withParameters(`${at}/${reviewId}`, { done: 'signed' }));
    },
  }),
  definePage({
    ...posted,
    path: `${at}/:reviewId/discard`,
    async handle({ params: { reviewId } }, context) {
      await discard(editingOf(context), reviewId);
      return reply.redirect(at);
    },
  }),
  ...(['decide', 'sign', 'discard'] as const).map((form) =>
    definePage({
      method: 'get',
      path: `${at}/:reviewId/${form}`,
      access: read,
      walk: [],
      params: reviewParams,
      handle: ({ params: { reviewId } }) => reply.redirect(`${at}/${reviewId}`),
    }),
  ),
];
