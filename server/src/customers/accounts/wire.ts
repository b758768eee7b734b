import Type, { type Static } from 'typebox'
import type { Account, AccountLifecycle } from '#identity/access/account.ts'
import { NewProfileBody, toNewProfile } from '#identity/client-profiles/wire.ts'
import { EmailInput } from '#identity/credentials/fields.ts'
import { NewUserBody, toNewUser, UserShape, UserWithExtrasShape, toWire as userToWire } from '#identity/users/wire.ts'
import { exact, like, MapOf, Nullable, oneLine, Time, TimeInput, TimeOrNull } from '#kernel/api/fields.ts'
import { type AppId, consumerApp, fleetApp } from '#kernel/applications.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import type { AccountChange, CreatedAccount, NewAccount, NewManagedAccount } from './actions.ts'

const AccountTitle = oneLine(4, 50, { example: 'North depot' })
const AccountDescription = Type.String({ example: 'Vans of the north depot', maxLength: 1000 })
const RegApps = Type.Array(Type.String(), {
  example: [consumerApp],
  minItems: 1,
  maxItems: 4,
  description: 'Application ids.',
})

export const NewAccountBody = exact({
  reg_apps: RegApps,
  user: NewUserBody,
  title: Type.Optional(AccountTitle),
  description: Type.Optional(AccountDescription),
  promo: Type.Optional(
    Type.Boolean({ description: 'With a premium subscription for the first month after activation.' }),
  ),
  profile: Type.Optional(NewProfileBody),
  invite: Type.Optional(
    Type.Boolean({
      example: true,
      description: 'Email the activation link to the address in `profile`. Needs an approved company profile.',
    }),
  ),
})

const { promo: _, ...newAccount } = NewAccountBody.properties

export const NewManagedAccountBody = exact({
  ...newAccount,
  reg_apps: like(RegApps, [fleetApp]),
  tariff_plans: Type.Unsafe<Record<string, string>>({
    example: { [fleetApp]: '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30' },
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The client plan of the application, by application id.',
  }),
})

export const toNewAccount = (body: Static<typeof NewAccountBody>): NewAccount => ({
  regApps: body.reg_apps,
  title: body.title,
  description: body.description,
  user: toNewUser(body.user),
  isPromo: body.promo ?? false,
  ...(body.profile && { profile: toNewProfile(body.profile) }),
  isInvited: body.invite ?? false,
})

export const toNewManagedAccount = (body: Static<typeof NewManagedAccountBody>): NewManagedAccount => ({
  ...toNewAccount(body),
  tariffPlans: body.tariff_plans,
})

export const AccountChangeBody = exact({
  title: Type.Optional(AccountTitle),
  description: Type.Optional(AccountDescription),
  reg_apps: Type.Optional(RegApps),
})

export const toAccountChange = ({ reg_apps, ...texts }: Static<typeof AccountChangeBody>): AccountChange => ({
  ...texts,
  ...(reg_apps && { regApps: reg_apps }),
})

export const InvitationBody = exact({ email: EmailInput })
export const BlockedBody = exact({ blocked: Type.Boolean() })
export const BlockedAtBody = exact({ blocked_at: Nullable(TimeInput) })
export const PlanChangeBody = exact({ tariff_plan_id: Type.String(), app_id: Type.String() })

const days = Type.Integer({ minimum: 0, maximum: 10 })
export const LifecycleBody = exact(
  {
    payment_expected_at: Type.Optional(Nullable(TimeInput)),
    payment_notify_offset: like(Type.Optional(days), 3),
    block_offset: like(Type.Optional(Nullable(days)), 5),
    use_fleet_lifecycle: Type.Optional(Type.Boolean()),
  },
  {
    minProperties: 1,
    meaning: 'an object with payment_expected_at, payment_notify_offset, block_offset or use_fleet_lifecycle',
  },
)

export const toLifecycle = (body: Static<typeof LifecycleBody>): AccountLifecycle => ({
  ...(body.payment_expected_at !== undefined && {
    paymentExpectedAt: body.payment_expected_at === null ? null : fromSeconds(body.payment_expected_at),
  }),
  ...(body.payment_notify_offset !== undefined && { paymentNotifyOffset: body.payment_notify_offset }),
  ...(body.block_offset !== undefined && { blockOffset: body.block_offset }),
  ...(body.use_fleet_lifecycle !== undefined && { useFleetLifecycle: body.use_fleet_lifecycle }),
})

