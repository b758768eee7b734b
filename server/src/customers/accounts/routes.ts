import Type, { type Static } from 'typebox'
import { buySubscription, limitsOf, listSubscriptions } from '#billing/subscriptions/actions.ts'
import {
  BoughtShape,
  boughtToWire,
  LimitsShape,
  OrderBody,
  SubscriptionShape,
  subscriptionToWire,
  toOrder,
} from '#billing/subscriptions/wire.ts'
import { type Account, type PaymentState, paymentStates } from '#identity/access/account.ts'
import { SupportSessionShape, supportSessionToWire } from '#identity/sessions/wire.ts'
import { exact } from '#kernel/api/fields.ts'
import { appFilter, listing, listParameters, numberIds, search, uuidIds } from '#kernel/api/lists.ts'
import { alias, bare, both, byNumber, data, dataList, type Reply, route } from '#kernel/api/route.ts'
import type { Call } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import {
  accountSorts,
  activateAccount,
  blockAccount,
  blockAccountAt,
  changeAccount,
  changePlan,
  countAccounts,
  createAccount,
  createManagedAccount,
  detachAccount,
  listAccounts,
  listUse,
  readAccount,
  readSupportSessions,
  removeAccount,
  setAccountLifecycle,
} from './actions.ts'
import { inviteClient } from './activation-mails.ts'
import type { AccountFilter } from './store.ts'
import {
  AccountChangeBody,
  AccountWire,
  BlockedAtBody,
  BlockedBody,
  CreatedManagedWire,
  CreatedWire,
  createdToWire,
  InvitationBody,
  LifecycleBody,
  NewAccountBody,
  NewManagedAccountBody,
  PlanChangeBody,
  ScheduledShape,
  toAccountChange,
  toLifecycle,
  toNewAccount,
  toNewManagedAccount,
  toWire,
  UseShape,
  withoutEmptyBlockedAt,
} from './wire.ts'

const tag = 'Accounts'
const params = byNumber('account')

const oneAccount: { provider: Reply; partner: Reply } = {
  provider: bare(AccountWire.provider, 200, withoutEmptyBlockedAt),
  partner: data(AccountWire.partner),
}
const filters = {
  app_id: Type.Optional(Type.String({ description: 'Only accounts of this application.' })),
  is_attached: Type.Optional(Type.Boolean({ description: 'Only accounts that are (or are not) linked by a dealer.' })),
  ack_active: Type.Optional(Type.Boolean({ description: 'Only accounts that are (or are not) activated.' })),
  blocked: Type.Optional(Type.Boolean({ description: 'Only accounts that are (or are not) blocked.' })),
  tariff_plan_ids: Type.Optional(
    Type.String({ description: 'Only accounts on these client plans, separated by commas.' }),
  ),
  payment: Type.Optional(
    Type.Unsafe<PaymentState>({
      type: 'string',
      enum: [...paymentStates],
      description:
        'Only accounts in their reminder period (`notice`), with an overdue payment (`overdue`), or due to be ' +
        'blocked within 7 days (`blocked_soon`).',
    }),
  ),
  ...search,
}
const ListQuery = exact({ ...listParameters, ...filters })
const CountQuery = exact({ ids: listParameters.ids, ...filters })
const usageMax = 500
const UsageQuery = exact({
  ids: Type.String({ description: `The ids of up to ${usageMax} accounts, separated by commas.` }),
})
const accountIds = (text: string): readonly number[] => {
  const ids = numberIds(text) ?? []
  return ids.length <= usageMax ? ids : refuse('INVALID_QUERY', `ids must be at most ${usageMax}.`, 'ids')
}
const AppQuery = exact({ app_id: Type.String({ description: 'An application of the account.' }) })

const toFilter = (call: Call, query: Static<typeof CountQuery>): AccountFilter => ({
  ids: numberIds(query.ids),
  appId: appFilter(call.apps, query.app_id),
  isAttached: query.is_attached,
  isActivated: query.ack_active,
  blocked: query.blocked,
  q: query.q,
  planIds: uuidIds(query.tariff_plan_ids, 'tariff_plan_ids'),
  payment: query.payment,
})

