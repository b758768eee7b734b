/** How items look to a caller, by the specifications: one function per resource, and nothing shared with the server. */
import { modelById, protocolByName } from '@waymark/devices'
import {
  type Account,
  type App,
  activeSubscription,
  appsOf,
  limitsOf,
  type Plan,
  type State,
  type Token,
  type Unit,
  type User,
  unitQuota,
} from './state.ts'

const known = (token: Token, apps: readonly App[]) => apps.filter((app) => appsOf[token.dialect].includes(app))

export function accountView(state: State, token: Token, account: Account) {
  const active = known(token, account.apps).filter((app) => activeSubscription(state, account, app))
  const subscribed = known(token, [...account.subscriptions.keys()]).filter((app) =>
    activeSubscription(state, account, app),
  )
  return {
    id: account.id,
    pid: account.dealer.id,
    title: account.title,
    description: account.description,
    link_app: null,
    reg_apps: known(token, account.apps),
    created_at: account.created,
    updated_at: account.updated,
    ack: account.ack,
    subscriptions: Object.fromEntries(subscribed.map((app) => [app, account.subscriptions.get(app)?.id])),
    service_apps: known(token, account.serviceApps),
    is_attached: false,
    attached_at: null,
    added_time: account.created,
    is_premium: subscribed.length > 0 || active.length > 0,
    type: account.isManaged ? 10 : null,
    tariff_plans: account.plan ? { [account.plan.app]: account.plan.id } : {},
    blocked: account.blocked,
    ...(token.dialect === 'partner' && { blocked_at: account.blockedAt }),
    ...(token.dialect === 'provider' && {
      ...(account.blockedAt !== null && { blocked_at: account.blockedAt }),
      client_payment_lifecycle: {
        payment_expected_at: account.due,
        payment_notify_offset: account.notifyOffset,
        block_offset: account.blockOffset,
        use_fleet_lifecycle: account.useOwn,
      },
    }),
  }
}

export const userView = (user: User) => ({
  id: user.id,
  account_id: user.accountId,
  name: user.name,
  email: null,
  description: user.description,
  login_key: null,
  lang: user.lang,
})

export const extendedUserView = (user: User) => ({
  ...userView(user),
  ...{ owner: null, changing_email: null, type: null, measure: null, notify_config: null },
  ...{ roles_ext: null, access_lists_ext: null },
})

export const unitView = (token: Token, unit: Unit) => {
  const model = modelById(unit.hwId)!
  const protocol = protocolByName(model.protocol)
  return {
    id: unit.id,
    cid: unit.account.id,
    account_id: unit.account.id,
    name: unit.name,
    ident: unit.ident,
    description: unit.description,
    hw_id: unit.hwId,
    device_type_id: model.deviceTypeId,
    protocol_id: protocol.id,
    channel_id: protocol.id,
    tls: false,
    last_active: null,
    messages_ttl: 31536000,
    messages_rotate: 0,
    extra_data: [],
    tokens: {},
    created_at: unit.created,
    updated_at: unit.updated,
    app_id: unit.app,
    b_type: null,
    completed: null,
    ready: null,
    ...(token.dialect === 'provider' && {
      type: unit.app === appsOf.provider[2] ? 'gateway' : null,
      technology: unit.app === appsOf.provider[2] ? 'mobile' : null,
      ...{ gw_type: null, device_link: null, linked_devices: [], message_params: [], category: null },
    }),
  }
}

export const planView = (token: Token, plan: Plan) => ({
  id: plan.id,
  name: plan.name,
  description: null,
  app_id: plan.app,
  managed_plan_id: plan.founder,
  creator_id: plan.dealer.id,
  quotas: plan.quotas,
  modules: plan.modules,
  ...(token.dialect === 'provider' && { client_payment_lifecycle: plan.lifecycle }),
  created_at: plan.created,
  updated_at: plan.updated,
})

export const companyView = ({ dealer }: Token) => ({
  name: dealer.company.name,
  address: null,
  coordinates: { lat: null, lon: null },
  country_code: null,
  approved: dealer.isApproved && dealer.pending === undefined,
  created_at: dealer.company.created,
  updated_at: dealer.company.updated,
  account_id: dealer.id,
  marketing_info: {
    ...{ phones: [], areas: [], working_days: [], schedule: '', about: dealer.company.about, shown: false },
  },
})

export function limitsView(state: State, account: Account, app: App) {
  const { geofence, user, triggers } = limitsOf(state, account, app)
  const quotas = account.plan?.quotas ?? {}
  return {
    account_id: account.id,
    unit: unitQuota(state, account, app),
    geofence: quotas.geofence ?? geofence,
    user,
    triggers,
    unit_extra_fields: null,
    unit_notify_settings: null,
    ...('gateway' in quotas && { sensor: quotas.sensor, gateway: quotas.gateway, asset: quotas.asset }),
  }
}

export const subscriptionsView = (state: State, token: Token, account: Account) =>
  account.given
    .filter(({ app }) => appsOf[token.dialect].includes(app))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((one) => ({
      account_id: account.id,
      app_id: one.app,
      active: account.subscriptions.get(one.app) === one && one.until > state.now,
      type: 'custom',
      subscription_id: one.id,
      expiry: one.until,
      purchase_data: { order_id: one.id, auto_renew: false },
      data: {},
    }))
