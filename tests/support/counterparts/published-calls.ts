/** Exports of the published client beside its calls: what it puts together from their answers, and what it keeps in the tab. */
export const noCalls: ReadonlySet<string> = new Set([
  'auth.generateLoginResponse', 'auth.generateLoginResponseV2', 'auth.generateLoginResponseV3', 'auth.generateLoginResponseFromOAuthResponse', 'auth.generateLoginResponseFromOAuthResponseV2',
  'auth.getCurrentUserTenantsFunction', 'auth.getMeAndEntitlements', 'auth.getTabTenantFromSessionStorage', 'auth.removeTabTenantFromSessionStorage', 'auth.setTabTenantInSessionStorage',
  'featureFlags.FeatureFlags',
]);

/** Calls that nothing here answers yet, by their group. Whoever answers one takes it out. */
export const laterCalls: Record<string, readonly string[]> = {
  metadata: [
    'getCurrentUserIpMetadata', 'getIpAdressMetadata', 'getNotificationsMetadata', 'updateAdminBoxMetadata',
  ],
  reports: [
    'downloadReport', 'getReport', 'getReports', 'renderReport', 'scheduleReport', 'sendReport',
  ],
  connectivity: [
    'deleteEmailConfiguration', 'deleteEmailSubscriptions', 'deleteSMSConfiguration', 'deleteSMSSubscriptions', 'deleteSlackConfiguration',
    'deleteWebhooksConfiguration', 'getCategories', 'getChannelMaps', 'getEmailConfiguration', 'getSMSConfiguration', 'getSlackChannels', 'getSlackConfiguration',
    'getSlackScope', 'getWebhookLog', 'getWebhooksConfigurations', 'patchEmailConfiguration', 'patchSMSConfiguration', 'postEmailConfiguration', 'postSMSConfiguration',
    'postSlackCode', 'postSlackConfiguration', 'postWebhookRetry', 'postWebhookTest', 'postWebhooksConfiguration', 'putEmailSubscriptions', 'putSMSSubscriptions',
  ],
  notifications: [
    'getNotifications', 'markAllAsRead', 'updateNotificationIsPinned', 'updateNotificationStatus',
  ],
  audits: [
    'exportAudits', 'getAudits', 'getAuditsStats',
  ],
  subscriptions: [
    'cancelManagedSubscription', 'cancelSubscription', 'createStripeCustomer', 'createStripePaymentMethodSetupIntentSecret', 'createSubscription',
    'createTenantConfiguration', 'getManagedSubscription', 'getManagedSubscriptions', 'getPaymentMethod', 'getPaymentMethods', 'getPaymentProviders',
    'getStripeCustomer', 'getStripePaymentProviderConfiguration', 'getSubscription', 'getSubscriptionInvoice', 'getSubscriptionInvoicePdf', 'getSubscriptionInvoices',
    'getSubscriptionPlan', 'getSubscriptionPlans', 'getSubscriptionSummaries', 'getSubscriptions', 'getTenantConfiguration', 'getVendorPublicConfigurations',
    'renewManagedSubscription', 'renewSubscription', 'updateManagedSubscription', 'updatePaymentMethodBillingDetails', 'updateSubscription',
  ],
  directory: [
    'countConfigurationUsers', 'createConfiguration', 'deleteConfiguration', 'getConfigs', 'updateConfiguration',
  ],
  impersonate: [
    'impersonate',
  ],
  securityCenter: [
    'getInsights', 'getRecommendations',
  ],
};
