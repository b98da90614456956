import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Facts, Head, Section, type OpenedFromList } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import type { OperatorChoices, OperatorDetail } from '../../../server/features/operators/operators.contract';
import { useOperatorForms, type GivenPin } from './operator-forms';
import { OperatorBadge } from './operator-list';

interface OperatorViewProps extends OpenedFromList {
  operatorId: number;
  onPin: (given: GivenPin) => void;
}

/** One operator: name, place, language and the PIN that nobody can look up. */
export function OperatorView({ operatorId, arrived, onBack, onPin }: OperatorViewProps) {
  const { t, format, sentenceOf } = usePage();
  const operator = useAnswer<OperatorDetail>(`/operators/${operatorId}`);
  const choices = useAnswer<OperatorChoices>('/operators/choices');
  const forms = useOperatorForms({ onSaved: operator.reload, onPin });
  return (
    <Loaded from={operator} sentenceOf={sentenceOf}>
      {({ operator: one }) => {
        const inactive = one.status === 'I';
        return (
          <>
            <Head
              title={one.alias}
              sentence={t('operators.oneSentence', { location: one.locationName, site: one.siteName })}
              arrived={arrived}
              back={{ label: t('operators.title'), onClick: onBack }}
              actions={
                <Button tone="primary" onClick={() => void forms.openEdit(one)}>
                  {t('legacy.ui.edit')}
                </Button>
              }
            />
            {inactive && (
              <Notice tone="info" title={t('operators.isInactive')}>
                <p>{t('operators.reactivateLeads')}</p>
                <Button size="small" onClick={() => forms.openState(one)}>
                  {t('operators.reactivate')}
                </Button>
              </Notice>
            )}
            <Facts
              items={[
                { term: t('operators.fields.status'), value: <OperatorBadge operator={one} /> },
                { term: t('operators.fields.siteName'), value: one.siteName },
                { term: t('operators.fields.locationName'), value: one.locationName },
                {
                  term: t('operators.fields.locale'),
                  value: choices.data?.locales.find(({ locale }) => locale === one.locale)?.localeName ?? one.locale,
                },
                { term: t('operators.fields.pinSetAt'), value: format.dateTime(one.pinSetAt, one.timeZone) },
              ]}
            />
            {!inactive && (
              <>
                <Section
                  title={t('operators.pin')}
                  note={<p className={p.small}>{t('operators.pinLeads')}</p>}
                  actions={<Button onClick={() => forms.openPin(one)}>{t('operators.newPin')}</Button>}
                >
                  {null}
                </Section>
                <section className={p.apart}>
                  <div>
                    <h2>{t('operators.deactivateHead')}</h2>
                    <p className={p.small}>{t('operators.deactivateLeads')}</p>
                  </div>
                  <Button onClick={() => forms.openState(one)}>{t('operators.deactivate')}</Button>
                </section>
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
