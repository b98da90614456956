import { useEffect } from 'react';
import { useAddress, writeAddress } from '../../../client/legacy/address';
import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head, RowButton, Section } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { EmptyState } from '../../../client/ui/empty-state';
import { LiveFilters } from '../../../client/ui/live-filters';
import { Notice } from '../../../client/ui/notice';
import { Progress } from '../../../client/ui/progress';
import type { Merge, ValueTree } from '../../../server/domain/catalogue/hierarchies.contract';
import { elements } from '../../../server/domain/catalogue/hierarchies.rules';
import type { ElementCode } from '../../../server/domain/catalogue/refdata.contract';
import { stageName } from '../../../server/domain/places/stage-name.rules';
import { Branches } from './branches';
import { Proposals } from './proposals';
import { branchesOf, narrowed } from './tree.rules';
import { useValueForms } from './value-forms';

interface TreePageProps {
  tree: ValueTree;
  elementCode: ElementCode;
  arrived: boolean;
  onElement: (elementCode: string) => void;
  onOpen: (valueId: number) => void;
  onChanged: () => void;
}

/** All values of an element as they lie in each other. */
export function TreePage({ tree, elementCode, arrived, onElement, onOpen, onChanged }: TreePageProps) {
  const { t, format } = usePage();
  const address = useAddress();
  const forms = useValueForms({ tree, onChanged, onOpen });
  const set = { text: address.get('text') ?? '', status: address.get('status') ?? '' };
  const fields = [
    {
      name: 'element',
      kind: 'select' as const,
      label: t('hierarchies.kind'),
      options: elements.map((code) => ({ value: code, label: t(`hierarchies.elements.${code}`) })),
    },
    ...(tree.fixed
      ? []
      : [
          { name: 'text', kind: 'search' as const, label: t('legacy.ui.search') },
          {
            name: 'status',
            kind: 'select' as const,
            label: t('legacy.fields.state'),
            options: [
              { value: '', label: t('global.all') },
              { value: 'A', label: t('hierarchies.inUse') },
              { value: 'I', label: t('hierarchies.retired') },
            ],
          },
        ]),
  ];
  const narrow = ({ element = elementCode, text = '', status = '' }: Record<string, string>) => {
    if (element !== elementCode) onElement(element);
    else writeAddress({ text: text.trim(), status }, text.trim() === set.text ? {} : { typedIn: 'text' });
  };
  const shown = narrowed(tree.values, set);
  const isNarrowed = set.text !== '' || set.status !== '';
  return (
    <>
      <Head
        title={t('hierarchies.title')}
        sentence={t('hierarchies.sentence')}
        arrived={arrived}
        actions={
          !tree.fixed && (
            <>
              <Button icon="plus" onClick={forms.openNewList}>
                {t('hierarchies.newList')}
              </Button>
              {tree.hierarchies.length > 0 && (
                <Button tone="primary" icon="plus" onClick={() => forms.openNew()}>
                  {t('hierarchies.newValue')}
                </Button>
              )}
            </>
          )
        }
      />
      <LiveFilters
        id="filters"
        fields={fields}
        values={{ element: elementCode, ...set }}
        usual={{ element: elementCode }}
        onChange={narrow}
      />
      <Merges merges={tree.merges.filter(({ state }) => state === 'RUNNING')} onTick={onChanged} />
      {elementCode === 'WASTEITEM' && <Proposals tree={tree} onChanged={onChanged} />}
      <p className={p.count} role="status">
        <span className={p.figure}>{format.number(shown.length)}</span>{' '}
        <span className={p.countWords}>
          {t('hierarchies.count', { count: shown.length, kind: t(`hierarchies.elements.${elementCode}`) })}
        </span>
      </p>
      {tree.fixed ? (
        <Fixed tree={tree} />
      ) : (
        <>
          {tree.hierarchies.length === 0 && (
            <EmptyState
              title={t('hierarchies.emptyTitle')}
              sentence={t('hierarchies.emptySentence')}
              actions={
                <Button tone="primary" onClick={forms.openNewList}>
                  {t('hierarchies.newList')}
                </Button>
              }
            />
          )}
          {tree.hierarchies.length > 0 && isNarrowed && shown.length === 0 && (
            <EmptyState title={t('hierarchies.noneTitle')} sentence={t('hierarchies.noneSentence')} />
          )}
          {tree.hierarchies.map(({ hierarchyId, hierarchyName }) => {
            const branches = branchesOf(shown, hierarchyId);
            if (isNarrowed && branches.length === 0) return null;
            return (
              <Section
                key={hierarchyId}
                title={hierarchyName}
                actions={
                  <>
                    <RowButton
                      tone="quiet"
                      about={hierarchyName}
                      onClick={() => forms.openRename({ hierarchyId, hierarchyName })}
                    >
                      {t('hierarchies.rename')}
                    </RowButton>
                    <RowButton
                      icon="plus"
                      about={hierarchyName}
                      onClick={() => forms.openNew({ hierarchyId, parentId: null })}
                    >
                      {t('hierarchies.addHere')}
                    </RowButton>
                  </>
                }
              >
                {branches.length === 0 ? (
                  <p className={p.small}>{t('hierarchies.emptyList')}</p>
                ) : (
                  <Branches
                    branches={branches}
                    unfolded={isNarrowed || shown.length <= 120}
                    label={hierarchyName}
                    onOpen={onOpen}
                  />
                )}
              </Section>
            );
          })}
          <PastMerges merges={tree.merges.filter(({ state }) => state === 'DONE')} />
        </>
      )}
    </>
  );
}

