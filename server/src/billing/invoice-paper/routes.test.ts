/** Invoices as PDFs, read back by a PDF reader. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { extractText } from 'unpdf'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient } from '#testing/people/client.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const consoleAsk = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

async function fileOf(path: string, headers: Record<string, string> = { 'x-accesstoken': dealer.token }) {
  const answer = await api.ask('GET', path, undefined, headers)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const pagesOf = async (bytes: Buffer): Promise<string[]> => (await extractText(new Uint8Array(bytes))).text
const textOf = async (bytes: Buffer) => (await pagesOf(bytes)).join('\n').replace(/\s+/g, ' ')

const line = { description: 'Tracker', quantity: 2, unit_amount: 123_456, discount_rate: 1000, tax_rate: 1900 }
const anInvoice = async (account_id: number, change: object = {}) =>
  consoleAsk('POST', '/client-invoices', {
    ...{ account_id, is_draft: false, currency: 'eur', due_on: null, note: 'Ačiū!', lines: [line], ...change },
  })

const profile = {
  ...{ email: null, company: 'Žalgirio Šaltibarščiai', contact: 'Ona', phone: null, tax_number: 'LT100001234' },
  address: { line1: 'Žvejų g. 5', line2: null, postal_code: '91241', city: 'Klaipėda', state: null, country: 'LT' },
  ...{ is_reverse_charge: false, lang: 'de', notes: null, tags: [] },
}
const settings = { time_zone: 'UTC', prefix: 'N/T-', terms_days: 14, note: null }
const bank = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'cobadeffxxx', account_holder: null }

suite('the PDF of an invoice', () => {
  test('has parties, lines, tax, payments and the open amount, in the client’s language', async () => {
    await consoleAsk('PUT', '/company/invoice-settings', { ...settings, ...bank })
    const { id: account } = await anUnclaimedAccount(dealer)
    await consoleAsk('PUT', `/accounts/${account}/profile`, profile)
    const { id, number } = await anInvoice(account)
    await consoleAsk('POST', `/client-invoices/${id}/payments`, {
      ...{ paid_on: api.ctx.clock.now().toISOString().slice(0, 10), way: 'cash', amount: 10_000, comment: null },
    })
    const { bytes, headers } = await fileOf(`/console/client-invoices/${id}/pdf`)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['content-disposition'], `attachment; filename="invoice-${number.replace('/', '-')}.pdf"`)
    const text = await textOf(bytes)
    for (const part of [
      ...[`Rechnung ${number}`, 'Žalgirio Šaltibarščiai', 'Žvejų g. 5', '91241 Klaipėda', 'Litauen', 'LT100001234'],
      ...['1.234,56', '10 % Rabatt: -246,91', '2.222,21', '19 % Steuer auf 2.222,21', '422,22 EUR', '2.644,43 EUR'],
      ...['-100,00 EUR', '2.544,43 EUR', 'Bar', 'DE89 3704 0044 0532 0130 00', 'COBADEFFXXX', 'Ačiū!', 'Seite 1 von 1'],
    ]) {
      assert.ok(text.includes(part), `${part} is not in ${text}`)
    }
  })

  test('has as many pages as it needs, and carries the sum over', async () => {
    const { id: account } = await anUnclaimedAccount(dealer)
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...{ ...line, description: `Tracker number ${at + 1}`, quantity: 1, unit_amount: 1000, discount_rate: 0 },
    }))
    const { id } = await anInvoice(account, { lines: many })
    const pages = await pagesOf((await fileOf(`/console/client-invoices/${id}/pdf`)).bytes)
    assert.ok(pages.length >= 2, String(pages.length))
    assert.ok(pages.every((page, at) => page.includes(`Page ${at + 1} of ${pages.length}`)))
    const before = pages[0]?.match(/Tracker number/g)?.length ?? 0
    assert.match(pages[1] ?? '', new RegExp(`Carried forward\\s+${before * 10}\\.00`))
    for (let at = 1; at <= 60; at += 1) {
      assert.match(pages.join(' '), new RegExp(`Tracker number ${at}\\b`))
    }
  })

  for (const [currency, amount, printed] of [
    ['jpy', 1200, '1,200 JPY'],
    ['kwd', 1_234_567, '1,234.567 KWD'],
  ] as const) {
    test(`writes ${currency} with its decimals, and no code for banking apps`, async () => {
      const { id: account } = await anUnclaimedAccount(dealer)
      const { id } = await anInvoice(account, {
        currency,
        lines: [{ ...line, quantity: 1, unit_amount: amount, discount_rate: 0, tax_rate: 0 }],
      })
      const text = await textOf((await fileOf(`/console/client-invoices/${id}/pdf`)).bytes)
      assert.ok(text.includes(`Total ${printed}`), text)
      assert.ok(!text.includes('Scan with your banking app'), text)
    })
  }

  test('of a credit note names the invoice that it credits', async () => {
    const { id: account } = await anUnclaimedAccount(dealer)
    const { id, number } = await anInvoice(account)
    const { credit_notes } = await consoleAsk('POST', `/client-invoices/${id}/credit`, { note: null })
    const text = await textOf((await fileOf(`/console/client-invoices/${credit_notes[0].id}/pdf`)).bytes)
    assert.ok(text.includes(`Credit note ${credit_notes[0].number}`), text)
    assert.ok(text.includes(`For invoice ${number}`) && text.includes('-2,644.43 EUR'), text)
  })

  test('does not exist for a draft', async () => {
    const { id: account } = await anUnclaimedAccount(dealer)
    const { id } = await anInvoice(account, { is_draft: true })
    const answer = await api.ask('GET', `/console/client-invoices/${id}/pdf`, undefined, {
      'x-accesstoken': dealer.token,
    })
    assertRefused(answer, 409, 'CONFLICT')
  })
})

test('a client downloads its own invoices, and no one else’s', async () => {
  const account = await anUnclaimedAccount(dealer)
  const client = await aClient(api, dealer, account)
  const { id, number } = await anInvoice(account.id)
  const { bytes } = await fileOf(`/client/invoices/${id}/pdf`, { authorization: `Bearer ${client.token}` })
  assert.ok((await textOf(bytes)).includes(`Invoice ${number}`))
  const other = await anInvoice((await anUnclaimedAccount(dealer)).id)
  assertRefused(await client.ask('GET', `/invoices/${other.id}/pdf`), 404, 'NOT_FOUND')
  const draft = await anInvoice(account.id, { is_draft: true })
  assertRefused(await client.ask('GET', `/invoices/${draft.id}/pdf`), 404, 'NOT_FOUND')
})

suite('a logo', () => {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(type, 4, 'latin1')
    // No reader checks these checksums.
    return Buffer.concat([head, data, type === 'IEND' ? Buffer.from('ae426082', 'hex') : Buffer.alloc(4)])
  }
  const png = (pixels: Buffer) => {
    const header = Buffer.from('00000002000000020806000000', 'hex')
    const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
    const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
    return `data:image/png;base64,${bytes.toString('base64')}`
  }
  const svg = (inside: string) =>
    `data:image/svg+xml;base64,${Buffer.from(`<svg viewBox="0 0 9 9">${inside}</svg>`).toString('base64')}`
  const rows = Buffer.from('00ff0000ff00ff008000ff0000ff00ff0080', 'hex')

  for (const [what, logo, isDrawn] of [
    ['with transparency', png(deflateSync(rows)), true],
    ['that cannot be decompressed', png(Buffer.from('broken')), false],
    ['with too few pixels', png(deflateSync(rows.subarray(9))), false],
    ['with a filter that does not exist', png(deflateSync(Buffer.from(rows).fill(9, 0, 1))), false],
    ['of shapes', svg('<g transform="rotate(9)"><path d="M0 0L9 9L0 9z" fill="#123"/></g>'), true],
    ['with text, for which there is no font', svg('<text>N</text>'), false],
    ['with a path that cannot be read', svg('<path d="M0 0 L"/><rect width="x"/>'), false],
  ] as const) {
    test(`${what} is ${isDrawn ? 'drawn' : 'replaced by the name'}`, async () => {
      const own = await api.dealer('provider')
      const sent = (method: 'PATCH' | 'POST', path: string, body: object) =>
        api.ask(method, path, body, { 'x-accesstoken': own.token })
      assert.equal((await sent('PATCH', '/provider/brand', { logo })).status, 200)
      const { id: account } = await anUnclaimedAccount(own)
      const { body } = await sent('POST', '/console/client-invoices', {
        ...{ account_id: account, is_draft: false, currency: 'eur', due_on: null, note: null, lines: [line] },
      })
      const { bytes } = await fileOf(`/console/client-invoices/${body.id}/pdf`, { 'x-accesstoken': own.token })
      const names = (await textOf(bytes)).split(body.seller.name).length - 1
      // The name is above the address and below the page in any case.
      assert.equal(names, isDrawn ? 2 : 3)
    })
  }
})
