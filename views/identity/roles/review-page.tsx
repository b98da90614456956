import { Button, LinkButton } from '../../../client/ui/button';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Effects, type EffectsProps } from './effects';
import s from './roles.module.css';

export interface ReviewPageProps {
  t: Translate;
  base: string;
  role: { id: string; name: string };
  typed: { name: string; description: string; isDefault: boolean };
  /** The boxes that were ticked. */
  boxes: string[];
  added: string[];
  removed: string[];
  /** How many hold the role. */
  people: number;
  effects: EffectsProps['effects'];
}

/** What a change of a role would come to, before it is saved. */
export function ReviewPage({ t, base, role, typed, boxes, added, removed, people, effects }: ReviewPageProps) {
  return (
    <div className={s.page}>
      <PageHeader title={t('roles.reviewOf', { name: role.name })} sentence={t('roles.people', { count: people })} />
      <Effects
        t={t}
        none={t(added.length + removed.length === 0 ? 'roles.noChange' : 'roles.noEffect')}
        effects={effects}
      />
      <PostForm action={`${base}/${role.id}`} className={s.actions}>
        <input type="hidden" name="act" value="save" />
        <input type="hidden" name="name" value={typed.name} />
        <input type="hidden" name="description" value={typed.description} />
        {typed.isDefault && <input type="hidden" name="isDefault" value="on" />}
        {boxes.map((box) => (
          <input key={box} type="hidden" name={box} value="on" />
        ))}
        <Button type="submit" tone="primary">
          {t('roles.saveAction')}
        </Button>
        <LinkButton href={`${base}/${role.id}`}>{t('roles.discard')}</LinkButton>
      </PostForm>
    </div>
  );
}
