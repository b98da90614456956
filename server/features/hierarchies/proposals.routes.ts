import { newValue, valueCreated } from '../../domain/catalogue/hierarchies.contract';
import { proposalList, proposalMerge, proposalParams } from '../../domain/catalogue/proposals.contract';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { acceptProposal, dismissProposal, mergeProposal, readProposals } from './proposals.service';

const shared = { access: 'EDIT_HIERARCHIES', anyOrganisation: true } as const;

export const proposalRoutes: Route[] = [
  defineCall({
    ...shared,
    method: 'get',
    path: '/item-proposals',
    answer: proposalList,
    summary: 'The items that were proposed while weighing and that wait for a decision.',
    handle: async (_input, { acting }) => reply.json(await readProposals(acting)),
  }),

  defineCall({
    ...shared,
    method: 'post',
    path: '/item-proposals/:proposalId/accept',
    params: proposalParams,
    body: newValue,
    answer: valueCreated,
    summary: 'Makes an item of a proposal, and gives it to the events that were weighed under the name.',
    handle: async ({ params: { proposalId }, body }, { acting }) =>
      reply.json({ valueId: await acceptProposal(acting, { proposalId, item: body }) }),
  }),

  defineCall({
    ...shared,
    method: 'post',
    path: '/item-proposals/:proposalId/merge',
    params: proposalParams,
    body: proposalMerge,
    answerType: 'none',
    summary: 'Gives the events that were weighed under the name an item that there is.',
    async handle({ params: { proposalId }, body: { intoId } }, { acting }) {
      await mergeProposal(acting, { proposalId, intoId });
      return reply.empty();
    },
  }),

  defineCall({
    ...shared,
    method: 'post',
    path: '/item-proposals/:proposalId/dismiss',
    params: proposalParams,
    answerType: 'none',
    summary: 'Ends a proposal; the events that were weighed under the name stay without an item.',
    async handle({ params: { proposalId } }, { acting }) {
      await dismissProposal(acting, { proposalId });
      return reply.empty();
    },
  }),
];
