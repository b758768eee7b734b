import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { eraseNow } from '#customers/erasure/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { anUnclaimedAccount, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'

const api = await openApi()
api.ctx.clock.set(new Date('2027-03-10T08:00:00Z'))
const dealer = await api.dealer('provider')

const askAs = (caller: Caller) => (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  api.ask(method, `/console${path}`, body, { 'x-accesstoken': caller.token })
const ask = askAs(dealer)
const right = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const aClient = async (): Promise<number> => (await anUnclaimedAccount(dealer)).id
const anInvoice = (account_id: number, unit_amount = 1000, currency = 'eur') =>
  right('POST', '/client-invoices', {
    ...{ account_id, is_draft: false, currency, due_on: null, note: null },
    lines: [{ description: 'Tracker', quantity: 1, unit_amount, discount_rate: 0, tax_rate: 0 }],
  })
const invoiceOf = (id: string) => right('GET', `/client-invoices/${id}`)

interface Row {
  readonly amount: string
  readonly text: string
  readonly payer?: string
  readonly iban?: string
}
const file = (rows: readonly Row[], change: object = {}) => ({
  ...{ dry_run: false, name: 'march.csv', currency: 'eur', columns: null, ...change },
  content: [
    'Date;Amount;Payer;IBAN;Purpose',
    ...rows.map(({ amount, text, payer = 'Somebody', iban = '' }) => `09.03.2027;${amount};${payer};${iban};${text}`),
  ].join('\n'),
})
const send = (rows: readonly Row[], change: object = {}) => right('POST', '/bank-statements', file(rows, change))
const linesOf = async (rows: readonly Row[]) => {
  const { id } = await send(rows)
  const lines = await right('GET', `/bank-lines?statement_ids=${id}&sort=id`)
  return rows.map(({ text }) => lines.find((one: { text: string }) => one.text === text))
}
const match = (id: string, parts: readonly object[], account_id: number | null = null) =>
  ask('POST', '/bank-lines/match', { matches: [{ id, parts, account_id }] })

suite('a statement', () => {
  test('can be previewed without a trace, then is stored, and each line counts once in repeated and overlapping files', async () => {
    const rows = ['a', 'b', 'b'].map((name) => ({ amount: '10,00', text: `${name} ${fresh('row')}` }))
    const [first, second] = rows as [Row, Row]
    const twice = [first, second, second]
    const preview = await send(twice, { dry_run: true })
    assert.deepEqual([preview.id, preview.line_count, preview.new_count], [null, 3, 3])
    assert.deepEqual(preview.table.columns.texts, [4])
    assert.equal((await send(twice)).new_count, 3)
    assert.equal((await send(twice)).new_count, 0)
    assert.equal((await send([second, { amount: '-5,00', text: 'Rent' }, ...rows.slice(2), second])).new_count, 1)
  })

  test('is read next time as the dealer said, if the columns have the same names', async () => {
    const body = (columns: object | null, row: string) => ({
      ...file([], { columns }),
      content: `Booking date;Amount;Money in\n${row}\n`,
    })
    const columns = {
      ...{ date: 0, amount: 2, direction: null, currency: null, payer: null, iban: null, texts: [1] },
      ...{ bank_reference: null, date_order: 'mdy', decimal: '.' },
    }
    await right('POST', '/bank-statements', body(columns, '03/04/2027;one;7.00'))
    const { first_lines } = await right('POST', '/bank-statements', {
      ...body(null, '03/05/2027;two;8.00'),
      dry_run: true,
    })
    assert.deepEqual([first_lines[0].booked_on, first_lines[0].amount, first_lines[0].text], ['2027-03-05', 800, 'two'])
    // The stored columns do not fit: 9,50 is not 950.00. A preview shows what the file says, and nothing is stored.
    const other = body(null, '05.03.2027;three;9,50')
    assertRefused(await ask('POST', '/bank-statements', other), 400, 'FAILED_VALIDATION content')
    const seen = await right('POST', '/bank-statements', { ...other, dry_run: true })
    assert.deepEqual([seen.first_lines[0].amount, seen.table.columns.decimal], [950, ','])
  })

  test('leaves the dealer’s columns known when it is deleted', async () => {
    const body = (columns: object | null, row: string) => ({
      ...file([], { columns }),
      content: `Wann;Wieviel;Wozu\n${row}\n`,
    })
    const columns = {
      ...{ date: 0, amount: 1, direction: null, currency: null, payer: null, iban: null, texts: [2] },
      ...{ bank_reference: null, date_order: 'dmy', decimal: ',' },
    }
    const { id } = await right('POST', '/bank-statements', body(columns, '03/04/2027;7,00;one'))
    await right('DELETE', `/bank-statements/${id}`)
    assert.equal((await right('POST', '/bank-statements', body(null, '05/04/2027;8,00;two'))).new_count, 1)
  })

  test('with unknown columns is refused until this dealer explains them, and read from then on', async () => {
    const body = (columns: object | null, row: string, dry_run = false) => ({
      ...file([], { columns, dry_run }),
      content: `Kdy;Kolik;Kdo;Proč\n${row}\n`,
    })
    const unknown = body(null, '03/04/2027;7,00;Ona;one')
    assertRefused(await ask('POST', '/bank-statements', unknown), 400, 'FAILED_VALIDATION content')
    const { table } = await right('POST', '/bank-statements', { ...unknown, dry_run: true })
    assert.deepEqual(table.head, ['Kdy', 'Kolik', 'Kdo', 'Proč'])
    assert.deepEqual([table.rows, table.columns.date], [[['03/04/2027', '7,00', 'Ona', 'one']], null])
    const none = { direction: null, currency: null, iban: null, bank_reference: null, date_order: 'dmy', decimal: null }
    const columns = { ...none, date: 0, amount: 1, payer: 2, texts: [3] }
    assert.equal((await right('POST', '/bank-statements', body(columns, '03/04/2027;7,00;Ona;one'))).new_count, 1)
    const next = body(null, '04/04/2027;8,00;Ona;two')
    const [line] = (await right('POST', '/bank-statements', next)).first_lines
    assert.deepEqual([line.booked_on, line.amount, line.payer, line.text], ['2027-04-04', 800, 'Ona', 'two'])
    const other = await api.dealer('provider')
    const theirs = await api.ask('POST', '/console/bank-statements', next, { 'x-accesstoken': other.token })
    assertRefused(theirs, 400, 'FAILED_VALIDATION content')
  })

  test('is deleted with its lines, unless one is matched', async () => {
    const account = await aClient()
    const invoice = await anInvoice(account)
    const { id } = await send([{ amount: '10,00', text: invoice.reference }])
    assertRefused(await ask('DELETE', `/bank-statements/${id}`), 409, 'CONFLICT')
    const [line] = await right('GET', `/bank-lines?statement_ids=${id}`)
    await right('DELETE', `/bank-lines/${line.id}/match`)
    await right('DELETE', `/bank-statements/${id}`)
    assert.deepEqual(await right('GET', `/bank-lines?ids=${line.id}`), [])
  })
})

suite('a line', () => {
  test('is matched automatically only with the complete reference for exactly the open amount', async () => {
    const account = await aClient()
    const [exact, less, typo, dollars] = [
      ...[await anInvoice(account), await anInvoice(account), await anInvoice(account)],
      await anInvoice(account, 1000, 'usd'),
    ]
    const slip = `${typo.reference.slice(0, -1)}${(Number(typo.reference.at(-1)) + 1) % 10}`
    const [one, two, three, four, five] = await linesOf([
      { amount: '10,00', text: `Thanks ${exact.reference}` },
      { amount: '9,99', text: `Nearly ${less.reference}` },
      { amount: '10,00', text: `Oops ${slip}` },
      { amount: '10,00', text: `Money ${dollars.reference}` },
      { amount: '10,00', text: `Again ${exact.reference}` },
    ])
    assert.deepEqual(
      [one.state, one.is_automatic, one.parts],
      ['matched', true, [{ invoice_id: exact.id, number: exact.number, amount: 1000 }]],
    )
    assert.equal((await invoiceOf(exact.id)).state, 'paid')
    assert.deepEqual([two.state, two.proposals[0].parts[0].amount], ['open', 999])
    assert.deepEqual(two.proposals[0].reasons, ['reference', 'part'])
    assert.deepEqual([three.state, three.proposals[0].parts[0].number], ['open', typo.number])
    assert.ok(three.proposals[0].reasons.includes('reference_typo'))
    assert.deepEqual([four.state, four.proposals], ['open', []])
    assert.deepEqual([five.state, five.proposals[0].credit, five.proposals[0].parts], ['open', 1000, []])
  })

  test('pays in part and in full; an excess is the client’s credit and pays the next invoice; undo reverts everything', async () => {
    const account = await aClient()
    const invoice = await anInvoice(account)
    const [part, rest] = await linesOf([
      { amount: '4,00', text: `Part ${fresh('of')}` },
      { amount: '26,00', text: `Rest ${fresh('of')}` },
    ])
    const pays = (amount: number) => [{ invoice_id: invoice.id, amount }]
    assertRefused(await match(part.id, pays(401)), 409, 'CONFLICT')
    assertRefused(await match(part.id, pays(399)), 409, 'CONFLICT')
    assert.equal((await match(part.id, pays(400))).status, 200)
    assert.equal((await invoiceOf(invoice.id)).state, 'part_paid')
    assertRefused(await match(part.id, pays(400)), 409, 'CONFLICT')
    assertRefused(await match(rest.id, pays(601), account), 409, 'CONFLICT')
    assert.equal((await match(rest.id, pays(600), account)).status, 200)
    const paid = await invoiceOf(invoice.id)
    assert.deepEqual([paid.state, paid.payments.map(({ is_from_statement: is }: never) => is)], ['paid', [true, true]])
    const removing = await ask('DELETE', `/client-invoices/${invoice.id}/payments/${paid.payments[0].id}`)
    assertRefused(removing, 409, 'CONFLICT')
    const [shown] = await right('GET', `/bank-lines?ids=${rest.id}`)
    assert.deepEqual(
      [shown.state, shown.account_id, shown.credit, shown.is_automatic],
      ['matched', account, 2000, false],
    )
    // 20.00 of credit: the next invoice takes 15.00 of it, the one after it the rest.
    const [next, last] = [await anInvoice(account, 1500), await anInvoice(account, 1500)]
    assert.deepEqual([next.state, last.state, last.open_amount], ['paid', 'part_paid', 1000])
    assert.deepEqual(
      last.payments.map(({ way, amount }: never) => [way, amount]),
      [['credit', 500]],
    )
    assertRefused(await ask('DELETE', `/bank-lines/${rest.id}/match`), 409, 'CONFLICT')
    assert.equal((await invoiceOf(invoice.id)).state, 'paid')
    for (const one of [next, last]) await right('DELETE', `/client-invoices/${one.id}/payments/${one.payments[0].id}`)
    await right('DELETE', `/bank-lines/${rest.id}/match`)
    assert.equal((await invoiceOf(invoice.id)).open_amount, 600)
    const byCredit = { paid_on: '2027-03-09', way: 'credit', amount: 1, comment: null }
    assertRefused(await ask('POST', `/client-invoices/${invoice.id}/payments`, byCredit), 409, 'CONFLICT')
  })

  test('can be matched with others, all or none', async () => {
    const account = await aClient()
    const [one, two] = [await anInvoice(account), await anInvoice(account)]
    const lines = await linesOf([
      { amount: '10,00', text: fresh('first') },
      { amount: '10,00', text: fresh('second') },
    ])
    const send = (ids: readonly string[]) =>
      ask('POST', '/bank-lines/match', {
        matches: lines.map(({ id }, index) => ({
          id,
          parts: [{ invoice_id: ids[index], amount: 1000 }],
          account_id: null,
        })),
      })
    assertRefused(await send([one.id, one.id]), 409, 'CONFLICT')
    assert.equal((await invoiceOf(one.id)).paid_total, 0)
    assert.equal((await send([one.id, two.id])).status, 200)
    assert.deepEqual([(await invoiceOf(one.id)).state, (await invoiceOf(two.id)).state], ['paid', 'paid'])
  })

  test('is recognised by its account number the next time, and is not certain if two want one invoice', async () => {
    const account = await aClient()
    const [first, second] = [await anInvoice(account, 1111), await anInvoice(account, 2222)]
    const iban = `LT12${String(account).padStart(16, '0')}`
    const [learnt] = await linesOf([{ amount: '11,11', text: `Hello ${fresh('x')}`, iban }])
    assert.deepEqual(learnt.proposals, [])
    await match(learnt.id, [{ invoice_id: first.id, amount: 1111 }])
    const [known, rival] = await linesOf([
      { amount: '22,22', text: `Again ${fresh('x')}`, iban },
      { amount: '22,22', text: `${second.number} ${fresh('x')}`, iban },
    ])
    assert.deepEqual(known.proposals[0].reasons, ['payer_iban', 'amount', 'rival'])
    assert.deepEqual(
      [known, rival].map(({ proposals: [best] }) => best.confidence),
      ['possible', 'possible'],
    )
  })

  // Comparing every part of such texts took two seconds a line, in which nobody else was served.
  test('with a text that looks like a thousand numbers is read in an instant', { timeout: 90_000 }, async () => {
    await anInvoice(await aClient())
    const rows = Array.from({ length: 60 }, (_, index) => ({ amount: '10,00', text: `${index}${'a1'.repeat(490)}` }))
    const lines = await linesOf(rows)
    assert.ok(lines.every(Boolean))
  })

  test('can be ignored and restored', async () => {
    const [line] = await linesOf([{ amount: '1,00', text: fresh('interest') }])
    await right('PUT', `/bank-lines/${line.id}/ignored`, { is_ignored: true })
    assert.equal((await right('GET', `/bank-lines?ids=${line.id}&state=ignored`)).length, 1)
    await right('PUT', `/bank-lines/${line.id}/ignored`, { is_ignored: false })
    assert.equal((await right('GET', `/bank-lines?ids=${line.id}`))[0].state, 'open')
  })
})

test('no one can pay another dealer’s invoices or give credit to its clients', async () => {
  const other = await api.dealer('provider')
  const invoice = await anInvoice(await aClient())
  const theirs = askAs(other)
  const { id } = (await theirs('POST', '/bank-statements', file([{ amount: '10,00', text: invoice.reference }]))).body
  const [line] = (await theirs('GET', `/bank-lines?statement_ids=${id}`)).body
  assert.deepEqual([line.state, line.proposals], ['open', []])
  const steal = (body: object) => theirs('POST', '/bank-lines/match', { matches: [{ id: line.id, ...body }] })
  assertRefused(await steal({ parts: [{ invoice_id: invoice.id, amount: 1000 }], account_id: null }), 404, 'NOT_FOUND')
  assertRefused(await steal({ parts: [], account_id: invoice.account_id }), 404, 'NOT_FOUND')
  assert.equal((await invoiceOf(invoice.id)).paid_total, 0)
})

test('credit is undone once, even if two request it at the same time', async () => {
  const account = await aClient()
  const note = (kind: string, amount: number) => {
    const cash = { currency: 'eur', booked_on: '2027-03-09', way: 'cash', comment: null }
    return right('POST', `/accounts/${account}/credit`, { kind, amount, ...cash })
  }
  await note('deposit', 1000)
  const { id } = await note('payout', 400)
  const answers = await Promise.all([1, 2, 3].map(() => ask('DELETE', `/accounts/${account}/credit/${id}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
  assert.equal((await anInvoice(account, 1500)).open_amount, 500)
})

test('the line of an erased client stays, but not who paid it', async () => {
  const account = await aClient()
  const invoice = await anInvoice(account)
  const ona = { payer: 'Ona', iban: 'LT121000011101001000' }
  const [line, shared] = await linesOf([
    { amount: '8,00', text: `For Ona ${fresh('x')}`, ...ona },
    { amount: '16,00', text: `For two ${fresh('x')}`, ...ona },
  ])
  await match(line.id, [{ invoice_id: invoice.id, amount: 600 }], account)
  const others = { invoice_id: (await anInvoice(await aClient())).id, amount: 1000 }
  assert.equal((await match(shared.id, [{ invoice_id: invoice.id, amount: 400 }, others], account)).status, 200)
  const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
  await eraseNow(worker, account)
  const kept = await right('GET', `/bank-lines?ids=${line.id},${shared.id}&sort=amount`)
  assert.deepEqual(
    kept.map((one: Record<string, unknown>) =>
      ['amount', 'state', 'payer', 'iban', 'text', 'account_id'].map((field) => one[field]),
    ),
    [800, 1600].map((amount) => [amount, 'matched', null, null, '', null]),
  )
})
