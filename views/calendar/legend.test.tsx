import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import grid from '../../client/calendar/month-grid.module.css';
import { translator } from '../../server/platform/i18n/messages';
import { Legend, legendStates } from './legend';

describe('the legend of the calendar', () => {
  it.each(legendStates)('draws a day that is %s with the classes of the month itself', (state) => {
    const html = renderToStaticMarkup(<Legend t={translator('en_US')} closed />);
    const swatch = new RegExp(
      `class="${[grid.cell, grid[state]].filter(Boolean).join(' ')} [^"]*"[^>]*><span class="${grid.number}">8</span></span>${translator('en_US')(`calendar.states.${state}`)}<`,
    );
    expect(html).toMatch(swatch);
  });

  it('speaks of days after the last only where there is a last one', () => {
    expect(renderToStaticMarkup(<Legend t={translator('en_US')} closed={false} />)).not.toContain(
      translator('en_US')('calendar.states.after'),
    );
  });
});
