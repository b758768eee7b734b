/** What a new installation offers. The operator may change it later; ids are fixed so that samples stay true. */
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import type { Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { modulesOf } from './modules.ts'
import type { Limit, ProviderPlan } from './plan.ts'
import * as store from './store.ts'

const limit = (min: number, max: number, initial: number, step = 1): Limit => ({
  default: Math.min(initial, max),
  max,
  min,
  step,
})
const storage = (max: number) => limit(10240, max, 10240, 10240)

const starter = [
  'account',
  'unit',
  'fuel',
  'service_mode',
  'tools',
  'notification',
  'unit_event',
  'geofence',
  'timeline',
  'sharing',
]
const lite = [...starter, 'command', 'google_maps']
const litePlus = [...lite, 'statistics', 'maintenance']
const advanced = modulesOf(fleetApp).map((module) => module.name)
const tags = modulesOf(tagsApp).map((module) => module.name)

const fleetLimits = (units: number, storageMax: number) => ({
  geofence: limit(0, 70, 10),
  unit: limit(1, units, 10),
  unit_storage: storage(storageMax),
})
const tagsLimits = (assets: number) => ({
  sensor: limit(0, assets, 50),
  gateway: limit(1, 100, 5),
  asset: limit(0, assets, 50),
  geofence: limit(0, 70, 10),
  unit_storage: storage(204800),
})

type Row = Omit<ProviderPlan, 'timeBegin' | 'currency' | 'period'>
const fleet = (
  id: string,
  name: string,
  price: number,
  units: number,
  modules: readonly string[],
  rest?: Partial<Row>,
): Row => ({
  id,
  appId: fleetApp,
  name,
  status: 'active',
  type: 'managed',
  description: `Fleet tracking for up to ${units} units a client.`,
  price,
  limits: fleetLimits(units, 204800),
  modules,
  ...rest,
})

const providerPlans: readonly Row[] = [
  fleet('019a0000-0000-7000-8000-000000000101', 'Starter', 19, 70, starter),
  fleet('019a0000-0000-7000-8000-000000000102', 'Lite', 49, 300, lite),
  fleet('019a0000-0000-7000-8000-000000000103', 'Lite+', 99, 1000, litePlus),
  fleet('019a0000-0000-7000-8000-000000000104', 'Advanced', 199, 10000, advanced),
  fleet('019a0000-0000-7000-8000-000000000105', 'Trial', 0, 5, advanced, {
    type: 'trial',
    status: 'new',
    limits: fleetLimits(5, 10240),
  }),
  fleet('019a0000-0000-7000-8000-000000000106', 'Basic', 15, 50, starter, { status: 'archived' }),
  {
    id: '019a0000-0000-7000-8000-000000000201',
    appId: tagsApp,
    name: 'Tags',
    status: 'active',
    type: 'managed',
    description: 'Asset tags with up to 1000 sensors and assets a client.',
    price: 59,
    limits: tagsLimits(1000),
    modules: tags,
  },
  {
    id: '019a0000-0000-7000-8000-000000000202',
    appId: tagsApp,
    name: 'Tags trial',
    status: 'new',
    type: 'trial',
    description: 'Asset tags to try out.',
    price: 0,
    limits: { ...tagsLimits(20), gateway: limit(1, 2, 1), unit_storage: storage(10240) },
    modules: tags,
  },
]

const servicePlans = [
  {
    id: '019a0000-0000-7000-8000-000000000301',
    appId: fleetApp,
    name: 'Service fee',
    status: 'active' as const,
    description: 'The monthly fee for the full fleet application.',
    price: 25,
    currency: 'eur',
    period: 'month',
    features: {},
    timeEnd: null,
  },
]

const planData = (
  user: number,
  unit: number,
  geofence: number,
  triggers: number,
  unitStorage: number,
  isPaid: boolean,
) => ({
  user,
  unit,
  geofence,
  calculator: isPaid,
  unit_notify_settings: isPaid,
  triggers,
  unit_storage: unitStorage,
  config_send_notifications: isPaid,
})

const notSold = { price: null, currency: null }
const everywhere = { platforms: ['web', 'androidstore', 'iosstore'] }
const bought = ['cardpay', 'td-cardpay', 'walletpay', 'td-walletpay', 'androidstore', 'ios-appstore', 'custom', 'space']
const ownedPlans = (appId: string, word: string) => [
  {
    appId,
    name: 'free',
    subscriptions: [],
    ...everywhere,
    subscrTypes: [],
    data: planData(1, 5, 5, 10, 10240, false),
    ...notSold,
  },
  {
    appId,
    name: 'basic',
    subscriptions: [`${word}.basic.month`, `${word}.basic.year`],
    ...everywhere,
    subscrTypes: bought,
    data: planData(3, 10, 20, 50, 51200, true),
    price: 2,
    currency: 'eur',
  },
  {
    appId,
    name: 'premium',
    subscriptions: [`${word}.premium.month`, `${word}.premium.year`],
    ...everywhere,
    subscrTypes: bought,
    data: planData(10, 50, 70, 200, 204800, true),
    price: 5,
    currency: 'eur',
  },
]

const subscriptionPlans = [
  ...ownedPlans(consumerApp, 'consumer'),
  ...ownedPlans(petApp, 'pet'),
  {
    appId: fleetApp,
    name: 'free',
    subscriptions: [],
    platforms: ['web'],
    subscrTypes: [],
    data: planData(5, 5, 10, 50, 10240, true),
    ...notSold,
  },
  {
    appId: tagsApp,
    name: 'free',
    subscriptions: [],
    platforms: ['web'],
    subscrTypes: [],
    data: planData(5, 2, 10, 50, 10240, true),
    ...notSold,
  },
]

/** Adds what is missing and leaves what the operator has changed. */
export const seedPlans = (context: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  inTransaction(context, async ({ db, clock }) => {
    const timeBegin = clock.now()
    await store.seedProviderPlans(
      db,
      providerPlans.map((plan) => ({ ...plan, currency: 'eur', period: 'month', timeBegin })),
    )
    await store.seedServicePlans(
      db,
      servicePlans.map((plan) => ({ ...plan, timeBegin })),
    )
    await store.seedSubscriptionPlans(db, subscriptionPlans)
  })
