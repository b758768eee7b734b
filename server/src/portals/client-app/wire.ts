import Type from 'typebox'
import { OwnInvoiceShape } from '#billing/client-invoices/wire.ts'
import { UnitLimitsShape } from '#billing/plans/wire.ts'
import { toWire as accountToWire, ClientAccountShape } from '#customers/accounts/wire.ts'
import { ClientBrandShape, ClientCompanyProfileShape, toWire as companyToWire } from '#identity/company/wire.ts'
import { sessionShape } from '#identity/login/wire.ts'
import type { OpenedSession } from '#identity/sessions/actions.ts'
import { operationsIn, type Session } from '#identity/sessions/session.ts'
import { OwnUserShape, ownUserToWire } from '#identity/users/wire.ts'
import { exact, like, MapOf, Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Me } from './actions.ts'

export const ListedOwnInvoiceShape = Type.Object(
  {
    ...OwnInvoiceShape.properties,
    has_e_invoice: Type.Boolean({ description: 'It can be downloaded as an e-invoice.' }),
  },
  { title: 'ListedOwnInvoice' },
)

export const LoginBody = exact({
  login: Type.String({
    example: 'office@example.com',
    maxLength: 254,
    description: 'Email address, or the username if there is none yet.',
  }),
  password: Type.String({ example: 'a quiet blue harbour', maxLength: 128 }),
  code: Type.Optional(
    Type.String({
      example: '492039',
      maxLength: 20,
      description: 'The two-factor or recovery code, if two-factor authentication is on.',
    }),
  ),
})

const openedFields = {
  token: Type.String({
    example: 'wc_3vR0yQm7o1cJk2Xn8sLwT5uZb6aHdPfG4eKiNqVxYzA',
    description: 'For `Authorization: Bearer`; pages use the cookie set by the answer.',
  }),
  expire: Type.Integer({ example: 1792592000000, description: 'Unix milliseconds.' }),
  user_id: Type.String(),
  account_id: Type.Integer(),
  apps: Type.Array(Type.String(), { example: ['b901da51-ce00-4af2-b978-8d0fca8ae1ea'] }),
}
export const OpenedShape = Type.Object(openedFields, { title: 'OpenedSession' })

export const openedToWire = (session: OpenedSession) => ({ ...session, expire: session.expiresAt.getTime() })

export const VisitOpenedShape = Type.Object(
  {
    ...openedFields,
    service: Type.Object({
      dealer: Type.String({ example: 'Example Tracking' }),
      prefix: Type.String({ example: 'service' }),
      app_id: Type.String(),
      until: Time,
    }),
  },
  { title: 'OpenedVisit' },
)

export const visitOpenedToWire = (key: string, session: Session, apps: readonly AppId[]) => ({
  ...session,
  token: key,
  expire: session.expiresAt.getTime(),
  apps,
  service: {
    dealer: session.dealerName,
    prefix: session.kind,
    app_id: session.appId,
    until: session.expiresAt,
  },
})

export const SessionShape = sessionShape('ClientSession')

const PlanShape = Type.Object(
  {
    id: Nullable(Type.String({ description: 'Null for a subscription plan, which has only a name.' })),
    app_id: Type.String(),
    name: Type.String({ example: 'Fleet standard' }),
    description: Nullable(Type.String({ example: 'For small fleets' })),
    quotas: like(MapOf(Type.Integer()), { unit: 50, geofence: 20, unit_storage: 51200 }),
    unit_limits: UnitLimitsShape,
  },
  { title: 'OwnPlan' },
)
const UsageShape = like(MapOf(Type.Integer()), { unit: 12, geofence: 0, unit_storage: 840 })

export const MeShape = Type.Object(
  {
    account: ClientAccountShape,
    user: OwnUserShape,
    operations: Type.Array(Type.String({ example: 'client.view' }), {
      description:
        'What this person may do: by the role, the kind of account and, for `client.see-all`, the access list. Adding ' +
        'a unit or an asset needs `client.see-all` as well.',
    }),
    plan: PlanShape,
    usage: Type.Unsafe<Record<string, number>>({
      ...UsageShape,
      description: 'By quota; for `unit_storage`, the KiB of the largest unit.',
    }),
    modules: Type.Array(Type.String(), { example: ['account', 'unit', 'fuel', 'notification', 'geofence'] }),
    service_apps: Type.Array(Type.String(), { example: [] }),
    company: ClientCompanyProfileShape,
    brand: ClientBrandShape,
    plans: Type.Array(Type.Object({ ...PlanShape.properties, usage: UsageShape }, { title: 'OwnPlanWithUsage' }), {
      description: 'The same for each application of the account.',
    }),
    session: Type.Object({
      kind: Type.String({ example: 'client', description: '`client`, `service` or `service_as_user`' }),
      dealer: Type.Optional(
        Type.String({ example: 'Example Tracking', description: 'Name of the dealer in the support session.' }),
      ),
      expires_at: Time,
    }),
    next_payment: TimeOrNull,
    erase_at: like(TimeOrNull, null),
    two_factor: Type.Boolean({ example: false }),
    hidden: Type.Optional(
      Type.Object(
        { modules: Type.Array(Type.String(), { example: ['account', 'unit', 'fuel', 'notification', 'geofence'] }) },
        { description: 'For `service` only: modules that the plan lacks.' },
      ),
    ),
  },
  { title: 'Me' },
)

export const meToWire = (me: Me) => ({
  account: accountToWire(me.account, me.apps),
  user: ownUserToWire(me.user, me.session.sight),
  operations: operationsIn(me.session),
  plan: me.plans[0],
  usage: me.plans[0]?.usage,
  modules: [...new Set(me.plans.flatMap(({ modules }) => modules))],
  service_apps: me.account.serviceApps.filter((app) => me.apps.includes(app)),
  company: companyToWire(me.company),
  brand: me.brand,
  plans: me.plans,
  session: {
    kind: me.session.kind,
    ...(me.session.kind !== 'client' && { dealer: me.session.dealerName }),
    expires_at: me.session.expiresAt,
  },
  next_payment: me.account.paymentExpectedAt,
  erase_at: me.eraseAt,
  two_factor: me.hasFactor,
  ...(me.hiddenModules && { hidden: { modules: me.hiddenModules } }),
})