const msBetweenLooks = 1_500;

/** How far events have come that follow a merged value. */
export function Merges({ merges, onTick }: { merges: Merge[]; onTick: () => void }) {
  const { t, format } = usePage();
  const running = merges.length > 0;
  useEffect(() => {
    if (!running) return undefined;
    const timer = window.setInterval(onTick, msBetweenLooks);
    return () => window.clearInterval(timer);
  }, [running, onTick]);
  return merges.map(({ oldId, oldName, newName, eventsMoved, eventsExpected }) => (
    <Notice key={oldId} tone="info" title={t('hierarchies.merging', { old: oldName, name: newName })}>
      <Progress
        label={t('hierarchies.eventsFollow')}
        value={eventsMoved}
        max={Math.max(eventsExpected, eventsMoved, 1)}
        figure={t('hierarchies.ofEvents', {
          moved: format.number(eventsMoved),
          total: format.number(Math.max(eventsExpected, eventsMoved)),
        })}
      />
    </Notice>
  ));
}

function PastMerges({ merges }: { merges: Merge[] }) {
  const { t, format } = usePage();
  if (merges.length === 0) return null;
  return (
    <Section title={t('hierarchies.pastMerges')} note={<p className={p.small}>{t('hierarchies.pastMergesNote')}</p>}>
      <ol className={p.history}>
        {merges.map(({ oldId, oldName, newName, eventsMoved, mergedAt, byLogin }) => (
          <li key={oldId}>
            <strong>{t('hierarchies.merged', { old: oldName, name: newName })}</strong>
            <span className={p.small}>
              {t('hierarchies.mergedBy', {
                count: eventsMoved,
                events: format.number(eventsMoved),
                name: byLogin,
                at: format.dateTime(mergedAt),
              })}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Fixed({ tree }: { tree: ValueTree }) {
  const { t } = usePage();
  return (
    <>
      <Notice tone="info">
        <p>{t('hierarchies.fixedNotice')}</p>
      </Notice>
      <Section title={t('hierarchies.elements.WASTESTAGE')}>
        <ul>
          {tree.values.map(({ valueId, name }) => (
            <li key={valueId}>{stageName(t, valueId, name)}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}
