import { usePage } from '../../../client/legacy/page';
import type { TreeValue, ValueTree } from '../../../server/domain/catalogue/hierarchies.contract';
import { branchesOf, findBranch, placeOf, type Branch } from './tree.rules';
import { bodyOf, changesOf, factFields, nameFields, placeField } from './value-fields';

interface Forms {
  tree: ValueTree;
  onChanged: () => void;
  onOpen: (valueId: number) => void;
}

export type ValueForms = ReturnType<typeof useValueForms>;

/** @param onChanged called after each change, so that the tree is loaded again */
export function useValueForms({ tree, onChanged }: Forms) {
  const page = usePage();
  const { t, call, ask, say } = page;
  const done = (sentence: string) => {
    say(sentence);
    onChanged();
  };
  const name = (defaultValue = '') => ({
    name: 'hierarchyName',
    label: t('hierarchies.listName'),
    defaultValue,
    required: true,
    maxLength: 200,
  });
  return {
    openNewList() {
      ask({
        title: t('hierarchies.newListTitle'),
        sentence: t('hierarchies.newListSentence'),
        submit: t('hierarchies.createList'),
        size: 'small',
        fields: [name()],
        async onSubmit({ hierarchyName }) {
          await call('/hierarchies', { method: 'POST', body: { elementCode: tree.elementCode, hierarchyName } });
          done(t('hierarchies.listCreated'));
        },
      });
    },

    openRename({ hierarchyId, hierarchyName: before }: ValueTree['hierarchies'][number]) {
      ask({
        title: t('hierarchies.renameTitle', { name: before }),
        submit: t('legacy.ui.save'),
        size: 'small',
        fields: [name(before)],
        async onSubmit({ hierarchyName }) {
          await call(`/hierarchies/lists/${hierarchyId}`, { method: 'PUT', body: { hierarchyName } });
          done(t('hierarchies.saved', { name: hierarchyName ?? '' }));
        },
      });
    },

    openNew(place?: { hierarchyId: number; parentId: number | null }) {
      ask({
        title: t('hierarchies.newTitle'),
        submit: t('hierarchies.create'),
        fields: [...nameFields(page, tree), placeField(page, { tree, place }), ...factFields(page, tree)],
        async onSubmit(typed) {
          await call('/hierarchy-values', {
            method: 'POST',
            body: { ...bodyOf(page, typed), name: typed.name, ...placeOf(typed.hierarchyId ?? '') },
          });
          done(t('hierarchies.created', { name: typed.name ?? '' }));
        },
      });
    },

    openEdit(value: TreeValue) {
      const fields = [...nameFields(page, tree, value), ...factFields(page, tree, value)];
      ask({
        title: t('hierarchies.editTitle', { name: value.name }),
        submit: t('legacy.ui.save'),
        fields,
        async onSubmit(typed) {
          await call(`/hierarchy-values/${value.valueId}`, {
            method: 'PUT',
            body: { version: value.version, ...changesOf(page, { value, fields, typed }) },
          });
          done(t('hierarchies.saved', { name: typed.name ?? '' }));
        },
      });
    },

    openMove(value: TreeValue) {
      ask({
        title: t('hierarchies.moveTitle', { name: value.name }),
        sentence: t('hierarchies.moveSentence'),
        submit: t('hierarchies.moveHere'),
        fields: [placeField(page, { tree, moving: value })],
        async onSubmit(typed) {
          await call(`/hierarchy-values/${value.valueId}/place`, {
            method: 'PUT',
            body: { version: value.version, ...placeOf(typed.hierarchyId ?? '') },
          });
          done(t('hierarchies.movedDone', { name: value.name }));
        },
      });
    },

    openState(value: TreeValue) {
      const retiring = value.status === 'A';
      const below = countInUse(findBranch(branchesOf(tree.values, value.hierarchyId), value.valueId));
      ask({
        title: t(retiring ? 'hierarchies.retireTitle' : 'hierarchies.bringBackTitle', { name: value.name }),
        tone: retiring ? 'danger' : 'primary',
        fields: [],
        points: retiring
          ? [
              t('hierarchies.retirePoint'),
              ...(below > 0 ? [t('hierarchies.retireBelow', { count: below })] : []),
              t('hierarchies.retireStays'),
              t('hierarchies.retireUndo'),
            ]
          : [t('hierarchies.bringBackPoint')],
        submit: t(retiring ? 'hierarchies.retire' : 'hierarchies.bringBack'),
        async onSubmit() {
          await call(`/hierarchy-values/${value.valueId}`, {
            method: 'PUT',
            body: { version: value.version, valueStatus: retiring ? 'I' : 'A' },
          });
          done(t(retiring ? 'hierarchies.retiredDone' : 'hierarchies.broughtBack', { name: value.name }));
        },
      });
    },
  };
}

function countInUse(branch: Branch | undefined): number {
  if (!branch) return 0;
  return branch.below.reduce((sum, one) => sum + (one.value.status === 'A' ? 1 : 0) + countInUse(one), 0);
}
