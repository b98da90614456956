import { Button, LinkButton } from '../../../client/ui/button';
import { DataTable } from '../../../client/ui/data-table';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
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
  effects: { key: string; name: string; gain: number; lose: number }[];
}

/** What a change of a role would come to, before it is saved. */
export function ReviewPage({ t, base, role, typed, boxes, added, removed, people, effects }: ReviewPageProps) {
  const lost = effects.filter(({ lose }) => lose > 0).length;
  return (
    <div className={s.page}>
      <PageHeader title={t('roles.reviewOf', { name: role.name })} sentence={t('roles.people', { count: people })} />
      {lost > 0 && <Notice tone="info">{t('roles.losing', { count: lost })}</Notice>}
      <Section id="effects" title={t('roles.effects')} sentence={t('roles.effectsSentence')}>
        {effects.length === 0 ? (
          <p className={s.muted}>{t(added.length + removed.length === 0 ? 'roles.noChange' : 'roles.noEffect')}</p>
        ) : (
          <DataTable
            id="effects-table"
            caption={t('roles.effects')}
            columns={[
              { key: 'key', label: t('roles.permission'), primary: true },
              { key: 'gain', label: t('roles.gain'), numeric: true },
              { key: 'lose', label: t('roles.lose'), numeric: true, primary: 'side' },
            ]}
            rows={effects.map(({ key, name, gain, lose }) => ({
              key,
              name,
              cells: [
                <span key="name" title={key}>
                  {name}
                </span>,
                gain,
                lose,
              ],
            }))}
          />
        )}
      </Section>
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
