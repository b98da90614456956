import { readFileSync } from 'node:fs';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { resolveTokens } from '../../client/styles/token-colours';
import { DataTable, type Column } from '../../client/ui/data-table';
import { FilterBar } from '../../client/ui/filter-bar';
import { LayoutProvider } from '../../client/ui/layout-strings';
import { Pagination } from '../../client/ui/pagination';
import strings from '../locales/en_US/layout.json';
import { directionOf } from './change';
import { BarsChart } from './chart-bars';
import { TrendChart } from './chart-trend';
import { themeColours } from './document';
import { HeroFigure } from './hero-figure';
import heroes from './hero-figure.module.css';
import { renderPage } from './render';
import { Shell } from './shell';

const draw = (element: ReactElement) =>
  renderPage(<LayoutProvider strings={strings}>{element}</LayoutProvider>, 'en_US').html;
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const columns: Column[] = [
  { key: 'site', label: 'Site', primary: true, sortHref: '?sort=site', sorted: 'asc' },
  { key: 'stage', label: 'Stage', sortHref: '?sort=stage' },
  { key: 'days', label: 'Days', numeric: true, primary: true },
];

describe('DataTable', () => {
  it('tells which column it is sorted by, and what a click will do', () => {
    const html = draw(<DataTable id="t" caption="Locations" columns={columns} rows={[]} />);
    expect(html.match(/aria-sort="ascending"/g)).toHaveLength(1);
    expect(html).toContain('title="Sort by Site, highest first"');
    expect(html).toContain('title="Sort by Stage, lowest first"');
    expect(html).toContain('id="t"');
    expect(html).toContain('data-enhance="swap"');
  });
  it('says so when there is nothing', () => {
    expect(
      text(draw(<DataTable id="t" caption="Locations" columns={columns} rows={[]} empty="No locations." />)),
    ).toContain('No locations.');
  });
  it('opens a row by a link in its first primary cell only', () => {
    const html = draw(
      <DataTable
        id="t"
        caption="Locations"
        columns={columns}
        rows={[
          { key: '1', cells: ['North', 'Pre', '12'], href: '/x' },
          { key: '2', cells: ['South', 'Pre', '9'], state: 'greyed' },
        ]}
      />,
    );
    expect(html.match(/href="\/x"/g)).toHaveLength(1);
    expect(html).toContain('aria-label="More about South"');
  });
  it('sorts and opens by buttons in the browser, and leaves the rest of a row to its window', () => {
    const inBrowser: Column[] = [
      { key: 'site', label: 'Site', primary: true, onSort: () => undefined },
      { key: 'stage', label: 'Stage' },
      { key: 'days', label: 'Days', primary: true },
    ];
    const html = draw(
      <DataTable
        id="t"
        caption="Locations"
        columns={inBrowser}
        rows={[{ key: '7', cells: ['North', 'Pre', '12'], onOpen: () => undefined }]}
        wide
        phone="list"
      />,
    );
    expect(html).toMatch(/<button[^>]*title="Sort by Site, lowest first"/);
    expect(html).toMatch(/<button[^>]*data-key="7"[^>]*>North<\/button>/);
    expect(html).not.toContain('<details>');
  });
});

describe('Pagination', () => {
  it.each([
    [{ from: 1, to: 20, total: 45, nextHref: '?page=2' }, '1–20 of 45', 1],
    [{ from: 0, to: 0, total: 0 }, '0 of 0', 0],
    [{ from: 1, to: 3, total: 3 }, '1–3 of 3', 0],
  ])('%o', (props, range, links) => {
    const html = draw(<Pagination {...props} />);
    expect(text(html)).toContain(range);
    expect(html.match(/<a /g) ?? []).toHaveLength(links);
  });
  it('turns pages by buttons in the browser; the way that leads nowhere is off', () => {
    const html = draw(<Pagination from={1} to={20} total={45} onNext={() => undefined} />);
    expect(html.match(/<button[^>]*>/g)?.map((one) => one.includes('disabled'))).toEqual([true, false]);
  });
});

describe('directionOf', () => {
  it.each([
    [-0.184, 2, 'less'],
    [0.184, 2, 'more'],
    [0, 2, 'same'],
    [-0.00004, 2, 'same'],
    [-0.00006, 2, 'less'],
    [0.004, 0, 'same'],
    [0.005, 0, 'more'],
  ] as const)('%d at %d decimals is %s', (fraction, decimals, direction) => {
    expect(directionOf(fraction, decimals)).toBe(direction);
  });
});

describe('HeroFigure', () => {
  it('says the direction in words', () => {
    expect(
      text(
        draw(
          <HeroFigure
            label="Waste"
            value="−18.4%"
            direction="less"
            comparison="than the baseline"
            trust="93% tracked"
            trustFraction={0.93}
          />,
        ),
      ),
    ).toContain('less than the baseline');
  });
  it('says in a phrase of its own that nothing has changed', () => {
    const same = { label: 'Waste', value: '0.0%', direction: 'same', comparison: 'than the baseline' } as const;
    expect(text(draw(<HeroFigure {...same} unchanged="the same as the baseline" />))).toMatch(
      /0\.0%\s*the same as the baseline\s*$/,
    );
  });
  it('without enough behind it has neither mark nor colour, and says what it would be', () => {
    const html = draw(
      <HeroFigure
        label="Waste"
        value="−72.9%"
        direction="less"
        comparison="than the baseline"
        doubt="Not enough tracked days"
      />,
    );
    expect(text(html)).toContain('−72.9% Not enough tracked days. It would be less than the baseline');
    expect(html).not.toContain('<svg');
    expect(html).not.toMatch(new RegExp(`class="[^"]*\\b${heroes.less}\\b`));
    expect(draw(<HeroFigure label="Waste" value="−72.9%" direction="less" />)).toMatch(
      new RegExp(`class="[^"]*\\b${heroes.less}\\b`),
    );
  });
  it('gives the reason instead of a figure', () => {
    const html = text(
      draw(
        <HeroFigure
          label="Waste"
          value={null}
          direction="less"
          missing="No baseline yet."
          comparison="than the baseline"
        />,
      ),
    );
    expect(html).toContain('No baseline yet.');
    expect(html).not.toContain('than the baseline');
  });
});

