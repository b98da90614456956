import { createElement, useContext } from 'react';
import type { Island as IslandDefinition, IslandWhen, JsonProps } from '../../client/runtime/define-island';
import { createTranslate } from '../../client/runtime/sentences';
import { IslandCollectorContext, placeOf } from './island-collector';
import { sentencesFor } from './island-sentences';

export interface IslandProps<P extends object> {
  of: IslandDefinition<P>;
  when: IslandWhen;
  /** Plain data; what JSON would lose is refused by the compiler. */
  props: P & JsonProps<P>;
}

/** Places a part that wakes in the browser. Its HTML is there before; without scripts it is all there is. */
export function Island<P extends object>({ of, when, props }: IslandProps<P>) {
  const collector = useContext(IslandCollectorContext);
  if (!collector) throw new Error(`The island ${of.id} was rendered outside renderPage.`);
  const sentences = of.sentences.length > 0 ? sentencesFor(of.sentences, collector.locale) : undefined;
  const spoken = sentences && { t: createTranslate(sentences, collector.locale) };
  const { at, prefix } = collector.place(of.id, createElement(of.component, { ...props, ...spoken }));
  return (
    <>
      <div
        data-island={of.id}
        data-island-when={when}
        data-island-state="waiting"
        data-island-prefix={prefix}
        dangerouslySetInnerHTML={{ __html: placeOf(at) }}
      />
      <script type="application/json" dangerouslySetInnerHTML={{ __html: jsonForScript({ props, sentences }) }} />
    </>
  );
}

/** JSON that cannot end the script element it stands in. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
