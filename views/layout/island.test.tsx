import { useId } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { defineIsland } from '../../client/runtime/define-island';
import { sentences, type Speak } from '../../client/runtime/sentences';
import { translator } from '../../server/platform/i18n/messages';
import { locales } from '../locales';
import { Island } from './island';
import { renderDocument, renderPage } from './render';

const Greeting = defineIsland('sample/greeting', ({ name }: { name: string }) => (
  <label htmlFor={useId()}>
    Hello {name}
    <input id={useId()} />
  </label>
));
const words = sentences('layout.change', 'deploymentStatus.locations', 'global.close');
const Speaking = defineIsland(
  'sample/speaking',
  ({ count, t }: { count: number; t: Speak<typeof words> }) => (
    <p>{`${t('deploymentStatus.locations', { count })} ${t('global.close')}`}</p>
  ),
  words,
);
const Other = defineIsland('sample/other', ({ items }: { items: string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
));

describe('renderPage', () => {
  it('renders an island alone, with its state, its props and ids of its own', () => {
    const { html, islands } = renderPage(
      <main>
        <p>before</p>
        <Island of={Greeting} when="idle" props={{ name: 'Ada' }} />
        <Island of={Greeting} when="load" props={{ name: 'Bob' }} />
      </main>,
      'en_US',
    );
    expect(islands).toEqual(['sample/greeting']);
    expect(html).toContain(
      'data-island="sample/greeting" data-island-when="idle" data-island-state="waiting" data-island-prefix="i0-"',
    );
    expect(html).toContain('<script type="application/json">{"props":{"name":"Ada"}}</script>');
    expect(html).not.toContain('<!--island:');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toContain('i0-');
    expect(ids[1]).toContain('i1-');
  });

  it('lists each island once, in the order of the page', () => {
    const { islands } = renderPage(
      <>
        <Island of={Other} when="visible" props={{ items: [] }} />
        <Island of={Greeting} when="load" props={{ name: '' }} />
        <Island of={Other} when="visible" props={{ items: [] }} />
      </>,
      'en_US',
    );
    expect(islands).toEqual(['sample/other', 'sample/greeting']);
  });

  it('lets no text end the script or take an island’s place', () => {
    const evil = '</script><script>alert(1)</script><!--island:0-->';
    const { html } = renderPage(
      <>
        <p>{evil}</p>
        <Island of={Other} when="load" props={{ items: [evil] }} />
      </>,
      'en_US',
    );
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<ul>/g)).toHaveLength(1);
    const props = /<script type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(props)).toEqual({ props: { items: [evil] } });
  });

  it.each([
    ['en_US', 1, 'Close'],
    ['de_DE', 2, 'Schließen'],
  ] as const)(
    'hands an island its declared sentences in %s, with every plural form, and no other',
    (locale, count, close) => {
      const { html } = renderPage(<Island of={Speaking} when="load" props={{ count }} />, locale);
      const handed = JSON.parse(/<script type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '') as {
        props: object;
        sentences: Record<string, object>;
      };
      expect(handed.props).toEqual({ count });
      expect(handed.sentences).toEqual({
        layout: { change: locales[locale].layout.change },
        deploymentStatus: {
          locations_one: locales[locale].deploymentStatus.locations_one,
          locations_other: locales[locale].deploymentStatus.locations_other,
        },
        global: { close },
      });
      expect(html).toContain(`<p>${translator(locale)('deploymentStatus.locations', { count })} ${close}</p>`);
    },
  );

  it('refuses an island outside it', () => {
    expect(() => renderToStaticMarkup(<Island of={Other} when="load" props={{ items: [] }} />)).toThrow(
      /sample\/other/,
    );
  });
});

describe('renderDocument', () => {
  const document = {
    lang: 'en-US',
    title: 'Performance · Tare',
    description: 'How much less.',
    styles: ['/assets/app.css'],
    body: '<main></main>',
  };

  it('sends no script to a page without islands', () => {
    const html = renderDocument(document);
    expect(html).toMatch(/^<!doctype html><html lang="en-US">/);
    expect(html).not.toContain('<script');
    expect(html).toContain('<link rel="stylesheet" href="/assets/app.css"/>');
  });

  it('carries the islands’ addresses as data and its scripts as modules, nothing inline', () => {
    const html = renderDocument({
      ...document,
      scripts: ['/assets/start.js'],
      islands: { 'a/<b>': '/assets/a.js' },
      preloads: [
        { href: '/assets/a.js', as: 'script' },
        { href: '/assets/inter.woff2', as: 'font' },
      ],
    });
    expect(html).toContain('<script type="application/json" id="tare-islands">{"a/\\u003cb>":"/assets/a.js"}</script>');
    expect(html).toContain('<script type="module" src="/assets/start.js"></script>');
    expect(html).toContain('<link rel="modulepreload" href="/assets/a.js"/>');
    expect(html).toContain(
      '<link rel="preload" href="/assets/inter.woff2" as="font" type="font/woff2" crossorigin="anonymous"/>',
    );
    expect(html).not.toMatch(/ style=|<style| on\w+=/);
  });
});
