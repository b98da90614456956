import type { Feature } from '../platform/feature';
import { feature as alerts } from './alerts';
import { feature as baselines } from './baselines';
import { feature as calendar } from './calendar';
import { feature as clientView } from './client-view';
import { feature as costRules } from './cost-rules';
import { feature as dataManager } from './data-manager';
import { feature as dataSecurity } from './data-security';
import { feature as deploymentStatus } from './deployment-status';
import { feature as deviceShipper } from './device-shipper';
import { feature as devices } from './devices';
import { feature as donationDashboard } from './donation-dashboard';
import { feature as dynamicMenuAdapters } from './dynamic-menu-adapters';
import { feature as enterWaste } from './enter-waste';
import { feature as enterpriseGoals } from './enterprise-goals';
import { feature as events } from './events';
import { feature as featureFlags } from './feature-flags';
import { feature as foodWasteDashboard } from './food-waste-dashboard';
import { feature as forecast } from './forecast';
import { feature as generateReports } from './generate-reports';
import { feature as goals } from './goals';
import { feature as hierarchies } from './hierarchies';
import { feature as home } from './home';
import { feature as impact } from './impact';
import { feature as impactUpdate } from './impact-update';
import { feature as imports } from './imports';
import { feature as leaderboard } from './leaderboard';
import { feature as legacyPages } from './legacy-pages';
import { feature as machineVision } from './machine-vision';
import { feature as manageImages } from './manage-images';
import { feature as massPackageCopy } from './mass-package-copy';
import { feature as menuManager } from './menu-manager';
import { feature as onboarding } from './onboarding';
import { feature as operators } from './operators';
import { feature as organizations } from './organizations';
import { feature as parkedJobs } from './parked-jobs';
import { feature as performance } from './performance';
import { feature as postConsumer } from './post-consumer';
import { feature as referenceValues } from './reference-values';
import { feature as savedViews } from './saved-views';
import { feature as search } from './search';
import { feature as settings } from './settings';
import { feature as sites } from './sites';
import { feature as supportConsole } from './support-console';
import { feature as tracker } from './tracker';
import { feature as userManager } from './user-manager';
import { feature as users } from './users';
import { feature as volumeAdjustedMetrics } from './volume-adjusted-metrics';
import { feature as volumes } from './volumes';
import { feature as wasteEvents } from './waste-events';
import { feature as webPush } from './web-push';
import { feature as weightAccuracy } from './weight-accuracy';

/** Every feature of the product, one line each. */
export const features: Feature[] = [
  alerts,
  baselines,
  calendar,
  clientView,
  costRules,
  dataManager,
  dataSecurity,
  deploymentStatus,
  deviceShipper,
  devices,
  donationDashboard,
  dynamicMenuAdapters,
  enterpriseGoals,
  enterWaste,
  events,
  featureFlags,
  foodWasteDashboard,
  forecast,
  generateReports,
  goals,
  hierarchies,
  home,
  impact,
  impactUpdate,
  imports,
  leaderboard,
  legacyPages,
  machineVision,
  manageImages,
  massPackageCopy,
  menuManager,
  onboarding,
  operators,
  organizations,
  parkedJobs,
  performance,
  postConsumer,
  referenceValues,
  savedViews,
  search,
  settings,
  sites,
  supportConsole,
  tracker,
  userManager,
  users,
  volumeAdjustedMetrics,
  volumes,
  wasteEvents,
  webPush,
  weightAccuracy,
];