const show = (call: Call, account: Account) => toWire(account, call.apps)

const planChange = route({
  method: 'PUT',
  path: '/accounts/:id/client-plan',
  right: 'manage',
  tag,
  summary: 'Change the client plan of a managed account',
  params,
  body: PlanChangeBody,
  replies: {
    provider: bare(Type.Object({ account_id: Type.Integer(), tariff_plan_id: Type.String(), app_id: Type.String() })),
    partner: data(Type.Object({ account_id: Type.Integer(), tariff_plan_id: Type.String(), app_id: Type.String() })),
  },
  handle: async (call, { params, body }) => {
    await changePlan(call, params.id, body.app_id, body.tariff_plan_id)
    return { account_id: params.id, tariff_plan_id: body.tariff_plan_id, app_id: body.app_id }
  },
})

export const dealerRoutes = [
  route({
    method: 'POST',
    path: '/accounts',
    right: 'manage',
    tag,
    summary: 'Create an account that its client will own',
    body: NewAccountBody,
    replies: { provider: bare(CreatedWire.provider, 201, withoutEmptyBlockedAt), partner: data(CreatedWire.partner) },
    handle: async (call, { body }) => createdToWire(await createAccount(call, toNewAccount(body)), call.apps),
  }),
  route({
    method: 'POST',
    path: '/accounts/managed',
    right: 'manage',
    tag,
    summary: 'Create an account managed by the dealer',
    body: NewManagedAccountBody,
    replies: {
      provider: bare(CreatedManagedWire.provider, 201, withoutEmptyBlockedAt),
      partner: data(CreatedManagedWire.partner),
    },
    handle: async (call, { body }) =>
      createdToWire(await createManagedAccount(call, toNewManagedAccount(body)), call.apps),
  }),
  route({
    method: 'GET',
    path: '/accounts',
    tag,
    summary: 'List the accounts',
    query: ListQuery,
    replies: {
      provider: { ...dataList(AccountWire.provider), as: withoutEmptyBlockedAt },
      partner: dataList(AccountWire.partner),
    },
    handle: (call, { query }) => {
      const filter = toFilter(call, query)
      return listing<Account>({
        sorts: accountSorts,
        read: (page) => listAccounts(call, filter, page),
        toWire: (account) => show(call, account),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/accounts/count',
    tag,
    summary: 'Count the accounts',
    query: CountQuery,
    replies: both(Type.Integer({ example: 42 })),
    handle: (call, { query }) => countAccounts(call, toFilter(call, query)),
  }),
  route({
    method: 'GET',
    path: '/accounts/usage',
    tag,
    summary: 'Read the quota use of accounts and when their clients were last active',
    query: UsageQuery,
    replies: both(Type.Array(UseShape)),
    handle: (call, { query }) => listUse(call, accountIds(query.ids)),
  }),
  route({
    method: 'GET',
    path: '/accounts/:id',
    tag,
    summary: 'Read an account',
    params,
    replies: oneAccount,
    handle: async (call, { params }) => show(call, await readAccount(call, params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/accounts/:id',
    right: 'manage',
    tag,
    summary: 'Change the title, description or applications of an account',
    params,
    body: AccountChangeBody,
    replies: oneAccount,
    handle: async (call, { params, body }) => show(call, await changeAccount(call, params.id, toAccountChange(body))),
  }),
  route({
    method: 'DELETE',
    path: '/accounts/:id',
    right: 'manage',
    tag,
    summary: 'Delete an account with its users, units and messages',
    params,
    replies: both(Type.Integer()),
    handle: (call, { params }) => removeAccount(call, params.id),
  }),
  route({
    method: 'POST',
    path: '/accounts/:id/detach',
    right: 'manage',
    tag,
    summary: 'Release an account that its client owns',
    description:
      'The client keeps the account with everything in it, without a dealer. You cannot undo this: to get it ' +
      'back, invite its owner.',
    params,
    replies: both(Type.Integer()),
    handle: (call, { params }) => detachAccount(call, params.id),
  }),
  route({
    method: 'PUT',
    path: '/accounts/:id/activate',
    right: 'manage',
    tag,
    summary: 'Activate a managed account',
    params,
    replies: { provider: oneAccount.provider },
    handle: async (call, { params }) => show(call, await activateAccount(call, params.id)),
  }),
  planChange,
  alias(planChange, 'POST'),
  route({
    method: 'PATCH',
    path: '/accounts/:id/set-blocked',
    right: 'blocking',
    tag,
    summary: 'Block or unblock an activated managed account',
    params,
    body: BlockedBody,
    replies: oneAccount,
    handle: async (call, { params, body }) => show(call, await blockAccount(call, params.id, body.blocked)),
  }),
  route({
    method: 'PATCH',
    path: '/accounts/:id/set-blocked-at',
    right: 'blocking',
    tag,
    summary: 'Block an activated managed account at a given time',
    params,
    body: BlockedAtBody,
    replies: { provider: bare(ScheduledShape), partner: oneAccount.partner },
    handle: async (call, { params, body: { blocked_at: at } }) =>
      show(call, await blockAccountAt(call, params.id, at === null ? null : fromSeconds(at))),
  }),
  route({
    method: 'PATCH',
    path: '/accounts/:id/set-payment-lifecycle',
    right: 'lifecycle',
    tag,
    summary: 'Set the billing automation of an activated fleet account',
    params,
    body: LifecycleBody,
    replies: { provider: oneAccount.provider },
    handle: async (call, { params, body }) => show(call, await setAccountLifecycle(call, params.id, toLifecycle(body))),
  }),
  route({
    method: 'GET',
    path: '/accounts/:id/visits',
    tag,
    summary: 'List the support sessions of an account',
    description: 'Newest first, with the items viewed. The client sees the same list.',
    params,
    replies: both(Type.Array(SupportSessionShape)),
    handle: async (call, { params }) => (await readSupportSessions(call, params.id)).map(supportSessionToWire),
  }),
  route({
    method: 'GET',
    path: '/accounts/:id/limits',
    tag,
    summary: 'Read the limits of an account in one application',
    params,
    query: AppQuery,
    replies: both(LimitsShape),
    handle: async (call, { params, query }) => limitsOf(call, await readAccount(call, params.id), query.app_id),
  }),
  route({
    method: 'GET',
    path: '/accounts/:id/subscriptions',
    tag,
    summary: 'List the subscriptions of an account',
    params,
    replies: both(Type.Array(SubscriptionShape)),
    handle: async (call, { params }) =>
      (await listSubscriptions(call, await readAccount(call, params.id))).map(subscriptionToWire),
  }),
  route({
    method: 'POST',
    path: '/accounts/:id/subscriptions',
    right: 'manage',
    tag,
    summary: 'Buy a subscription for an account that its client owns',
    description:
      'Returns the invoice of the platform with its payment page. The subscription (`td-cardpay`) starts when it ' +
      'is paid: months of the current plan are added, and another plan replaces it.',
    params,
    body: OrderBody,
    staged: true,
    replies: { provider: bare(BoughtShape), partner: data(BoughtShape, 201) },
    handle: async (call, { params, body }) =>
      boughtToWire(await buySubscription(call, await readAccount(call, params.id), toOrder(body))),
  }),
]

/** Under `/console/accounts`. */
export const consoleAccountRoutes = [
  route({
    method: 'POST',
    path: '/:id/invitation',
    right: 'users',
    tag,
    summary: 'Email the activation link to a client',
    description:
      'For an account that is not activated. The link has a new key, so earlier links stop working. If the profile has ' +
      'no address, this one is saved in it.',
    params,
    body: InvitationBody,
    replies: { provider: bare(InvitationBody), partner: bare(InvitationBody) },
    handle: (call, { params, body }) => inviteClient(call, params.id, body.email),
  }),
]
