import { socialCounterparts } from '../support/counterparts/social-providers';
import { startDemoServer } from './demo-server';
import { expect, fullRun, password, people, test } from './support';

for (const javaScriptEnabled of fullRun ? [true, false] : [true]) {
  test(`somebody links another service and comes in by it, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const there = await socialCounterparts();
    // The services are at a number and Tare at a name, so that Apple's form truly comes from another site.
    const { url, stop } = await startDemoServer({
      SOCIAL_PROVIDERS: there.settings,
      OUTBOUND_ALLOW: there.host,
      SIGN_UPS: 'on',
    });
    try {
      const context = await browser.newContext({ baseURL: url, javaScriptEnabled });
      const page = await context.newPage();
      there.atPage = { id: '41', name: 'Kim Novak', email: 'kim.novak@example.org', verified: true };
      await page.goto('/login');
      await page.locator('#field-username').fill(people.caterer);
      await page.locator('#field-password').fill(password);
      await page.locator('#field-password').press('Enter');
      await expect(page).toHaveURL(/\/home/);

      await page.goto('/account/linked-services');
      await page.getByRole('button', { name: 'Link Apple' }).click();
      await page.getByRole('button', { name: 'Agree' }).click();
      await expect(page.getByText('Service linked.')).toBeVisible();
      await expect(page.getByText('kim.novak@example.org', { exact: true })).toBeVisible();

      await context.clearCookies();
      await page.goto('/account/login');
      await page.getByRole('button', { name: 'Continue with Apple' }).click();
      await page.getByRole('button', { name: 'Agree' }).click();
      await expect(page).toHaveURL(/\/home/);
      expect(await (await page.request.get('/rest/v1/user')).json()).toMatchObject({ loginName: people.caterer });

      await context.clearCookies();
      await page.goto('/account/login');
      await page.getByRole('button', { name: 'Continue with GitHub' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('You canceled sign-in with GitHub')).toBeVisible();
      await context.close();
    } finally {
      await stop();
      await there.close();
    }
  });
}
