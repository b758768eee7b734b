/** Data for the tour in addition to the demo, so that no page is empty: created through the API. */
import { connect } from 'node:net'
import type { DemoDealer } from '#entry/demo/demo.ts'
import { loginFrame } from '#testing/people/teltonika.ts'

export interface TourSite {
  readonly url: string
  readonly gatewayPort: number
  readonly demo: readonly DemoDealer[]
}

export type Ids = Readonly<
  Record<'client' | 'unit' | 'plan' | 'bill' | 'webhook' | 'dealer' | 'unclaimed' | 'yesterday', string>
>

type Ask = (method: string, path: string, body?: object) => Promise<Answer>
// biome-ignore lint/suspicious/noExplicitAny: answers are read as they come.
type Answer = any

const asking =
  (url: string, headers: Readonly<Record<string, string>>): Ask =>
  async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }

/** The dialect wraps some lists, but not all. */
const listOf = (answer: Answer): Answer => answer.data ?? answer

const fleetApp = 'b901da51-ce00-4af2-b978-8d0fca8ae1ea'
const day = 86_400

export async function fill({ url, gatewayPort, demo }: TourSite): Promise<Ids> {
  const [provider] = demo as readonly [DemoDealer, ...DemoDealer[]]
  const anybody = asking(url, {})
  const dealer = asking(url, { 'x-accesstoken': provider.access_token })
  const { token } = await anybody('POST', '/console/sessions', {
    login: provider.operator_login,
    password: provider.operator_password,
  })
  const operator = asking(url, { authorization: `Bearer ${token}` })
  await callUnclaimed(gatewayPort + 27)
  const { id: webhook } = await dealer('POST', '/provider/webhooks', {
    url: 'https://hooks.example.com/waymark',
    description: 'Our own program',
    types: ['bill.paid', 'account.blocked'],
  })
  const client = await anybody('POST', '/client/sessions', {
    login: provider.client_login,
    password: provider.client_password,
  })
  await share(asking(url, { authorization: `Bearer ${client.token}` }))
  const money = await fillMoney(anybody, dealer)
  const person = { email: 'support@provider.demo.example', role: 'support', name: 'Demo provider support' }
  await dealer('POST', '/provider/staff', person)
  await dealer('PATCH', '/provider/company', {
    marketing_info: {
      about: 'Trackers for vans and machines, sold, installed and looked after.',
      phones: ['+1 555 0100'],
      working_days: [1, 2, 3, 4, 5],
      schedule: '9:00 to 18:00',
      areas: ['company.areas.installation', 'company.areas.maintenance'],
    },
  })
  const made = await operator('POST', '/operator/dealers', { name: 'New dealer', dialect: 'provider' })
  const newcomer = asking(url, { 'x-accesstoken': made.access_token })
  const address = { line1: 'Harbour 1', postal_code: '91001', city: 'Klaipeda', country: 'LT' }
  const payment = { name: 'New dealer', email: 'office@new.demo.example', vat: 'LT100001234567', address }
  await newcomer('PATCH', '/provider/payment-information', { ...payment, agreement: true })
  await operator('POST', '/operator/backups')
  const units = listOf(await dealer('GET', '/provider/units?q=Van&sort=name&limit=1'))
  const [unclaimed] = await operator('GET', '/operator/lobby?limit=1')
  return {
    ...money,
    webhook,
    unit: String(units[0].id),
    dealer: String(made.dealer_id),
    unclaimed: unclaimed.id,
    yesterday: new Date(Date.now() - day * 1000).toISOString().slice(0, 10),
  }
}

/** A link that a client has shared. */
async function share(client: Ask): Promise<void> {
  const units = await client('GET', '/client/units')
  await client('POST', '/client/shares', {
    title: 'Today’s delivery',
    units: [units[0].id],
    until: Math.floor(Date.now() / 1000) + day,
  })
}

/** A plan with automation, a client with a payment reminder, and bills in every state. */
async function fillMoney(anybody: Ask, dealer: Ask): Promise<Pick<Ids, 'client' | 'plan' | 'bill'>> {
  const plans = listOf(await dealer('GET', '/provider/client-plans?sort=name'))
  const plan = plans.find(({ name }: { name: string }) => name === 'Fleet standard')
  await dealer('PATCH', `/provider/client-plans/${plan.id}/payment-lifecycle`, {
    payment_period: 1,
    payment_notify_offset: 5,
    block_offset: 7,
  })
  const accounts = listOf(await dealer('GET', '/provider/accounts?sort=title'))
  const accountOf = (wanted: string) => accounts.find(({ title }: { title: string }) => title === wanted)
  const [client, other] = [accountOf('Demo transport'), accountOf('Demo couriers')]
  await dealer('PUT', `/provider/accounts/${other.id}/activate`)
  const bill = (account: Answer, name: string, quantity: number) =>
    dealer('POST', '/billing/cardpay-payments', {
      app_id: fleetApp,
      account_id: account.id,
      name,
      prices: [{ name: 'Tracking of a van', quantity, unit_amount: 1250, currency: 'eur' }],
    })
  const paid = await bill(client, 'October', 5)
  const card = { number: '4242 4242 4242 4242', month: 12, year: new Date().getFullYear() + 2, cvc: '123' }
  await anybody('POST', `/sandbox/sessions/${paid.id}/pay`, { ...card, holder: 'Demo transport' })
  const mistaken = await bill(other, 'October, by mistake', 50)
  await dealer('POST', `/billing/cardpay-payments/${mistaken.id}/expire`, { app_id: fleetApp, account_id: other.id })
  const due = { payment_expected_at: Math.floor(Date.now() / 1000) + 3 * day }
  await dealer('PATCH', `/provider/accounts/${client.id}/set-payment-lifecycle`, due)
  const open = await bill(client, 'November', 5)
  await bill(other, 'November', 1)
  return { client: String(client.id), plan: plan.id, bill: open.id }
}

/** A tracker that is not registered. */
const callUnclaimed = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const line = connect(port, '127.0.0.1', () => line.write(loginFrame('356307042441013')))
    line.once('data', () => line.end(() => resolve()))
    line.once('error', reject)
  })
