import { choiceField } from '../../../client/legacy/choice-field';
import { useAnswer, usePage } from '../../../client/legacy/page';
import type { OwnField } from '../../../client/ui/form-dialog';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import type { MergePreview, TreeValue, ValueTree } from '../../../server/domain/catalogue/hierarchies.contract';
import { pathNames } from './tree.rules';

interface Merging {
  tree: ValueTree;
  /** The value is not there any more. */
  onMerged: () => void;
  onChanged: () => void;
}

/** Asks which value another one is to become, and says what that changes before it is done. */
export function useMergeForm({ tree, onMerged, onChanged }: Merging) {
  const { t, call, ask, say } = usePage();
  return (value: TreeValue) => {
    const targets = tree.values.filter((one) => one.status === 'A' && one.valueId !== value.valueId);
    const choice = choiceField({
      name: 'intoId',
      label: t('hierarchies.mergeInto'),
      required: true,
      options: targets.map((one) => ({
        value: String(one.valueId),
        label: one.name,
        hint: pathNames(tree.values, one.valueId).slice(0, -1).join(' › '),
      })),
    });
    const withPreview: OwnField = {
      ...choice,
      render: (field) => (
        <>
          {choice.render(field)}
          {field.value !== '' && <Preview key={field.value} valueId={value.valueId} intoId={Number(field.value)} />}
        </>
      ),
    };
    ask({
      title: t('hierarchies.mergeTitle', { name: value.name }),
      sentence: t('hierarchies.mergeSentence'),
      submit: t('hierarchies.merge'),
      tone: 'danger',
      fields: [withPreview],
      async onSubmit({ intoId }) {
        await call(`/hierarchy-values/${value.valueId}/merge`, {
          method: 'POST',
          body: { version: value.version, intoId: Number(intoId) },
        });
        say(
          t('hierarchies.mergeDone', {
            old: value.name,
            name: targets.find((one) => one.valueId === Number(intoId))?.name ?? '',
          }),
        );
        onChanged();
        onMerged();
      },
    });
  };
}

/** What a merge would change. */
function Preview({ valueId, intoId }: { valueId: number; intoId: number }) {
  const { t, format, sentenceOf } = usePage();
  const preview = useAnswer<MergePreview>(`/hierarchy-values/${valueId}/merge?intoId=${intoId}`);
  return (
    <Loaded from={preview} sentenceOf={sentenceOf}>
      {({ oldName, newName, events, voided, costRules, below }) => (
        <Notice
          tone="warning"
          title={t('hierarchies.previewEvents', { count: events, events: format.number(events), name: newName })}
        >
          <ul>
            {voided > 0 && <li>{t('hierarchies.previewVoided', { count: voided, events: format.number(voided) })}</li>}
            {costRules > 0 && <li>{t('hierarchies.previewRules', { count: costRules })}</li>}
            {below > 0 && <li>{t('hierarchies.previewBelow', { count: below })}</li>}
            <li>{t('hierarchies.previewNames', { old: oldName, name: newName })}</li>
            <li>{t('hierarchies.previewFigures')}</li>
          </ul>
        </Notice>
      )}
    </Loaded>
  );
}
