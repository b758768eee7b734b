/** The journal adds up to the invoices, whatever happened to them. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
const right = async (...asked: Parameters<typeof send>) => {
  const answer = await send(...asked)
  assert.ok(answer.status < 300, answer.text)
  return answer
}
const at = (day: string) => api.ctx.clock.set(new Date(`${day}T10:00:00Z`))

const line = (unit_amount: number, tax_rate: number, quantity = 1) => ({
  ...{ description: 'Tracker', quantity, unit_amount, discount_rate: 0, tax_rate },
})
let account: number
const anInvoice = async (lines: readonly object[], change: object = {}) =>
  (
    await right('POST', '/client-invoices', {
      ...{ account_id: account, is_draft: false, currency: 'eur', due_on: null, note: null, lines, ...change },
    })
  ).body

/** Rows by column; quoted cells contain no separator here. */
function rowsOf(text: string, separator: string, headAt: number): Record<string, string>[] {
  const cells = (row: string) => row.split(separator).map((cell) => cell.replace(/^"|"$/g, ''))
  const [head = '', ...rows] = text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .slice(headAt)
  return rows.map((row) => Object.fromEntries(cells(row).map((cell, index) => [cells(head)[index] ?? '', cell])))
}
const cents = (text: string | undefined) => Math.round(Number((text ?? '').replace(',', '.')) * 100)
const sumOf = (rows: readonly Record<string, string>[], of: (row: Record<string, string>) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)
const journal = async (query: string) => (await right('GET', `/client-invoices/journal?${query}`)).text

before(async () => {
  account = (await anUnclaimedAccount(dealer)).id
  const profile = {
    ...{ email: null, company: '=Formula', contact: null, phone: null, tax_number: null, is_reverse_charge: false },
    address: { line1: null, line2: null, postal_code: null, city: null, state: null, country: null },
    ...{ lang: null, notes: null, tags: [] },
  }
  await right('PUT', `/accounts/${account}/profile`, profile)
  at('2026-02-27')
  await anInvoice([line(1, 1900)])
  at('2026-03-01')
  const { id } = await anInvoice([line(333, 1900, 3), line(105, 1900), line(1001, 700), line(5000, 0)])
  await anInvoice([line(99_999, 1900)], { is_draft: true })
  at('2026-03-31')
  await right('POST', `/client-invoices/${id}/credit`, { lines: [{ position: 0, net: 100 }], note: null })
  await right('POST', `/client-invoices/${id}/payments`, {
    ...{ paid_on: '2026-03-30', way: 'transfer', amount: 1234, comment: 'Statement, 12' },
  })
  at('2026-04-01')
  await anInvoice([line(1, 1900)])
})

const march = 'issued_from=2026-03-01&issued_to=2026-03-31'

suite('the journal of March', () => {
  test('adds up to the invoices of March, and has its payments', async () => {
    const rows = rowsOf(await journal(march), ',', 0)
    const sales = rows.filter(({ type }) => type !== 'payment')
    assert.deepEqual(
      sales.map(({ type, date, tax_rate, net, tax, total }) => [type, date, tax_rate, net, tax, total]),
      [
        ['invoice', '2026-03-01', '19.00', '11.04', '2.10', '13.14'],
        ['invoice', '2026-03-01', '7.00', '10.01', '0.70', '10.71'],
        ['invoice', '2026-03-01', '0.00', '50.00', '0.00', '50.00'],
        ['credit_note', '2026-03-31', '19.00', '-1.00', '-0.19', '-1.19'],
      ],
    )
    const [totals] = (await right('GET', `/client-invoices/totals?${march}`)).body
    assert.equal(
      sumOf(sales, ({ total }) => cents(total)),
      totals.total,
    )
    const payments = rows.filter(({ type }) => type === 'payment')
    assert.equal(
      sumOf(payments, ({ total }) => cents(total)),
      1234,
    )
    // A formula or a comma in a cell does no harm.
    assert.ok(sales.every(({ client }) => client === "'=Formula"))
  })

  test('has the same sum as a DATEV batch, debit less credit, on the accounts of the rates', async () => {
    const text = await journal(`${march}&format=datev&consultant=12345&client=7`)
    const head =
      text
        .replace(/^\ufeff/, '')
        .split('\r\n')[0]
        ?.split(';') ?? []
    assert.equal(head.length, 31)
    assert.deepEqual(head.slice(0, 5), ['"EXTF"', '700', '21', '"Buchungsstapel"', '13'])
    assert.deepEqual(head.slice(10, 16), ['12345', '7', '20260101', '4', '20260301', '20260331'])
    const rows = rowsOf(text, ';', 1)
    assert.deepEqual(
      rows.map((row) => [
        row['Umsatz (ohne Soll/Haben-Kz)'],
        row['Soll/Haben-Kennzeichen'],
        row['Gegenkonto (ohne BU-Schlüssel)'],
        row.Belegdatum,
      ]),
      [
        ['13,14', 'S', '8400', '0103'],
        ['10,71', 'S', '8300', '0103'],
        ['50,00', 'S', '8200', '0103'],
        ['1,19', 'H', '8400', '3103'],
      ],
    )
    const [totals] = (await right('GET', `/client-invoices/totals?${march}`)).body
    const signed = (row: Record<string, string>) =>
      cents(row['Umsatz (ohne Soll/Haben-Kz)']) * (row['Soll/Haben-Kennzeichen'] === 'S' ? 1 : -1)
    assert.equal(sumOf(rows, signed), totals.total)
  })
})

suite('an impossible journal is refused with a reason', () => {
  for (const [what, query, field] of [
    ['an invalid day', 'issued_from=2026-02-29&issued_to=2026-03-31', 'issued_from'],
    ['an end before the start', 'issued_from=2026-03-02&issued_to=2026-03-01', 'issued_to'],
    ['more than a year', 'issued_from=2026-01-01&issued_to=2027-01-02', 'issued_to'],
    ['a batch of two years', 'issued_from=2025-12-31&issued_to=2026-01-01&format=datev', 'issued_to'],
  ] as const) {
    test(what, async () => {
      assertRefused(await send('GET', `/client-invoices/journal?${query}`), 400, `INVALID_QUERY ${field}`)
    })
  }

  test('a batch with yen', async () => {
    at('2026-05-01')
    await anInvoice([line(1200, 0)], { currency: 'jpy' })
    const days = 'issued_from=2026-05-01&issued_to=2026-05-01'
    assertRefused(await send('GET', `/client-invoices/journal?${days}&format=datev`), 400, 'INVALID_QUERY format')
    assert.match(await journal(days), /JPY,0\.00,1200,0,1200,/)
  })
})
