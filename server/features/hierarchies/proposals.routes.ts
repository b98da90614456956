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
    summary: 'List items proposed while weighing that await a decision.',
    handle: async (_input, { acting }) => reply.json(await readProposals(acting)),
  }),

  defineCall({
    ...shared,
    method: 'post',
    path: '/item-proposals/:proposalId/accept',
    params: proposalParams,
    body: newValue,
    answer: valueCreated,
    summary: 'Create an item from a proposal and assign it to the events weighed under that name.',
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
    summary: 'Assign an existing item to the events weighed under the proposed name.',
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
    summary: 'Dismiss a proposal. Events weighed under the name stay without an item.',
    async handle({ params: { proposalId } }, { acting }) {
      await dismissProposal(acting, { proposalId });
      return reply.empty();
    },
  }),
];
