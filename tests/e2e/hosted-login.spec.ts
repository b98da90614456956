import { startDemoServer } from './demo-server';
import { expect, password, people, test } from './support';

test('our own pages sign people in by the OpenID provider, and lead to what they wanted', async ({ browser }) => {
  const { url, stop } = await startDemoServer({ HOSTED_LOGIN: 'on' });
  try {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    await page.goto('/deployment-status?view=list');
    await expect(page).toHaveURL(`${url}/account/login`);
    await page.waitForFunction(() => document.cookie.includes('=able'));
    await page.getByLabel('Username or email').fill(people.caterer);
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/passkey-prompt/);
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page).toHaveURL(`${url}/deployment-status?view=list`);
    await expect(page.getByRole('heading', { level: 1, name: 'Deployment status' })).toBeVisible();

    // The browser's own session is lost, and the cookie that renews it is there: nobody is asked anything.
    await context.clearCookies({ name: 'tare-session' });
    await page.goto('/deployment-status');
    await expect(page.getByRole('heading', { level: 1, name: 'Deployment status' })).toBeVisible();

    await page.goto('/home');
    await page
      .locator('form[action="/logout"]')
      .first()
      .evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect(page).toHaveURL(`${url}/account/login`);
    await page.goto('/home');
    await expect(page).toHaveURL(`${url}/account/login`);
  } finally {
    await stop();
  }
});