const AccountShape = Type.Object(
  {
    id: Type.Integer({ example: 481920573316 }),
    pid: Type.Integer({ description: "The dealer's own account." }),
    title: Type.String({ example: 'North depot' }),
    description: Type.String({ example: 'Vans of the north depot' }),
    link_app: Nullable(Type.String()),
    reg_apps: Type.Array(Type.String(), { example: [fleetApp] }),
    created_at: Time,
    updated_at: Time,
    ack: Type.Integer({ example: 1788000000, description: 'When it was activated, in unix seconds; 0 before.' }),
    subscriptions: MapOf(Type.String()),
    service_apps: Type.Array(Type.String(), { example: [] }),
    is_attached: Type.Boolean({ example: false }),
    attached_at: like(TimeOrNull, null),
    added_time: Time,
    is_premium: Type.Boolean({ example: false }),
    type: Nullable(Type.Integer({ example: 10, description: '10: managed by the dealer; null: owned by its client.' })),
    tariff_plans: like(MapOf(Type.String()), { [fleetApp]: '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30' }),
    blocked: Type.Boolean({ example: false }),
    blocked_at: like(TimeOrNull, null),
    client_payment_lifecycle: Type.Object({
      payment_expected_at: TimeOrNull,
      payment_notify_offset: Nullable(Type.Integer({ example: 3 })),
      block_offset: Nullable(Type.Integer({ example: 5 })),
      use_fleet_lifecycle: Type.Boolean(),
    }),
  },
  { title: 'Account' },
)

const provider = Type.Object(
  { ...AccountShape.properties, blocked_at: like(Type.Optional(Time), undefined) },
  { title: 'Account' },
)
const partner = Type.Omit(AccountShape, ['client_payment_lifecycle'], { title: 'Account' })

export const AccountWire = { provider, partner }
/** The answer of scheduling, where a cancelled schedule is null in provider too. */
export const ScheduledShape = Type.Object(
  { ...AccountShape.properties, blocked_at: TimeOrNull },
  { title: 'ScheduledAccount' },
)
/** What its own client sees. */
export const ClientAccountShape = Type.Object(AccountShape.properties, { title: 'OwnAccount' })
const owned = { title: 'AccountWithUser', example: { reg_apps: [consumerApp], ack: 0, type: null, tariff_plans: {} } }
export const CreatedWire = {
  provider: Type.Object({ ...provider.properties, user: UserShape }, owned),
  partner: Type.Object({ ...partner.properties, user: UserShape }, owned),
}
export const CreatedManagedWire = {
  provider: Type.Object(
    { ...provider.properties, user: UserWithExtrasShape },
    { title: 'ManagedAccountWithUser', example: { ack: 0 } },
  ),
  partner: CreatedWire.partner,
}

/** A caller sees only the applications of its dialect, even if the account has others. */
export function toWire(account: Account, apps: readonly AppId[]) {
  const known = (app: string) => apps.includes(app as AppId)
  return {
    ...account,
    pid: account.dealerId,
    link_app: account.linkApp !== null && known(account.linkApp) ? account.linkApp : null,
    reg_apps: account.regApps.filter(known),
    ack: account.ack ?? 0,
    subscriptions: Object.fromEntries(Object.entries(account.subscriptions).filter(([app]) => known(app))),
    service_apps: account.serviceApps.filter(known),
    added_time: account.addedAt,
    is_premium: Object.keys(account.subscriptions).some(known),
    tariff_plans: account.clientPlanId === null ? {} : { [account.regApps[0] as string]: account.clientPlanId },
    client_payment_lifecycle: account,
  }
}

export const createdToWire = (account: CreatedAccount, apps: readonly AppId[]) => ({
  ...toWire(account, apps),
  user: userToWire(account.user),
})

/** In provider the field exists only once scheduled blocking was used. */
export const withoutEmptyBlockedAt = <T extends { blockedAt: Date | null }>({ blockedAt, ...rest }: T) =>
  blockedAt === null ? rest : { ...rest, blockedAt }

export const UseShape = Type.Object(
  {
    id: Type.Integer(),
    used: {
      ...like(MapOf(Type.Integer()), { unit: 7 }),
      description: 'The use of each quota: `unit`, `gateway`, `sensor`, `asset`.',
    },
    booked: {
      ...like(MapOf(Type.Integer()), { unit: 0 }),
      description: 'How many units (`unit`, `gateway`) add-ons allow in addition to the plan.',
    },
    last_seen_at: Nullable(
      Type.Integer({ example: 1790000000, description: 'When a session of the client was last used; unix seconds.' }),
    ),
  },
  { title: 'AccountUse' },
)
