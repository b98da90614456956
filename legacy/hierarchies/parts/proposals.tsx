import { choiceField } from '../../../client/legacy/choice-field';
import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { RowButton, Section } from '../../../client/legacy/pieces';
import type { ValueTree } from '../../../server/domain/catalogue/hierarchies.contract';
import type { ItemProposal, ProposalList } from '../../../server/domain/catalogue/proposals.contract';
import { placeOf } from './tree.rules';
import { bodyOf, factFields, nameFields, placeField } from './value-fields';

/** Names that somebody missed while weighing; each becomes an item, is one that there is, or is none. */
export function Proposals({ tree, onChanged }: { tree: ValueTree; onChanged: () => void }) {
  const page = usePage();
  const { t, format, call, ask, say } = page;
  const answer = useAnswer<ProposalList>('/item-proposals');
  const proposals = answer.data?.proposals ?? [];
  if (proposals.length === 0) return null;
  const inUse = tree.values.filter(({ status }) => status === 'A');
  const done = (sentence: string) => {
    say(sentence);
    answer.reload();
    onChanged();
  };
  const send = (proposal: ItemProposal, way: 'accept' | 'merge' | 'dismiss', body?: object) =>
    call(`/item-proposals/${proposal.proposalId}/${way}`, { method: 'POST', body: body ?? {} });
  const accept = (proposal: ItemProposal) => {
    const [name, ...translations] = nameFields(page, tree);
    ask({
      title: t('hierarchies.acceptTitle', { name: proposal.name }),
      sentence: t('hierarchies.acceptSentence'),
      submit: t('hierarchies.accept'),
      fields: [
        { ...name, defaultValue: proposal.name } as NonNullable<typeof name>,
        ...translations,
        placeField(page, { tree }),
        ...factFields(page, tree),
      ],
      async onSubmit(typed) {
        await send(proposal, 'accept', {
          ...bodyOf(page, typed),
          name: typed.name,
          ...placeOf(typed.hierarchyId ?? ''),
        });
        done(t('hierarchies.created', { name: typed.name ?? '' }));
      },
    });
  };
  const merge = (proposal: ItemProposal) =>
    ask({
      title: t('hierarchies.proposalMergeTitle', { name: proposal.name }),
      sentence: t('hierarchies.proposalMergeSentence'),
      submit: t('hierarchies.proposalMerge'),
      fields: [
        choiceField({
          name: 'intoId',
          label: t('hierarchies.mergeInto'),
          required: true,
          options: inUse.map(({ valueId, name }) => ({ value: String(valueId), label: name })),
        }),
      ],
      async onSubmit({ intoId }) {
        await send(proposal, 'merge', { intoId: Number(intoId) });
        const { name = '' } = inUse.find(({ valueId }) => valueId === Number(intoId)) ?? {};
        done(t('hierarchies.proposalMerged', { old: proposal.name, name }));
      },
    });
  const dismiss = (proposal: ItemProposal) =>
    ask({
      title: t('hierarchies.dismissTitle', { name: proposal.name }),
      sentence: t('hierarchies.dismissSentence'),
      submit: t('hierarchies.dismiss'),
      tone: 'danger',
      size: 'small',
      fields: [],
      async onSubmit() {
        await send(proposal, 'dismiss');
        done(t('hierarchies.dismissed', { name: proposal.name }));
      },
    });
  return (
    <Section title={t('hierarchies.proposals')} note={<p className={p.small}>{t('hierarchies.proposalsNote')}</p>}>
      <ul className={p.history}>
        {proposals.map((proposal) => {
          const { proposalId, name, events, proposedAt, proposedBy } = proposal;
          return (
            <li key={proposalId}>
              <strong>{name}</strong>
              <span className={p.small}>
                {t('hierarchies.proposedBy', {
                  count: events,
                  events: format.number(events),
                  name: proposedBy ?? t('layout.lookup.unknown'),
                  at: format.dateTime(proposedAt),
                })}
              </span>
              <span className={p.buttons}>
                {tree.hierarchies.length > 0 && (
                  <RowButton about={name} onClick={() => accept(proposal)}>
                    {t('hierarchies.accept')}
                  </RowButton>
                )}
                {inUse.length > 0 && (
                  <RowButton about={name} onClick={() => merge(proposal)}>
                    {t('hierarchies.proposalMerge')}
                  </RowButton>
                )}
                <RowButton tone="quiet" about={name} onClick={() => dismiss(proposal)}>
                  {t('hierarchies.dismiss')}
                </RowButton>
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
