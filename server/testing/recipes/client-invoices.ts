/** Prices, profiles of clients, and invoices to them. */

import { dayAfter } from '#kernel/time/day.ts'
import { anUnclaimedAccount, aPlan, aUnit, fresh } from '../builders.ts'
import { anyone, listed, type Recipe, type World } from '../world.ts'

const today = ({ api }: World) => api.ctx.clock.now().toISOString().slice(0, 10)

const list = {
  ...{ currency: 'eur', tax_rate: 1900, discount_rate: 0, free_days: 14 },
  items: [{ kind: 'unit', name: 'Tracking', amount: 1250, tiers: [{ from: 11, amount: 990 }] }],
}
const agreed = { list, discount_rate: null, add_ons: [{ name: 'SMS package', amount: 500, quantity: 1 }] }

const ask = async ({ api, caller }: World, method: 'POST' | 'PUT', path: string, body: object) => {
  const answer = await api.ask(method, `/console${path}`, body, { 'x-accesstoken': caller.token })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

const newInvoice = (account_id: number, is_draft: boolean) => ({
  ...{ account_id, is_draft, currency: 'eur', due_on: null, note: null },
  lines: [{ description: 'Tracker', quantity: 2, unit_amount: 4999, discount_rate: 0, tax_rate: 1900 }],
})
/** In its own account, so that charges stay there. */
const anInvoice = async (world: World, isDraft = false) =>
  ask(world, 'POST', '/client-invoices', newInvoice((await anUnclaimedAccount(world.caller)).id, isDraft))

const address = { line1: 'Harbour 1', line2: null, postal_code: '91001', city: 'Klaipeda', state: null, country: 'LT' }

const profile = {
  ...{ email: 'accounts@example.com', company: 'Baltic Freight', contact: 'Ona', phone: '+370 600 00000', address },
  ...{ tax_number: 'LT1', is_reverse_charge: true, lang: 'en', notes: 'Call first.', tags: ['freight'] },
}

/** With everything that an e-invoice requires. */
async function aWholeInvoice(world: World): Promise<string> {
  const { db } = world.api.ctx
  const { dealer } = world.caller
  const details = { name: 'North Tracking', email: 'office@example.com', vat: 'LT123456789', regNumber: '304' }
  await db
    .updateTable('paymentInfos')
    .set({ ...details, address: JSON.stringify(address) })
    .where('dealerId', '=', dealer)
    .execute()
  await db
    .updateTable('companies')
    .set({ marketingInfo: JSON.stringify({ phones: ['+370 600 00000'] }) })
    .where('dealerId', '=', dealer)
    .execute()
  const { id } = await anUnclaimedAccount(world.caller)
  await ask(world, 'PUT', `/accounts/${id}/profile`, profile)
  return (await ask(world, 'POST', '/client-invoices', newInvoice(id, false))).id
}

const payment = (world: World) => ({ paid_on: today(world), way: 'transfer', comment: null })

const deposit = (world: World) => ({
  ...{ kind: 'deposit', currency: 'eur', amount: 5000, booked_on: today(world), way: 'cash', comment: 'Receipt 12' },
})

/** A new line each time: a known line is not stored again. */
const statement = (text = `Thanks ${fresh('line')}`, amount = '12.50') => ({
  ...{ dry_run: false, name: 'statement.csv', currency: 'eur', columns: null },
  content: `Date,Amount,Payer,IBAN,Purpose\n2026-01-05,${amount},Ona,LT121000011101001000,${text}\n`,
})
const columns = {
  ...{ date: 0, amount: 1, direction: null, currency: null, payer: 2, iban: 3, texts: [4], bank_reference: null },
  ...{ date_order: 'dmy', decimal: '.' },
}
const aLine = async (world: World, ...texts: readonly string[]) => {
  const { id } = await ask(world, 'POST', '/bank-statements', statement(`Thanks ${texts.join(' ')} ${fresh('line')}`))
  const { api, caller } = world
  const answer = await api.ask('GET', `/console/bank-lines?statement_ids=${id}`, undefined, {
    'x-accesstoken': caller.token,
  })
  return answer.body[0] as { id: string; statement_id: string; amount: number }
}
const aPayingLine = async (world: World) => {
  const { id, account_id } = await anInvoice(world)
  const line = await aLine(world)
  return { line, account_id, parts: [{ invoice_id: id, amount: line.amount }] }
}
const aMatchedLine = async (world: World) => {
  const { line, parts } = await aPayingLine(world)
  await ask(world, 'POST', '/bank-lines/match', { matches: [{ id: line.id, parts, account_id: null }] })
  return { line }
}

const ownStep = {
  ...{ days: 5, fee: 250, attach_pdf: true },
  texts: { en: { subject: 'Invoice {invoice}', text: 'Please pay {total}.' }, de: null },
}
const reminders = { is_active: true, quiet_on_weekends: true, hour: 9, currency: 'eur', steps: [ownStep] }

/** For an invoice with a sent reminder; afterwards the dealer's settings are as before. */
const aRemindedInvoice = async (world: World) => {
  const { api, caller } = world
  const invoice = await anInvoice(world)
  const feeInvoice = await ask(world, 'POST', '/client-invoices', newInvoice(invoice.account_id, false))
  const sent = { invoiceId: invoice.id, sentAt: api.ctx.clock.now(), amount: invoice.total }
  const own = { kind: 'own', steps: [{ ...ownStep, fee: null }], paused_until: '2090-01-01' }
  await ask(world, 'PUT', `/accounts/${invoice.account_id}/reminders`, own)
  await api.ctx.db
    .insertInto('clientReminders')
    .values([
      { ...sent, days: -3, isMailed: false, feeInvoiceId: null },
      { ...sent, days: 3, isMailed: true, feeInvoiceId: feeInvoice.id },
    ])
    .execute()
  const { dealer: dealerId } = caller
  const { steps, ...settings } = { isActive: true, isQuietOnWeekends: true, hour: 9, currency: 'eur', steps: '[]' }
  await api.ctx.db
    .insertInto('reminderSettings')
    .values({ ...settings, steps, dealerId, since: today(world) })
    .onConflict((oc) => oc.column('dealerId').doUpdateSet({ isActive: true }))
    .execute()
  return invoice as { id: string; account_id: number }
}

/** A unit of a client whose prices are per term; optionally paid until a day. */
async function aSoldUnit(world: World, paidUntil?: string): Promise<number> {
  const { account, caller } = world
  const { id } = await aUnit(caller, account)
  const terms = { due_days: 14, extends_on: 'payment', by_client: true }
  const own = { list: { ...list, unit_terms: terms }, discount_rate: null, add_ons: [] }
  await ask(world, 'PUT', `/accounts/${account}/prices`, { valid_from: today(world), ...own })
  if (paidUntil) await ask(world, 'PUT', '/unit-terms', { terms: [{ unit_id: id, paid_until: paidUntil }] })
  return id
}

export const clientInvoiceRecipes: Readonly<Record<string, Recipe>> = {
  'GET /console/unit-terms': async (world) => {
    const id = await aSoldUnit(world, dayAfter(today(world), 30))
    const both: Record<string, string> = { ids: String(id), account_ids: String(world.account) }
    return [{ query: both }, { query: { ...both, state: 'active' } }]
  },
  'PUT /console/unit-terms': async (world) => {
    const unit_id = await aSoldUnit(world)
    const terms = [{ unit_id, paid_until: dayAfter(today(world), 30) }]
    return [{ body: { terms } }, { body: { terms: [{ unit_id, paid_until: null }] } }]
  },
  'POST /console/unit-terms/renewals': async (world) => {
    const unit_ids = [await aSoldUnit(world)]
    const year = { unit_ids, months: 12, paid_until: null }
    return [
      { body: { unit_ids, months: null, paid_until: dayAfter(today(world), 45), invoice: 'none' } },
      { body: { ...year, invoice: 'open', dry_run: true } },
      { body: { ...year, invoice: 'open' } },
    ]
  },
  'GET /console/unit-terms/forecast': async (world) => {
    await aSoldUnit(world, dayAfter(today(world), 30))
    return [{ query: { months: '24', payments: 'on_time', account_ids: String(world.account) } }, {}]
  },
  'GET /console/unit-terms/:id': async (world) => {
    const id = await aSoldUnit(world, dayAfter(today(world), 30))
    await ask(world, 'POST', '/unit-terms/renewals', { unit_ids: [id], months: 1, paid_until: null, invoice: 'none' })
    return [{ params: { id } }]
  },
  'GET /console/client-plans/:id/prices': async (world) => {
    const params = { id: (await aPlan(world.caller)).id }
    await ask(world, 'PUT', `/client-plans/${params.id}/prices`, { valid_from: today(world), ...list })
    return [{ params }]
  },
  'PUT /console/client-plans/:id/prices': async (world) => {
    const params = { id: (await aPlan(world.caller)).id }
    return [
      { params, body: { valid_from: today(world), ...list } },
      { params, body: { valid_from: dayAfter(today(world), 30), ...list, items: [] } },
    ]
  },
  'DELETE /console/client-plans/:id/prices/:price_id': async (world) => {
    const { id } = await aPlan(world.caller)
    const body = { valid_from: dayAfter(today(world)), ...list }
    const [coming] = await ask(world, 'PUT', `/client-plans/${id}/prices`, body)
    return [{ params: { id, price_id: coming.id } }]
  },
  'GET /console/accounts/:id/prices': async (world) => {
    const { id } = await anUnclaimedAccount(world.caller)
    await ask(world, 'PUT', `/accounts/${id}/prices`, { valid_from: today(world), ...agreed })
    return [{ params: { id } }]
  },
  'PUT /console/accounts/:id/prices': async (world) => {
    const params = { id: (await anUnclaimedAccount(world.caller)).id }
    const bare = { list: null, discount_rate: 500, add_ons: [] }
    return [
      { params, body: { valid_from: today(world), ...agreed } },
      { params, body: { valid_from: dayAfter(today(world)), ...bare } },
    ]
  },
  'DELETE /console/accounts/:id/prices/:price_id': async (world) => {
    const { id } = await anUnclaimedAccount(world.caller)
    const body = { valid_from: dayAfter(today(world)), ...agreed }
    const [coming] = await ask(world, 'PUT', `/accounts/${id}/prices`, body)
    return [{ params: { id, price_id: coming.id } }]
  },
  'GET /console/accounts/:id/profile': ({ account }) => [{ params: { id: account } }],
  'PUT /console/accounts/:id/profile': async ({ caller }) => {
    const params = { id: (await anUnclaimedAccount(caller)).id }
    return [{ params, body: profile }]
  },
  'GET /console/company/invoice-settings': anyone,
  'PUT /console/company/invoice-settings': () => [
    {
      body: {
        time_zone: 'Europe/Vilnius',
        prefix: 'NT-',
        terms_days: 30,
        note: 'Thank you.',
        allows_part_payments: true,
      },
    },
    { body: { time_zone: 'UTC', prefix: '', terms_days: 14, note: null } },
    {
      body: {
        ...{ time_zone: 'UTC', prefix: '', terms_days: 14, note: null },
        ...{ iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', account_holder: 'North Tracking' },
      },
    },
  ],
  'GET /console/client-invoices': async (world) => {
    const { id, account_id } = await anInvoice(world)
    return [
      ...listed({ ids: id, account_ids: String(account_id) }),
      { query: { state: 'open', issued_from: '2020-01-01', issued_to: '2090-01-01', q: '20' } },
      { query: { overdue: '30' } },
    ]
  },
  'GET /console/client-invoices/totals': async (world) => {
    const { account_id } = await anInvoice(world)
    return [{}, { query: { account_ids: String(account_id), state: 'open' } }]
  },
  'GET /console/client-invoices/journal': async (world) => {
    await anInvoice(world)
    const query = { issued_from: today(world), issued_to: today(world) }
    return [{ query }, { query: { ...query, format: 'datev', chart: 'skr04', consultant: '12345', client: '7' } }]
  },
  'POST /console/client-invoices': async ({ caller }) => {
    const { id } = await anUnclaimedAccount(caller)
    return [false, true].map((isDraft) => ({ body: newInvoice(id, isDraft) }))
  },
  'GET /console/client-invoices/:id': async (world) => {
    const { id } = await anInvoice(world)
    await ask(world, 'POST', `/client-invoices/${id}/payments`, { ...payment(world), amount: 1 })
    await ask(world, 'POST', `/client-invoices/${id}/credit`, { lines: [{ position: 0, net: 1 }], note: null })
    return [{ params: { id } }]
  },
  'GET /console/client-invoices/:id/pdf': async (world) => [{ params: { id: (await anInvoice(world)).id } }],
  'GET /console/client-invoices/:id/e-invoices': async (world) => [{ params: { id: (await anInvoice(world)).id } }],
  'GET /console/client-invoices/:id/e-invoice': async (world) => {
    const params = { id: await aWholeInvoice(world) }
    return [{ params }, ...['xrechnung', 'ubl'].map((format) => ({ params, query: { format } }))]
  },
  'PUT /console/client-invoices/:id': async (world) => {
    const { account_id: _, is_draft: __, ...body } = newInvoice(0, true)
    return [{ params: { id: (await anInvoice(world, true)).id }, body }]
  },
  'DELETE /console/client-invoices/:id': async (world) => [{ params: { id: (await anInvoice(world, true)).id } }],
  'POST /console/client-invoices/:id/open': async (world) => [{ params: { id: (await anInvoice(world, true)).id } }],
  'POST /console/client-invoices/:id/credit': async (world) => [
    { params: { id: (await anInvoice(world)).id }, body: { note: null } },
    { params: { id: (await anInvoice(world)).id }, body: { lines: [{ position: 0, net: 1 }], note: 'Too many' } },
  ],
  'POST /console/client-invoices/:id/payments': async (world) => [
    { params: { id: (await anInvoice(world)).id }, body: payment(world) },
    { params: { id: (await anInvoice(world)).id }, body: { ...payment(world), amount: 1 } },
  ],
  'DELETE /console/client-invoices/:id/payments/:client_payment_id': async (world) => {
    const { id } = await anInvoice(world)
    const { payments } = await ask(world, 'POST', `/client-invoices/${id}/payments`, payment(world))
    return [{ params: { id, client_payment_id: payments[0].id } }]
  },
  'POST /console/client-invoices/:id/payment-link': async (world) => [{ params: { id: (await anInvoice(world)).id } }],
  'POST /console/accounts/:id/payment-link': async ({ caller }) => [
    { params: { id: (await anUnclaimedAccount(caller)).id } },
  ],
  'GET /console/collection': anyone,
  'PUT /console/collection': () => [
    { body: { is_on: true, days_before: 3 } },
    { body: { is_on: false, days_before: 0 } },
  ],
  'GET /console/client-invoices/:id/collection': async (world) => [{ params: { id: (await anInvoice(world)).id } }],
  'GET /console/accounts/:id/collection': async ({ caller }) => [
    { params: { id: (await anUnclaimedAccount(caller)).id } },
  ],
  'PUT /console/accounts/:id/collection': async ({ caller }) => [
    { params: { id: (await anUnclaimedAccount(caller)).id }, body: { is_stopped: true } },
  ],
  'POST /console/bank-statements': () => [
    { body: statement(`Thanks ${fresh('line')}`) },
    { body: { ...statement(), dry_run: true } },
    { body: { ...statement(`More ${fresh('line')}`), columns } },
  ],
  'GET /console/bank-statements': async (world) => listed({ ids: (await aLine(world)).statement_id }),
  'DELETE /console/bank-statements/:id': async (world) => [{ params: { id: (await aLine(world)).statement_id } }],
  'GET /console/bank-lines': async (world) => {
    const { line } = await aMatchedLine(world)
    const { number, id } = await anInvoice(world)
    const open = await aLine(world, number, id)
    return [
      ...listed({ ids: `${line.id},${open.id}`, statement_ids: open.statement_id }),
      { query: { ids: line.id, state: 'matched', q: 'thanks' } },
    ]
  },
  'POST /console/bank-lines/match': async (world) => {
    const { line, parts } = await aPayingLine(world)
    const rest = await aPayingLine(world)
    const [part] = rest.parts
    return [
      { body: { matches: [{ id: line.id, parts, account_id: null }] } },
      { body: { matches: [{ id: rest.line.id, parts: [{ ...part, amount: 1 }], account_id: rest.account_id }] } },
    ]
  },
  'DELETE /console/bank-lines/:id/match': async (world) => [{ params: { id: (await aMatchedLine(world)).line.id } }],
  'PUT /console/bank-lines/:id/ignored': async (world) => [
    { params: { id: (await aLine(world)).id }, body: { is_ignored: true } },
  ],
  'GET /console/accounts/:id/statement': async (world) => {
    const { id, account_id } = await anInvoice(world)
    await ask(world, 'POST', `/client-invoices/${id}/payments`, { ...payment(world), amount: 1 })
    await ask(world, 'POST', `/accounts/${account_id}/credit`, deposit(world))
    return [
      { params: { id: account_id } },
      { params: { id: account_id }, query: { from_day: '2020-01-01', to_day: '2090-01-01' } },
    ]
  },
  'POST /console/accounts/:id/credit': async (world) => {
    const params = { id: (await anUnclaimedAccount(world.caller)).id }
    return [
      { params, body: deposit(world) },
      { params, body: { ...deposit(world), comment: null } },
    ]
  },
  'DELETE /console/accounts/:id/credit/:credit_id': async (world) => {
    const { id } = await anUnclaimedAccount(world.caller)
    const entry = await ask(world, 'POST', `/accounts/${id}/credit`, deposit(world))
    return [{ params: { id, credit_id: entry.id } }]
  },
  'GET /console/figures': async (world) => {
    const { id } = await anInvoice(world)
    await ask(world, 'POST', `/client-invoices/${id}/payments`, { ...payment(world), amount: 1 })
    return [{}]
  },
  'GET /console/figures/clients': async (world) => {
    const { id } = await aPlan(world.caller)
    const query: Record<string, string> = { list: 'recurring', plan: id }
    return [{ query: { list: 'below_cost' } }, { query }]
  },
  'GET /console/figures/silent-units': anyone,
  'GET /console/accounts/:id/figures': async (world) => [{ params: { id: (await anInvoice(world)).account_id } }],
  'GET /console/figures/payments': async (world) => {
    const { id } = await anInvoice(world)
    await ask(world, 'POST', `/client-invoices/${id}/payments`, { ...payment(world), amount: 1 })
    const query: Record<string, string> = { month: today(world).slice(0, 7) }
    return [{ query: { count: '5' } }, { query }]
  },
  'GET /console/reminders': anyone,
  'PUT /console/reminders': () => [
    { body: reminders },
    { body: { ...reminders, is_active: false, currency: null, steps: [] } },
  ],
  'POST /console/client-invoices/:id/reminders/preview': async (world) => {
    const params = { id: (await anInvoice(world)).id }
    return [
      { params, body: { step: ownStep } },
      { params, body: { step: { ...ownStep, fee: null } } },
    ]
  },
  'GET /console/accounts/:id/reminders': async (world) => [
    { params: { id: (await aRemindedInvoice(world)).account_id } },
    { params: { id: world.account } },
  ],
  'PUT /console/accounts/:id/reminders': async (world) => {
    const params = { id: (await anUnclaimedAccount(world.caller)).id }
    const own = { kind: 'own', steps: [{ ...ownStep, fee: null }], paused_until: null }
    return [
      { params, body: own },
      { params, body: { kind: 'none', steps: null, paused_until: dayAfter(today(world), 30) } },
    ]
  },
  'GET /console/client-invoices/:id/reminders': async (world) => [
    { params: { id: (await aRemindedInvoice(world)).id } },
    { params: { id: (await anInvoice(world)).id } },
  ],
}
