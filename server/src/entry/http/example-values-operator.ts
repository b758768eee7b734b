/** Example values of the operator's document, by the name of a field or of its owner and the field. */
import { fleetApp } from '#kernel/applications.ts'

const dealer = 105500372845
const created = 1788000000
const time = 1790000000
const limits = { unit: { default: 10, max: 70, min: 1, step: 1 } }

const aModule = {
  ...{ name: 'extended_notification', default_included: false, hidden: false, required: false },
  ...{ depended_on: ['notification'], default_access: 15, access_list: [15] },
}

const ofMe = {
  'ConsoleMe.kind': 'operator',
  'ConsoleMe.dealer': null,
  'ConsoleMe.rights': [],
  'person.role': 'operator',
}

export const operatorValues: Readonly<Record<string, unknown>> = {
  ...ofMe,
  'Dealer.id': dealer,
  'Dealer.name': 'North Tracking',
  'Dealer.suspended_at': null,
  'Dealer.review_waiting': false,
  accounts: 42,
  units: 310,
  people: 3,
  dealer_id: dealer,
  dealer_name: 'North Tracking',
  vat: 'LT100001234567',
  reg_number: '300123456',
  calculated_at: null,
  invoiced_at: null,
  'WaitingPaymentInformation.id': dealer,
  name: 'North Tracking',
  dialect: 'provider',
  verified: false,
  owner: { email: 'anna@example.com', name: 'Anna Berg' },
  access_token: 'wm_3vR0yQm7o1cJk2Xn8sLwT5uZb6aHdPfG4eKiNqVxYzA',
  invitation_url: 'https://tracking.example.com/console#invitation=k8Zr2mQ0vX7nB4sLwT5uYb6aHdPfG3eKiNqVxYzAoJc',
  changes: [{ field: 'marketing_info.about', before: 'We install.', after: 'We install and maintain.' }],
  'OfferedPlan.name': 'Starter',
  'OfferedPlan.status': 'active',
  'OfferedPlan.type': 'managed',
  description: 'Fleet tracking for up to 70 units a client.',
  price: 19,
  currency: 'eur',
  client_plans: 4,
  app_id: fleetApp,
  limits: { ...limits, geofence: limits.unit, unit_storage: { default: 10240, max: 204800, min: 10240, step: 10240 } },
  quotas: ['unit', 'geofence', 'unit_storage'],
  modules: ['notification', 'geofence', 'timeline'],
  'ManagedApplication.modules': [aModule],
  'OfferedServicePlan.name': 'Service fee',
  'OfferedServicePlan.status': 'active',
  'OfferedServicePlan.features': {},
  'OfferedSubscription.name': 'basic',
  'OfferedSubscription.price': 2,
  platforms: ['web', 'androidstore', 'iosstore'],
  subscr_types: ['td-cardpay', 'custom'],
  'OfferedSubscription.data': { unit: 10, user: 3, geofence: 20 },
  running: 12,
  'Job.name': 'accounts.carry-out-dues',
  every_seconds: 1,
  waits_for_others: false,
  next_due: time,
  lag_seconds: 0,
  'PostedMail.id': 4711,
  to: 'office@example.com',
  subject: 'Confirm your email address',
  'PostedMail.state': 'failed',
  at: time,
  tries: 9,
  next_try_at: null,
  sent_at: null,
  failure: 'The mailbox is full.',
  storage: {
    database_bytes: 8_400_000_000,
    disk: { free_bytes: 91_000_000_000, total_bytes: 120_000_000_000 },
    connections: 12,
    connections_max: 100,
    tables: [{ name: 'message_chunks', bytes: 6_100_000_000, rows: 2_400_000 }],
  },
  ingest: {
    units: 310,
    heard_in_5_minutes: 287,
    heard_in_a_day: 301,
    last_message_at: time,
    quarantined: 0,
    lobby: 4,
  },
  mail: { waiting: 0, failed: 1, oldest_waiting: null },
  manufacturers: 51,
  models: [{ id: 101, title: 'FMB001', manufacturer: 'Teltonika', protocol: 'teltonika', units: 120 }],
  protocols: [{ id: 1, name: 'teltonika', transport: 'both', port: 27, spoken: true, models: 60, units: 240 }],
  'Backup.name': 'waymark-2026-09-21T14-13-20Z.backup',
  'StartedBackup.name': 'waymark-2026-09-21T14-13-20Z.backup',
  'Backup.state': 'done',
  'Backup.failure': null,
  bytes: 912_000_000,
  created_at: created,
}

/** The same field means something else in one operation. */
export const operatorOperations: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /operator/provider-plans': { ...operatorValues, name: 'Starter', type: 'managed', 'OfferedPlan.status': 'new' },
  'PATCH /operator/provider-plans/:id': { ...operatorValues, status: 'archived', 'OfferedPlan.status': 'archived' },
  'POST /operator/service-plans': {
    ...operatorValues,
    ...{ name: 'Service fee', description: 'The monthly fee for the full fleet application.', price: 25 },
  },
  'POST /operator/service-plans/:id/end': { ...operatorValues, 'OfferedServicePlan.status': 'expired' },
  'PATCH /operator/subscription-plans/:app_id/:name': { ...operatorValues, price: 2, currency: 'eur' },
  'POST /operator/dealers/:id/suspend': { ...operatorValues, 'Dealer.suspended_at': time },
}
