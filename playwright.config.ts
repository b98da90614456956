import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Chromium takes the last list it is given: Playwright's own, and the address bar's pop-ups, which cost two processes for each window. */
const switchedOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
].join(',');

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** As root in a container there is no sandbox to be had; the other flags keep Chromium from calling home. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${switchedOff}`,
];
const started = (executablePath: string) => ({ launchOptions: { executablePath, args } });
const needsWindows = /@windows/;

export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: './test-results',
  workers: Number(process.env.TEST_WORKERS ?? Math.min(availableParallelism(), 4)),
  // Server, browser and tests share two cores: a journey that fails is walked once more. The report names those that needed it as flaky.
  retries: 1,
  // axe reads tables of 200 rows, and two cores are shared by server, browser and tests.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? './playwright-report/report.json' }],
  ],
  // What asks the desktop for something, such as a notification, runs in Chromium itself, all else in the one without windows where there is one.
  projects: [
    { name: 'pages', grepInvert: needsWindows, use: started(process.env.HEADLESS_SHELL_PATH ?? chromium) },
    { name: 'windows', grep: needsWindows, use: started(chromium) },
  ],
  use: {
    // A button that never comes fails its test soon, not at the end of the test's own time.
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    browserName: 'chromium',
    screenshot: 'only-on-failure',
  },
});