describe('charts', () => {
  const points = [
    { key: '1', label: 'Nov 2', value: 12 },
    { key: '2', label: 'Nov 9', value: null },
    { key: '3', label: 'Nov 16', value: 8 },
  ];
  it('hands every figure over as a table, gaps in words', () => {
    const html = draw(
      <TrendChart
        id="c"
        title="Waste fell"
        points={points}
        baseline={{ value: 10 }}
        formatValue={(value) => `${value} kg`}
        heads={{ label: 'Week', value: 'Waste' }}
      />,
    );
    const rows = [...html.matchAll(/<th scope="row">([^<]*)<\/th><td>([^<]*)<\/td>/g)].map((match) => [
      match[1],
      match[2],
    ]);
    expect(rows).toEqual([
      ['Nov 2', '12 kg'],
      ['Nov 9', 'Not tracked'],
      ['Nov 16', '8 kg'],
    ]);
    expect(html).toContain('url(#c-hatch)');
  });
  it('draws the longest bar full and the others in proportion', () => {
    const html = draw(
      <BarsChart
        id="b"
        title="Bread leads"
        bars={[
          { key: 'a', label: 'Bread', value: 40 },
          { key: 'b', label: 'Rice', value: 10 },
        ]}
        formatValue={String}
        heads={{ label: 'Item', value: 'kg' }}
      />,
    );
    expect([...html.matchAll(/width="([\d.]+)%" height="100%"/g)].map((match) => Number(match[1]))).toEqual([100, 25]);
  });
});

describe('FilterBar', () => {
  it('is a form that works alone, with a way to take each filter off', () => {
    const html = draw(
      <FilterBar
        id="f"
        action="/here"
        hidden={{ sort: 'site' }}
        controls={[
          { kind: 'select', name: 'stage', label: 'Stage', options: [{ value: '8', label: 'Pre' }], defaultValue: '8' },
        ]}
        chips={[{ label: 'Pre', removeHref: '/here' }]}
      />,
    );
    const form = /<form [^>]*>/.exec(html)?.[0];
    expect(form).toContain('method="get"');
    expect(form).toContain('action="/here"');
    expect(html).toContain('<input type="hidden" name="sort" value="site"/>');
    expect(html).toContain('aria-label="Remove filter Pre"');
    expect(html).toContain('<option value="8" selected="">Pre</option>');
  });
});

describe('Shell', () => {
  const shell = (hideChrome: boolean, inside?: boolean) =>
    renderPage(
      <Shell
        strings={strings}
        hideChrome={hideChrome}
        organisation="Grand Kitchens"
        helpHref="https://help.example"
        csrfToken="token-1"
        year={2026}
        account={{
          name: 'Ada Lovelace',
          items: [{ href: '/account-settings', label: 'Settings' }],
          preferences: {
            action: '/preferences',
            back: '/home',
            locale: 'en_US',
            languages: [],
            unit: 'kg',
            units: [],
            theme: null,
          },
          logoutAction: '/logout',
        }}
        menus={[
          { id: 'r', label: 'Reporting', items: [{ href: '/a', label: 'A', current: true }] },
          { id: 'none', label: 'Nothing', items: [] },
          { id: 'ccm', label: 'CCM tools', secure: true, items: [{ href: '/b', label: 'B', current: false, inside }] },
        ]}
      >
        page
      </Shell>,
      'en_US',
    ).html;

  it('has menus without a script, the current page marked, and a log out that is a protected form', () => {
    const html = shell(false);
    expect(html).toContain('href="/a" aria-current="page"');
    expect(html).toMatch(
      /<form (?=[^>]*method="post")(?=[^>]*action="\/logout")[^>]*><input type="hidden" name="_csrf" value="token-1"\/>/,
    );
    expect(text(html)).toContain('© 2014–2026 Tare');
    expect(html).not.toContain('Nothing');
    expect(html).not.toMatch(/ style=|<style/);
  });
  it('says that a page below one of the internal tools is one of them', () => {
    expect(shell(false)).not.toContain('secureLine');
    expect(shell(false, true)).toMatch(/<main[^>]*><p class="[^"]*secureLine/);
  });
  it('shows the page alone where a report is made', () => {
    const html = shell(true);
    expect(html).not.toMatch(/<nav|<header|<footer/);
    expect(text(html)).toContain('page');
  });
});

it('tells the browser the same paper as the stylesheet', () => {
  const css = readFileSync('client/styles/tokens.css', 'utf8');
  expect(themeColours).toEqual({
    light: resolveTokens(css, 'light')['--paper'],
    dark: resolveTokens(css, 'dark')['--paper'],
  });
});
