import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { checkEInvoices } from '#testing/files/e-invoices.ts'
import { brokenRules } from '#testing/files/en16931.ts'
import { type Terms, termsOf } from '#testing/files/en16931-terms.ts'
import { readXml } from '#testing/files/xml.ts'
import { aClient } from '#testing/people/client.ts'

test('thirty random invoices and credit notes satisfy the rules, and PDF and data show the same numbers', async () => {
  const result = await checkEInvoices(30, 20_261_117)
  assert.deepEqual(result.violations, [])
  assert.deepEqual(result.categories, ['AE', 'E', 'O', 'S'])
  assert.ok(result.creditNotes > 3, JSON.stringify(result))
})

const api = await openApi()
const dealer = await api.dealer('provider')
const headers = { 'x-accesstoken': dealer.token }
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await api.ask(method, `/console${path}`, body, headers)
  assert.ok(answer.status < 300, answer.text)
  return answer
}

const address = { line1: 'Hafen 1', line2: null, postal_code: '20457', city: 'Hamburg', state: null, country: 'DE' }
const profile = {
  ...{ email: 'accounts@example.com', company: 'Baltic Freight', contact: 'Ona', phone: null, address },
  ...{ tax_number: 'DE999999999', is_reverse_charge: false, lang: null, notes: null, tags: [] },
}
async function aWholeClient() {
  const { db } = api.ctx
  const details = { name: 'North Tracking', email: 'office@example.com', vat: 'DE123456789' }
  const change = { ...details, address: JSON.stringify(address) }
  await db.updateTable('paymentInfos').set(change).where('dealerId', '=', dealer.dealer).execute()
  const marketingInfo = JSON.stringify({ phones: ['+49 40 123456'] })
  await db.updateTable('companies').set({ marketingInfo }).where('dealerId', '=', dealer.dealer).execute()
  const account = await anUnclaimedAccount(dealer)
  await ask('PUT', `/accounts/${account.id}/profile`, profile)
  return account
}
const anInvoice = async (account_id: number, change: object = {}) =>
  (
    await ask('POST', '/client-invoices', {
      ...{ account_id, is_draft: false, currency: 'eur', due_on: null, note: null },
      lines: [{ description: 'Tracker', quantity: 2, unit_amount: 4999, discount_rate: 0, tax_rate: 1900 }],
      ...change,
    })
  ).body

suite('an invoice with everything it needs', () => {
  test('is an XRechnung, a UBL document, and a PDF with its data inside', async () => {
    const { id, number } = await anInvoice((await aWholeClient()).id)
    const formats = (await ask('GET', `/client-invoices/${id}/e-invoices`)).body
    assert.deepEqual(
      formats,
      ['factur-x', 'xrechnung', 'ubl'].map((format) => ({ format, problem: null })),
    )
    for (const format of ['xrechnung', 'ubl']) {
      const answer = await ask('GET', `/client-invoices/${id}/e-invoice?format=${format}`)
      assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8')
      assert.equal(answer.headers['content-disposition'], `attachment; filename="${format}-${number}.xml"`)
      const terms = termsOf(readXml(answer.text))
      assert.deepEqual([terms.number, terms.total, brokenRules(terms)], [number, '118.98', []])
    }
    const { bytes } = await ask('GET', `/client-invoices/${id}/pdf`)
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    const inside = Buffer.from((await pdf.getAttachmentContent('factur-x.xml')) ?? '')
    const terms = termsOf(readXml(inside.toString()))
    assert.deepEqual([terms.total, brokenRules(terms)], ['118.98', []])
    const metadata = bytes.toString('latin1')
    assert.match(metadata, /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</)
    assert.match(metadata, /<fx:ConformanceLevel>EN 16931<\/fx:ConformanceLevel>/)
  })

  test('is available to the client too', async () => {
    const account = await aWholeClient()
    const client = await aClient(api, dealer, account)
    const { id } = await anInvoice(account.id)
    const [listed] = (await client.ask('GET', '/invoices')).body
    assert.equal(listed.has_e_invoice, true)
    const answer = await client.ask('GET', `/invoices/${id}/e-invoice`)
    assert.equal(termsOf(readXml(answer.text)).buyer.name, 'Baltic Freight')
    const { id: other } = await anInvoice((await aWholeClient()).id)
    assertRefused(await client.ask('GET', `/invoices/${other}/e-invoice`), 404, 'NOT_FOUND')
  })
})

