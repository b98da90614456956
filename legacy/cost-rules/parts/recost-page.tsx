import { useEffect } from 'react';
import { useAnswer, usePage } from '../../../client/legacy/page';
import { Facts, Head, Section, type OpenedFromList } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { DataTable } from '../../../client/ui/data-table';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import { Progress } from '../../../client/ui/progress';
import type { RecostSums, RecostView } from '../../../server/domain/catalogue/recost.contract';
import { RecostState } from './recost-words';

const msBetweenLooks = 1_000;

/** One recost: what it would change, how far it has come, and what it has changed. */
export function RecostPage({ recostId, arrived, onBack }: OpenedFromList & { recostId: number }) {
  const { t, format, call, ask, say, user, sentenceOf } = usePage();
  const recost = useAnswer<RecostView>(`/recosts/${recostId}`);
  const { data, reload } = recost;
  const underWay = data?.state === 'COUNTING' || data?.state === 'RUNNING';
  useEffect(() => {
    if (!underWay) return undefined;
    const timer = window.setInterval(reload, msBetweenLooks);
    return () => window.clearInterval(timer);
  }, [underWay, reload]);
  const openRun = ({ counted }: RecostView) =>
    ask({
      title: t('costRules.runTitle'),
      submit: t('costRules.run'),
      tone: 'danger',
      fields: [],
      points: [
        t('costRules.runPoint', { count: counted?.changed ?? 0, events: format.number(counted?.changed ?? 0) }),
        t('costRules.runKept'),
        t('costRules.runFollows'),
      ],
      async onSubmit() {
        await call(`/recosts/${recostId}/run`, { method: 'POST', body: {} });
        say(t('costRules.started'));
        reload();
      },
    });
  return (
    <Loaded from={recost} sentenceOf={sentenceOf}>
      {(one) => {
        const mayRun =
          one.state === 'COUNTED' && (one.counted?.changed ?? 0) > 0 && user.permissions.includes('EDIT_COST_RULES');
        return (
          <>
            <Head
              title={format.range(one.fromDay, one.toDay)}
              sentence={`${one.siteName ?? t('costRules.everySite')} · ${one.reason}`}
              badge={
                <>
                  {' '}
                  <RecostState state={one.state} />
                </>
              }
              arrived={arrived}
              back={{ label: t('costRules.recosts'), onClick: onBack }}
              actions={
                mayRun && (
                  <Button tone="primary" onClick={() => openRun(one)}>
                    {t('costRules.run')}
                  </Button>
                )
              }
            />
            <How recost={one} />
            <Sums sums={one.written ?? one.counted} done={one.state === 'DONE'} />
          </>
        );
      }}
    </Loaded>
  );
}

/** Where it stands, in a sentence. */
function How({ recost: { state, counted, written, finishedAt } }: { recost: RecostView }) {
  const { t, format } = usePage();
  if (state === 'COUNTING')
    return (
      <Progress
        label={t('costRules.counting')}
        figure={t('costRules.lookedAt', { count: counted?.events ?? 0, events: format.number(counted?.events ?? 0) })}
      />
    );
  if (state === 'RUNNING') {
    const [done, all] = [written?.events ?? 0, Math.max(counted?.events ?? 0, written?.events ?? 0, 1)];
    return (
      <Progress
        label={t('costRules.running')}
        value={done}
        max={all}
        figure={t('costRules.ofEvents', { done: format.number(done), total: format.number(all) })}
      />
    );
  }
  if (state === 'DONE')
    return (
      <Notice tone="success">
        <p>{t('costRules.doneAt', { at: format.dateTime(finishedAt ?? '') })}</p>
      </Notice>
    );
  return (counted?.changed ?? 0) === 0 ? (
    <Notice tone="success">
      <p>{t('costRules.nothingChanges')}</p>
    </Notice>
  ) : (
    <Notice tone="info">
      <p>{t('costRules.notWritten')}</p>
    </Notice>
  );
}

function Sums({ sums, done }: { sums: RecostSums | null; done: boolean }) {
  const { t, format } = usePage();
  if (!sums) return null;
  const { events, changed, gained, lost, left, currencies } = sums;
  const apart = (before: string, after: string) => Number(after) - Number(before);
  return (
    <>
      <Facts
        large
        items={[
          { term: t(done ? 'costRules.haveChanged' : 'costRules.wouldChange'), value: format.number(changed) },
          { term: t('costRules.ofAll'), value: format.number(events) },
        ]}
      />
      <Facts
        items={[
          { term: t('costRules.gained'), value: format.number(gained) },
          { term: t('costRules.lost'), value: format.number(lost) },
          { term: t('costRules.left'), value: format.number(left), note: t('costRules.leftNote') },
        ]}
      />
      {currencies.length > 0 && (
        <Section title={t('costRules.totals')}>
          <DataTable
            id="totals"
            caption={t('costRules.totals')}
            phone="blocks"
            columns={[
              { key: 'currency', label: t('costRules.fields.currency'), primary: true },
              { key: 'before', label: t('costRules.before'), numeric: true },
              { key: 'after', label: t('costRules.after'), numeric: true, primary: true },
              { key: 'apart', label: t('costRules.apart'), numeric: true },
            ]}
            rows={currencies.map(({ currency, before, after }) => ({
              key: currency,
              cells: [
                currency,
                format.money(before, currency),
                format.money(after, currency),
                format.money(apart(before, after), currency, { sign: true }),
              ],
            }))}
          />
        </Section>
      )}
    </>
  );
}
