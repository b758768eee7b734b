import Type from 'typebox'
import type { Bill } from '#billing/bills/bill.ts'
import { BillShape, toWire as billToWire } from '#billing/bills/wire.ts'
import { listOwnInvoices, readInvoicing } from '#billing/client-invoices/actions.ts'
import { listPayable } from '#billing/client-invoices/checkouts/payment-links.ts'
import { DaysQuery, OwnStatementShape } from '#billing/client-invoices/statements/statement-wire.ts'
import { statementFor } from '#billing/client-invoices/statements/statements.ts'
import { ownToWire as invoiceToWire } from '#billing/client-invoices/wire.ts'
import { hasEInvoice, readOwnEInvoice, xmlFormats } from '#billing/e-invoices/actions.ts'
import { readOwnPaper } from '#billing/invoice-paper/actions.ts'
import type { Operation } from '#identity/access/access.ts'
import { readCompany } from '#identity/company/actions.ts'
import { toWire as companyToWire } from '#identity/company/wire.ts'
import { sessionToWire } from '#identity/login/wire.ts'
import {
  type Blocked,
  endOwnSession,
  endSession,
  listSessions,
  listSupportSessions as listSessionVisits,
  logIn,
} from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { SupportSessionShape, supportSessionToWire } from '#identity/sessions/wire.ts'
import { setPreferences } from '#identity/users/people.ts'
import { OwnUserShape, ownUserToWire } from '#identity/users/wire.ts'
import { EnumOf, exact, fractionTimeInput, optional } from '#kernel/api/fields.ts'
import { habitFields, toHabits } from '#kernel/api/habit-fields.ts'
import { listing, listParameters, numberIds } from '#kernel/api/lists.ts'
import { bare, bareList, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import { seconds } from '#kernel/time/clock.ts'
import { measures } from '#kernel/time/habits.ts'
import type { Unit } from '#tracking/units/unit.ts'
import {
  ChannelShape,
  channelToWire,
  MessagesShape,
  TelemetryShape,
  UnitWire,
  toWire as unitToWire,
} from '#tracking/units/wire.ts'
import {
  enterSupportSession,
  listOwnBills,
  listOwnUnits,
  readMe,
  readOwnMessages,
  readOwnTelemetry,
  readOwnUnit,
  setServiceMode,
  unitSorts,
} from './actions.ts'
import {
  ListedOwnInvoiceShape,
  LoginBody,
  MeShape,
  meToWire,
  OpenedShape,
  openedToWire,
  SessionShape,
  VisitOpenedShape,
  visitOpenedToWire,
} from './wire.ts'

/** Pages get their session as a cookie, which http/scopes/client.ts writes. */
export interface CookieCall {
  readonly agent: string | null
  /** Identifies the browser at its next sign-in. */
  readonly device: string | null
  setCookie(kind: 'session' | 'service', secret: string | null): void
}

const route = plainRoute<ClientCall & CookieCall, Operation>()
const publicRoute = plainRoute<PublicCall & CookieCall>()
const sessions = 'Sessions'
const account = 'Account'
const units = 'Units'
const view = 'client.view'
const unitParams = byNumber('unit')
const messagesMax = 10_000
const messagesDefault = 100

/** A blocked client cannot sign in, even with the right password; the answer says why, and what to pay. */
async function refuseBlocked(call: PublicCall, blocked: Blocked): Promise<never> {
  const { accountId, dealerId: dealer, since, reason, maySeeBills } = blocked
  const bills = maySeeBills ? await listOwnBills({ ...call, account: accountId } as ClientCall) : []
  const invoices = maySeeBills ? await listPayable(call, dealer, accountId) : []
  const refusal = new Refusal({ code: 'BLOCKED', message: 'This account is blocked. Its dealer can unblock it.' })
  refusal.details = {
    blocked: {
      since: seconds(since),
      reason,
      company: companyToWire(await readCompany({ db: call.db, dealer })),
      bills: [
        ...bills
          .filter(({ status }) => status === 'open')
          .map((bill) => ({
            id: bill.sessionId,
            name: bill.metadata.name,
            amount_total: bill.amountTotal,
            currency: bill.currency,
            url: bill.url,
          })),
        ...invoices.map(({ id, name, amount, currency, url }) => ({ id, name, amount_total: amount, currency, url })),
      ],
    },
  }
  throw refusal
}

export const publicRoutes = [
  publicRoute({
    method: 'POST',
    path: '/sessions',
    tag: sessions,
    summary: 'Sign in',
    description:
      'A wrong password and an unknown login get the same answer. A blocked client gets 403 `BLOCKED` with `blocked` next to `errors`: since when, why, the dealer’s company profile, and the open bills and invoices.',
    body: LoginBody,
    reply: bare(OpenedShape, 201),
    handle: async (call, { body }) => {
      const { login, password, code } = body
      const result = await logIn(call, { login, password, code, agent: call.agent, device: call.device })
      if ('blocked' in result) return refuseBlocked(call, result.blocked)
      call.setCookie('session', result.session.token)
      return openedToWire(result.session)
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/sessions/service',
    tag: sessions,
    summary: 'Sign in with a support token',
    description: 'For the page that a support link opens: exchanges the key for a cookie.',
    body: exact({ key: Type.String({ example: 'k8Zr2mQ0vX7nB4sLwT5uYb6aHdPfG3eKiNqVxYzAoJc', maxLength: 200 }) }),
    reply: bare(VisitOpenedShape, 201),
    handle: async (call, { body }) => {
      call.validate()
      const { session, apps } = await enterSupportSession(call, body.key)
      call.setCookie('service', body.key)
      return visitOpenedToWire(body.key, session, apps)
    },
  }),
]

export const ownBillToWire = (bill: Bill) => ({ ...billToWire(bill), currency: bill.currency })

export const OwnBillShape = Type.Object(
  { ...BillShape.properties, currency: Type.Optional(Type.String()) },
  { title: 'OwnBill' },
)

/** The object of the contract; pages request more fields by name. */
const withMore = <const N extends string>(name: N, description: string) =>
  exact({ with: Type.Optional(Type.Literal(name, { description })) })

export async function ownInvoices(call: ClientCall) {
  const toWire = invoiceToWire((await readInvoicing(call)).today)
  const invoices = await listOwnInvoices(call, call.account)
  return invoices.map((invoice) => ({ ...toWire(invoice), has_e_invoice: hasEInvoice(invoice) }))
}

export const clientRoutes = [
  route({
    method: 'GET',
    path: '/sessions',
    operation: 'client.manage-self',
    tag: sessions,
    summary: 'List sessions',
    reply: bare(Type.Array(SessionShape)),
    handle: async (call) => (await listSessions(call)).map((one) => sessionToWire(one, call.session.id)),
  }),
  route({
    method: 'DELETE',
    path: '/sessions/current',
    operation: 'client.enter',
    tag: sessions,
    summary: 'Sign out',
    description: 'In a support session, this ends the support token.',
    reply: bare(Type.Null(), 204),
    handle: async (call) => {
      await endOwnSession(call)
      call.setCookie(call.session.kind === 'client' ? 'session' : 'service', null)
    },
  }),
  route({
    method: 'DELETE',
    path: '/sessions/:id',
    operation: 'client.manage-self',
    tag: sessions,
    summary: 'End a session',
    params: byUuid('session'),
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => endSession(call, params.id),
  }),
  route({
    method: 'GET',
    path: '/me',
    operation: 'client.enter',
    tag: account,
    summary: 'Read the account, user, plan with usage, and the dealer’s company profile',
    reply: bare(MeShape),
    handle: async (call) => meToWire(await readMe(call)),
  }),
  route({
    method: 'PATCH',
    path: '/me',
    operation: 'client.manage-self',
    tag: account,
    summary: 'Change your language, units of measure, dates, times and notifications',
    description: 'Reports, and emails and notifications to you, use them too.',
    body: exact({
      lang: Type.Optional(Type.String({ minLength: 2, maxLength: 35 })),
      measure: Type.Optional(EnumOf(measures)),
      ...optional(habitFields),
      notify_config: Type.Optional(
        exact({ in_app: Type.Optional(Type.Boolean()), mail: Type.Optional(Type.Boolean()) }),
      ),
    }),
    reply: bare(OwnUserShape),
    handle: async (call, { body: { lang, measure, notify_config: { in_app, mail } = {}, ...habits } }) =>
      ownUserToWire(
        await setPreferences(call, {
          ...(lang !== undefined && { lang }),
          ...(measure !== undefined && { measure }),
          ...toHabits(habits),
          ...(in_app !== undefined && { notifyInApp: in_app }),
          ...(mail !== undefined && { notifyByMail: mail }),
        }),
        call.session.sight,
      ),
  }),
  route({
    method: 'PUT',
    path: '/service-mode/:app_id',
    operation: 'client.set-service-mode',
    tag: account,
    summary: 'Turn support access to an application on or off',
    description: 'Turning it off ends every support token of that application.',
    params: Type.Object({ app_id: Type.String({ maxLength: 100 }) }, { title: 'application' }),
    body: exact({ enabled: Type.Boolean() }),
    reply: bare(Type.Object({ app_id: Type.String(), enabled: Type.Boolean() })),
    handle: async (call, { params, body }) => {
      await setServiceMode(call, params.app_id, body.enabled)
      return { app_id: params.app_id, enabled: body.enabled }
    },
  }),
  route({
    method: 'GET',
    path: '/visits',
    operation: 'client.view-visits',
    tag: account,
    summary: 'List support sessions',
    query: withMore('acts', 'Includes what was viewed.'),
    reply: bare(Type.Array(SupportSessionShape)),
    handle: async (call, { query }) => {
      const visits = (await listSessionVisits(call)).map(supportSessionToWire)
      return query.with ? visits : visits.map(({ acts: _, ...visit }) => visit)
    },
  }),
  route({
    method: 'GET',
    path: '/bills',
    operation: 'client.view-bills',
    tag: account,
    summary: 'List bills, newest first',
    query: withMore('currency', 'Includes the currency.'),
    reply: bare(Type.Array(OwnBillShape)),
    handle: async (call, { query }) => (await listOwnBills(call)).map(query.with ? ownBillToWire : billToWire),
  }),
  route({
    method: 'GET',
    path: '/invoices',
    operation: 'client.view-bills',
    tag: account,
    summary: 'List invoices and credit notes, newest first',
    reply: bare(Type.Array(ListedOwnInvoiceShape)),
    handle: ownInvoices,
  }),
  route({
    method: 'GET',
    path: '/invoices/:id/pdf',
    operation: 'client.view-bills',
    tag: account,
    summary: 'Download an invoice or a credit note as a PDF',
    params: byUuid('invoice'),
    produces: ['application/pdf'],
    reply: bare(Type.String()),
    handle: (call, { params }) => readOwnPaper(call, call.account, params.id),
  }),
  route({
    method: 'GET',
    path: '/invoices/:id/e-invoice',
    operation: 'client.view-bills',
    tag: account,
    summary: 'Download an invoice or a credit note as an e-invoice',
    params: byUuid('invoice'),
    query: exact({ format: Type.Optional(EnumOf(xmlFormats, '`ubl` by default; `xrechnung`: CII.')) }),
    produces: ['application/xml; charset=utf-8'],
    reply: bare(Type.String()),
    handle: (call, { params, query }) => readOwnEInvoice(call, call.account, params.id, query.format ?? 'ubl'),
  }),
  route({
    method: 'GET',
    path: '/account-statement',
    operation: 'client.view-bills',
    tag: account,
    summary: 'Read the statement of account',
    description: 'Invoices, credit notes, payments and credit by date, for each currency.',
    query: DaysQuery,
    reply: bare(OwnStatementShape),
    handle: (call, { query }) => statementFor(call, call.account, query),
  }),
  route({
    method: 'GET',
    path: '/units',
    operation: view,
    tag: units,
    summary: 'List units',
    query: exact(listParameters),
    reply: bareList(UnitWire.provider),
    handle: (call, { query }) => {
      const ids = numberIds(query.ids)
      return listing<Unit>({ sorts: unitSorts, read: (page) => listOwnUnits(call, ids, page), toWire: unitToWire })
    },
  }),
  route({
    method: 'GET',
    path: '/units/:id',
    operation: view,
    tag: units,
    summary: 'Read a unit',
    params: unitParams,
    reply: bare(UnitWire.provider),
    handle: async (call, { params }) => unitToWire(await readOwnUnit(call, params.id)),
  }),
  route({
    method: 'GET',
    path: '/units/:id/telemetry',
    operation: view,
    tag: units,
    summary: 'Read the latest value of each parameter of a unit',
    params: unitParams,
    reply: bare(TelemetryShape),
    handle: (call, { params }) => readOwnTelemetry(call, params.id),
  }),
  route({
    method: 'GET',
    path: '/units/:id/messages',
    operation: 'client.read-messages',
    tag: units,
    summary: 'Read a unit’s messages',
    description:
      'The newest messages, or those between `from` and `to`. Hidden from a dealer with support access to an account that its client owns.',
    params: unitParams,
    query: exact({
      from: Type.Optional(fractionTimeInput('Not older than this, in unix seconds.')),
      to: Type.Optional(fractionTimeInput('Not newer than this, in unix seconds.')),
      count: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: `Number of messages, up to ${messagesMax}. Default: ${messagesDefault}.`,
        }),
      ),
      reverse: Type.Optional(Type.Boolean({ description: 'True: newest first. Otherwise oldest first.' })),
    }),
    reply: bare(MessagesShape),
    handle: async (call, { params, query }) => {
      const count = Math.min(query.count ?? messagesDefault, messagesMax)
      const { from, to, reverse: isNewestFirst = false } = query
      return { readyJson: [await readOwnMessages(call, params.id, { from, to, count, isNewestFirst })] }
    },
  }),
  route({
    method: 'GET',
    path: '/units/:id/channel',
    operation: 'client.view-hidden',
    tag: units,
    summary: 'Read the address a unit’s tracker sends to',
    description: 'Only for a dealer with a support token of type `service`: hidden from the client.',
    params: unitParams,
    reply: bare(ChannelShape),
    handle: async (call, { params }) => channelToWire(await readOwnUnit(call, params.id), call),
  }),
]
