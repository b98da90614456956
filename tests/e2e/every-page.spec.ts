import { expect, expectNoAxeProblems, expectNoOverflow, islandsAwake, people, test } from './support';

const pages: Record<string, readonly string[]> = {
  '': ['/login', '/forgot-password', '/password-reset?token=none', '/privacy-policy', '/rest/v1/docs', '/dev/outbox', '/logout'],
  [people.fairfax]: ['/home', '/deployment-status', '/performanceDashboard?range=allTime', '/locationCalendar', '/imports'],
  [people.caterer]: ['/home', '/deployment-status', '/performanceDashboard', '/performanceDashboard?viewType=sites', '/locationCalendar', '/imports', '/waste-events', '/sites', '/manage-baselines'],
  [people.viewer]: ['/home', '/deployment-status', '/locationCalendar'],
  [people.site]: ['/home', '/deployment-status', '/performanceDashboard'],
  [people.staff]: ['/home', '/parked-jobs', '/deployment-status', '/performanceDashboard', '/waste-events', '/sites', '/manage-baselines'],
};

for (const [login, paths] of Object.entries(pages)) {
  for (const [width, height] of [[1440, 900], [390, 844]] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${login || 'nobody'} at ${width} px, ${colorScheme}: nothing overflows, axe finds nothing`, async ({ page, signIn }) => {
        test.setTimeout(120_000);
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        if (login) await signIn(login);
        for (const path of paths) {
          await test.step(path, async () => {
            await page.goto(path);
            await islandsAwake(page);
            for (const frame of await page.locator('iframe[data-legacy-frame]').all()) await expect(frame.contentFrame().locator('main')).not.toHaveAttribute('aria-busy', 'true');
            await expectNoOverflow(page);
            await expectNoAxeProblems(page);
          });
        }
      });
    }
  }
}
