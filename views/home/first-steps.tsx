import { LinkButton } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { Icon } from '../../client/ui/icon';
import type { StepView } from '../../server/features/home/first-steps.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './first-steps.module.css';

/** What leads to the first baseline: what is done, and what the reader may do next; who else can, where they may not. */
export function FirstSteps({ t, steps }: { t: Translate; steps: StepView[] }) {
  const next = steps.find(({ done, ways }) => !done && ways.length > 0)?.key;
  const done = steps.filter((step) => step.done).length;
  return (
    <section className={s.section} aria-labelledby="first-steps">
      <h2 id="first-steps" className={s.title}>
        {t('home.steps.title')}
      </h2>
      <p className={s.lead}>{t('home.steps.done', { done, count: steps.length })}</p>
      <ol className={s.list}>
        {steps.map((step, at) => (
          <li key={step.key} className={classNames(s.step, step.done && s.isDone)}>
            <span className={s.mark}>
              {step.done ? <Icon name="check" size={20} /> : <span aria-hidden="true">{at + 1}</span>}
            </span>
            <div>
              <h3 className={s.name}>
                {t(`home.steps.${step.key}.title`)}
                {step.done && <span className="visually-hidden"> ({t('home.steps.isDone')})</span>}
              </h3>
              {!step.done && <p className={s.about}>{t(`home.steps.${step.key}.about`)}</p>}
              {step.ways.length > 0 && (
                <p className={s.ways}>
                  {step.ways.map(({ key, href }, nth) => (
                    <LinkButton
                      key={key}
                      href={href}
                      size="small"
                      tone={step.key === next && nth === 0 ? 'primary' : undefined}
                    >
                      {t(`home.steps.ways.${key}`)}
                    </LinkButton>
                  ))}
                </p>
              )}
              {step.who && <p className={s.who}>{t(`home.steps.who.${step.who}`)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
