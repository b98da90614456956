import { readFileSync } from 'node:fs';
import { expect, type Locator } from '@playwright/test';
import type { Portal } from './portal';

/** What is changed in the portal's administration, and then looked for in the database. */
export const changes = {
  roleOfInvited: 'Manager',
  deleted: 'new@caterer.test',
  role: { name: 'Menu planner', key: 'menu.planner', description: 'Plans what is cooked', inherits: 'Viewer' },
  lockedAfter: 7,
  passwordsKept: 4,
  account: 'Kettle & Crumb Catering',
  website: 'https://kettle.example',
};

/** Picks an entry of a row's menu. The portal renders rows again with every response, which closes an open menu. */
export async function pick(row: Locator, entry: Locator): Promise<void> {
  await expect(async () => {
    if (!(await entry.isVisible())) await row.getByRole('button').last().click({ timeout: 5_000 });
    await entry.click({ timeout: 5_000 });
  }).toPass({ timeout: 45_000 });
}

/** Gives a member a further role, and deletes another member. */
export async function changeMembers({ page, part, open, administer }: Portal, invited: string): Promise<void> {
  await open();
  await administer('users');
  const search = page.getByPlaceholder('Search for any text...');
  await search.fill(invited);
  await expect(part('cell-1-user')).toHaveCount(0);
  await pick(part('cell-0-actions'), part('editBtn'));
  await part('editRoleDropdown').click();
  await part(changes.roleOfInvited).click();
  await page.getByText('Edit Roles', { exact: true }).click();
  await part('updateBtn').click();
  await expect(part('cell-0-organization')).toContainText(changes.roleOfInvited);
  await search.fill(changes.deleted);
  await expect(part('cell-0-user')).toContainText(changes.deleted);
  await expect(part('cell-1-user')).toHaveCount(0);
  await pick(part('cell-0-actions'), part('deleteBtn'));
  await part('delete-btn').click();
  await expect(part('cell-0-user')).toHaveCount(0);
}

/** Makes a role with the permissions of another, the only way in which the portal gives it any. */
export async function addRole({ page, part, open, administer }: Portal): Promise<void> {
  const { name, key, description, inherits } = changes.role;
  await open();
  await administer('roles');
  await expect(page.getByText(inherits, { exact: true })).toBeVisible();
  await part('addRoleBtn').click();
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=key]').fill(key);
  await page.locator('input[name=description]').fill(description);
  await page
    .getByText(/^(Select role|Basic)$/)
    .last()
    .click();
  await part(inherits).click();
  await part('createBtn').click();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  // The portal leaves the dialog open.
  await part('cancelBtn').click();
}

/** @returns the actions that the portal lists for a search of the log, and the CSV file of the same */
export async function readAudits(
  { page, part, open, administer }: Portal,
  wanted: string,
): Promise<{ shown: string[]; csv: string }> {
  await open();
  await administer('audits');
  await expect(part('cell-0-action')).toBeVisible();
  await page.locator('[data-test-id="Search"] input').fill(wanted);
  const actions = page.locator('[data-test-id$="-action"]');
  await expect(actions.first()).toHaveText(wanted);
  await expect.poll(async () => new Set(await actions.allInnerTexts())).toEqual(new Set([wanted]));
  const [download] = await Promise.all([page.waitForEvent('download'), part('Download').click()]);
  return { shown: await actions.allInnerTexts(), csv: readFileSync(await download.path(), 'utf8') };
}

/** Sets lockout and password history. */
export async function changePolicies({ page, part, open, administer }: Portal): Promise<void> {
  await open();
  await administer('security');
  await part('edit-lockout-btn').click();
  await page.locator('input[name=maxAttempts]').fill(String(changes.lockedAfter));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(part('lockout')).toContainText(`after ${changes.lockedAfter} wrong`);
  await part('passwordHistory').getByRole('checkbox').click();
  await expect(part('passwordHistory')).toContainText('Reject passwords');
  await part('edit-passwordHistory-btn').click();
  await page.locator('input[name=historySize]').fill(String(changes.passwordsKept));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(part('passwordHistory')).toContainText(String(changes.passwordsKept));
}

export async function changeAccount({ page, part, open, administer }: Portal): Promise<void> {
  await open();
  await administer('account');
  await part('edit-companyName-btn').click();
  await page.locator('input[name=companyName]').fill(changes.account);
  await page.keyboard.press('Enter');
  await expect(part('companyName-value')).toHaveText(changes.account);
  await part('add-website').click();
  await page.locator('input[name=website]').fill(changes.website);
  await page.keyboard.press('Enter');
  await expect(part('website-value')).toHaveText(changes.website);
}

/** Forces MFA on all users. The administrator has no second factor either, so this comes last. */
export async function forceFactor({ part, open, administer }: Portal): Promise<void> {
  await open();
  await administer('security');
  await part('edit-mfa-btn').click();
  await part('Force').click();
  await part('saveBtn').click();
  await expect(part('mfa-description')).toHaveText('All users will be forced to enable MFA');
}
