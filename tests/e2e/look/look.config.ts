import { defineConfig } from '@playwright/test';
import tests from '../../../playwright.config';

export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.look.ts',
  globalSetup: '../global-setup.ts',
  globalTeardown: './contact-sheet.ts',
  reporter: 'line',
});
