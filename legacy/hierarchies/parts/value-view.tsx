import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Facts, Head, Section, type OpenedFromList } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { EmptyState } from '../../../client/ui/empty-state';
import { Notice } from '../../../client/ui/notice';
import type { TreeValue, ValueTree } from '../../../server/domain/catalogue/hierarchies.contract';
import { factsOf, nameLocales } from '../../../server/domain/catalogue/hierarchies.rules';
import { Branches } from './branches';
import { useMergeForm } from './merge-form';
import { Merges } from './tree-page';
import { branchesOf, findBranch, pathNames } from './tree.rules';
import { useValueForms, type ValueForms } from './value-forms';

interface ValueViewProps extends OpenedFromList {
  tree: ValueTree;
  valueId: number;
  onOpen: (valueId: number) => void;
  onChanged: () => void;
}

/** One value: what is known of it, what lies in it, and what may become of it. */
export function ValueView({ tree, valueId, arrived, onBack, onOpen, onChanged }: ValueViewProps) {
  const { t } = usePage();
  const forms = useValueForms({ tree, onChanged, onOpen });
  const openMerge = useMergeForm({ tree, onMerged: onBack, onChanged });
  const value = tree.values.find((one) => one.valueId === valueId);
  const back = { label: t('hierarchies.title'), onClick: onBack };
  if (!value || tree.fixed)
    return (
      <>
        <Head title={t('hierarchies.unknownTitle')} arrived={arrived} back={back} />
        <EmptyState title={t('hierarchies.unknownTitle')} sentence={t('hierarchies.unknownSentence')} />
      </>
    );
  const inUse = value.status === 'A';
  const below = findBranch(branchesOf(tree.values, value.hierarchyId), valueId)?.below ?? [];
  return (
    <>
      <Head
        title={value.name}
        sentence={t(`hierarchies.elements.${tree.elementCode}`)}
        arrived={arrived}
        back={back}
        actions={
          <>
            <Button onClick={() => forms.openMove(value)}>{t('hierarchies.move')}</Button>
            <Button onClick={() => openMerge(value)}>{t('hierarchies.merge')}</Button>
            <Button tone="primary" onClick={() => forms.openEdit(value)}>
              {t('legacy.ui.edit')}
            </Button>
          </>
        }
      />
      {!inUse && (
        <Notice tone="info" title={t('hierarchies.isRetired')}>
          <p>{t('hierarchies.retiredSentence')}</p>
          <Button size="small" onClick={() => forms.openState(value)}>
            {t('hierarchies.bringBack')}
          </Button>
        </Notice>
      )}
      <Merges
        merges={tree.merges.filter(({ state, newId }) => state === 'RUNNING' && newId === valueId)}
        onTick={onChanged}
      />
      <ValueFacts tree={tree} value={value} />
      <Section
        title={t('hierarchies.liesIn')}
        actions={
          inUse && (
            <Button icon="plus" onClick={() => forms.openNew({ hierarchyId: value.hierarchyId, parentId: valueId })}>
              {t('hierarchies.addBelow')}
            </Button>
          )
        }
      >
        {below.length === 0 ? (
          <p className={p.small}>{t('hierarchies.nothingBelow')}</p>
        ) : (
          <Branches branches={below} unfolded label={value.name} onOpen={onOpen} />
        )}
      </Section>
      {inUse && <Retiring value={value} forms={forms} />}
    </>
  );
}

function ValueFacts({ tree, value }: { tree: ValueTree; value: TreeValue }) {
  const { t, format } = usePage();
  const has = factsOf(tree.elementCode);
  const list = tree.hierarchies.find((one) => one.hierarchyId === value.hierarchyId)?.hierarchyName ?? '';
  const notSaid = t('legacy.events.notSaid');
  return (
    <Facts
      items={[
        {
          term: t('legacy.fields.state'),
          value:
            value.status === 'A' ? (
              <Badge tone="less">{t('hierarchies.inUse')}</Badge>
            ) : (
              <Badge>{t('hierarchies.retired')}</Badge>
            ),
        },
        {
          term: t('hierarchies.place'),
          value: [list, ...pathNames(tree.values, value.valueId).slice(0, -1)].join(' › '),
        },
        {
          term: has.tare ? t('hierarchies.tare') : '',
          value: has.tare && (value.tareGrams === null ? notSaid : format.weight(value.tareGrams, { decimals: 2 })),
        },
        {
          term: has.countsAsWaste ? t('hierarchies.countsAsWaste') : '',
          value: has.countsAsWaste && t(value.countsAsWaste ? 'legacy.yes' : 'legacy.no'),
        },
        {
          term: has.flwDestination ? t('hierarchies.destination') : '',
          value:
            has.flwDestination &&
            (value.flwDestination === null ? notSaid : t(`hierarchies.destinations.${value.flwDestination}`)),
        },
        {
          term: has.donation ? t('hierarchies.donation') : '',
          value: has.donation && t(value.donation ? 'legacy.yes' : 'legacy.no'),
        },
        {
          term: has.material ? t('hierarchies.material') : '',
          value: has.material && (value.material === null ? notSaid : t(`hierarchies.materials.${value.material}`)),
        },
        ...nameLocales.map((locale) => ({
          term: t(`hierarchies.names.${locale}`),
          value: value.translations[locale] ?? t('hierarchies.asOwn'),
        })),
      ].filter(({ term }) => term !== '')}
    />
  );
}

/** At the end of the page, away from what is done every day. */
function Retiring({ value, forms }: { value: TreeValue; forms: ValueForms }) {
  const { t } = usePage();
  return (
    <section className={p.apart}>
      <div>
        <h2>{t('hierarchies.retireHead')}</h2>
        <p className={p.small}>{t('hierarchies.retireLeads')}</p>
      </div>
      <Button onClick={() => forms.openState(value)}>{t('hierarchies.retire')}</Button>
    </section>
  );
}