suite('without a required field there is no e-invoice, and the sentence names it', () => {
  const problemsOf = async (id: string) =>
    (await ask('GET', `/client-invoices/${id}/e-invoices`)).body.map(({ problem }: { problem: string }) => problem)

  test('a country', async () => {
    const account = await aWholeClient()
    await ask('PUT', `/accounts/${account.id}/profile`, { ...profile, address: { ...address, country: null } })
    const { id } = await anInvoice(account.id)
    for (const problem of await problemsOf(id)) assert.match(problem, /^it was issued without the client’s country$/)
    const answer = await api.ask('GET', `/console/client-invoices/${id}/e-invoice`, undefined, headers)
    assertRefused(answer, 409, 'CONFLICT')
    const { bytes } = await ask('GET', `/client-invoices/${id}/pdf`)
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    assert.equal(await pdf.getAttachments(), null)
  })

  test('an email address, which only XRechnung requires', async () => {
    const account = await aWholeClient()
    await ask('PUT', `/accounts/${account.id}/profile`, { ...profile, email: null })
    const [facturX, xrechnung, ubl] = await problemsOf((await anInvoice(account.id)).id)
    assert.deepEqual([facturX, ubl], [null, null])
    assert.match(xrechnung, /^it was issued without the client’s email address$/)
  })

  test('a third decimal', async () => {
    const [problem] = await problemsOf((await anInvoice((await aWholeClient()).id, { currency: 'kwd' })).id)
    assert.match(problem, /^KWD has 3 decimals/)
  })

  test('a number, while it is a draft', async () => {
    const [problem] = await problemsOf((await anInvoice((await aWholeClient()).id, { is_draft: true })).id)
    assert.match(problem, /draft/)
  })
})

suite('the rules find what is wrong', () => {
  const line = '<cac:InvoiceLine>'
  for (const [what, change, rule] of [
    ['a total that does not add up', [/(TaxInclusiveAmount currencyID="EUR">)118\.98/, '$1118.99'], 'BR-CO-15'],
    ['tax that is not the rate on the sum', [/(TaxAmount currencyID="EUR">)19\.00/g, '$121.00'], 'BR-CO-17'],
    ['a line that is not its price', [/(PriceAmount currencyID="EUR">)49\.99/, '$149.98'], 'R120'],
    ['no country of the buyer', [/<cbc:IdentificationCode>DE<\/cbc:IdentificationCode>/g, ''], 'BR-11'],
    ['an unknown category', [/<cbc:ID>S</g, '<cbc:ID>X<'], 'BR-CL-17'],
    ['no tax number of the seller', [/<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/g, ''], 'BR-S-02'],
    ['no line', [new RegExp(`${line}.*</cac:InvoiceLine>`), ''], 'BR-16'],
    ['no day of payment', [/<cbc:DueDate>.*?<\/cbc:DueDate>/, ''], 'BR-CO-25'],
  ] as const) {
    test(what, async () => {
      const { id } = await anInvoice((await aWholeClient()).id)
      const { text } = await ask('GET', `/client-invoices/${id}/e-invoice?format=ubl`)
      const changed = text.replace(change[0], change[1])
      assert.notEqual(changed, text)
      const terms: Terms = termsOf(readXml(changed))
      assert.ok(brokenRules(terms).includes(rule), brokenRules(terms).join())
    })
  }
})
