import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { attachInvoice, invoiceAttachment } from '#billing/invoice-paper/actions.ts'
import { nextCheck } from '#billing/reminders/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { sendDueMails } from '#kernel/mail/sending.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { connectFaulty, faults } from '#testing/faults/faults.ts'
import { sendDueReminders } from './actions.ts'

const api = await openApi()
const { ctx } = api
const { db, clock } = ctx
const worker: ActorContext = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
const at = (text: string) => clock.set(new Date(`${text}:00Z`))

const step = (days: number, change: object = {}) => ({
  ...{ days, texts: { en: null, de: null }, fee: null, attach_pdf: false, ...change },
})
const usual = {
  ...{ is_active: true, quiet_on_weekends: true, hour: 9, currency: 'eur' },
  steps: [step(-3), step(3), step(10, { fee: 500 }), step(20)],
}
const noAddress = { line1: null, line2: null, postal_code: null, city: null, state: null, country: null }
const profile = (email: string | null) => ({
  ...{ email, lang: 'de', company: 'Baltic Freight', contact: null, phone: null, tax_number: null },
  ...{ is_reverse_charge: false, notes: null, tags: [], address: noAddress },
})

/** A dealer that sends reminders, and a client with an invoice of 100.00 that is due on Friday, 20 March. */
async function aDebtor(change: object = {}) {
  at('2026-03-02T08:00')
  const dealer = await api.dealer('provider')
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
  const right = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked)
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  await right('PUT', '/reminders', { ...usual, ...change })
  const { id: account } = await anActivatedAccount(api, dealer)
  const email = `${fresh('debtor')}@example.com`
  await right('PUT', `/accounts/${account}/profile`, profile(email))
  const line = { description: 'Tracker', quantity: 1, unit_amount: 10_000, discount_rate: 0, tax_rate: 0 }
  const invoice = { account_id: account, is_draft: false, currency: 'eur', due_on: '2026-03-20', note: null }
  const issue = async (more: object = {}) =>
    (await right('POST', '/client-invoices', { ...invoice, lines: [line], ...more })) as { id: string; number: string }
  const { id, number } = await issue()
  return {
    ...{ dealer, ask, right, account, email, id, number, issue },
    pay: (amount?: number) =>
      right('POST', `/client-invoices/${id}/payments`, {
        ...{ paid_on: '2026-03-02', way: 'cash', comment: null, ...(amount && { amount }) },
      }),
    terms: (more: object) =>
      right('PUT', `/accounts/${account}/reminders`, { kind: 'usual', steps: null, paused_until: null, ...more }),
    reminders: () => right('GET', `/client-invoices/${id}/reminders`),
    /** When the job checks it next. */
    plan: async (invoice = id) =>
      (
        await db.selectFrom('reminderPlans').select('lookAt').where('invoiceId', '=', invoice).executeTakeFirst()
      )?.lookAt.toISOString(),
    mails: async () => (await listMails(ctx)).filter(({ to }) => to === email),
  }
}

test('each step is sent on its day, in the client’s language, with the open amount, in the order of the steps', async () => {
  const { id, number, mails, reminders, plan, right, account } = await aDebtor()
  assert.equal(await plan(), '2026-03-17T09:00:00.000Z')
  assert.ok((await dueFrom(nextCheck).nextDue(worker))! <= new Date('2026-03-17T09:00:00.000Z'))
  at('2026-03-17T08:59')
  await sendDueReminders(worker)
  assert.deepEqual(await mails(), [])
  at('2026-03-17T09:00')
  await sendDueReminders(worker)
  await sendDueReminders(worker)
  const [first, ...more] = await mails()
  assert.deepEqual(more, [])
  assert.equal(first?.subject, `Rechnung ${number} ist am 20. März 2026 fällig`)
  assert.match(first?.text ?? '', /Guten Tag Baltic Freight,\n/)
  assert.match(
    first?.text ?? '',
    /Offen: 100,00\sEUR\nFällig am: 20\. März 2026\n\nAnsehen und bezahlen:\nhttp\S+\/pay\/[\w-]{43}\n/,
  )
  assert.equal(await plan(), '2026-03-23T09:00:00.000Z')
  at('2026-03-23T10:00')
  await sendDueReminders(worker)
  const { sent, next } = await reminders()
  assert.deepEqual(
    sent.map((one: { days: number; mail: string; amount: number }) => [one.days, one.mail, one.amount]),
    [
      [3, 'kept', 10_000],
      [-3, 'kept', 10_000],
    ],
  )
  assert.deepEqual(next, { days: 10, at: Date.parse('2026-03-30T09:00:00Z') / 1000 })
  assert.equal((await right('GET', `/accounts/${account}/reminders`)).sent[0].invoice_id, id)
})

test('the fee is a separate invoice: the original one stays as it is, and the fee gets no reminders', async () => {
  const { id, mails, reminders, right, account, plan } = await aDebtor()
  const before = await right('GET', `/client-invoices/${id}`)
  at('2026-03-30T09:00')
  await sendDueReminders(worker)
  const after = await right('GET', `/client-invoices/${id}`)
  assert.deepEqual({ ...after, state: '' }, { ...before, state: '' })
  const [reminder, ...more] = (await reminders()).sent
  // The server was down on the days of two steps: only the latest is sent.
  assert.deepEqual([reminder.days, reminder.fee, more], [10, 500, []])
  const fee = await right('GET', `/client-invoices/${reminder.fee_invoice_id}`)
  assert.deepEqual(
    [fee.state, fee.total, fee.tax_total, fee.due_on, fee.lines[0].description],
    ['open', 500, 0, '2026-03-30', `Mahngebühr zu Rechnung ${before.number}`],
  )
  const [mail] = await mails()
  assert.match(mail?.text ?? '', /Mahngebühren: 5,00\sEUR\nGesamtbetrag: 105,00\sEUR/)
  // One link pays both.
  const link = /\/pay\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  assert.equal((await api.ask('GET', `/payment-links/${link}`)).body.invoices.length, 2)
  const statement = await right('GET', `/accounts/${account}/statement`)
  assert.equal(statement.standings[0].open, 10_500)
  assert.equal(await plan(reminder.fee_invoice_id), undefined)
  await right('POST', `/client-invoices/${fee.id}/payments`, {
    ...{ paid_on: '2026-03-30', way: 'cash', comment: null, amount: 100 },
  })
  assert.equal(await plan(fee.id), undefined)
})

test('credit pays the fee, and the email asks for the rest', async () => {
  const { mails, right, account } = await aDebtor()
  const credit = { kind: 'deposit', currency: 'eur', amount: 200, booked_on: '2026-03-02', way: 'cash', comment: null }
  await right('POST', `/accounts/${account}/credit`, credit)
  at('2026-03-30T09:00')
  await sendDueReminders(worker)
  assert.match((await mails())[0]?.text ?? '', /Mahngebühren: 3,00\sEUR\nGesamtbetrag: 103,00\sEUR/)
})

test('while the client’s card is being charged there is no reminder and no fee', async () => {
  const { dealer, id, account: accountId, mails, plan } = await aDebtor({ steps: [step(3, { fee: 500 })] })
  const charge = {
    id: randomUUID(),
    dealerId: dealer.dealer,
    accountId,
    invoiceId: id,
    amount: 10_000,
    currency: 'eur',
  }
  const card = { processor: 'sandbox', livemode: false, tokenSealed: Buffer.from('x'), brand: 'visa', last4: '4242' }
  const state = { status: 'open', paymentId: randomUUID(), createdAt: clock.now(), askedAt: clock.now() }
  await db
    .insertInto('collectionCharges')
    .values({ ...charge, ...card, ...state })
    .execute()
  at('2026-03-23T09:00')
  await sendDueReminders(worker)
  assert.deepEqual([await mails(), await plan()], [[], '2026-03-23T09:10:00.000Z'])
  await db.deleteFrom('collectionCharges').where('id', '=', charge.id).execute()
  at('2026-03-23T09:10')
  await sendDueReminders(worker)
  assert.equal((await mails()).length, 1)
})

test('no fee in another currency than that of the settings', async () => {
  const { reminders } = await aDebtor({ currency: 'usd' })
  at('2026-03-30T09:00')
  await sendDueReminders(worker)
  assert.equal((await reminders()).sent[0].fee, null)
})

suite('what stops reminders, and what resumes them', () => {
  test('a part payment keeps them, with the rest; full payment ends them; undoing it resumes them', async () => {
    const { id, pay, plan, right, mails } = await aDebtor()
    await pay(4000)
    assert.equal(await plan(), '2026-03-17T09:00:00.000Z')
    at('2026-03-17T09:00')
    await sendDueReminders(worker)
    assert.match((await mails())[0]?.text ?? '', /Offen: 60,00\sEUR/)
    const { payments } = await pay()
    assert.equal(await plan(), undefined)
    await right('DELETE', `/client-invoices/${id}/payments/${payments.at(-1).id}`)
    assert.equal(await plan(), '2026-03-23T09:00:00.000Z')
  })
  test('a credit note for everything', async () => {
    const { id, plan, right } = await aDebtor()
    await right('POST', `/client-invoices/${id}/credit`, { note: null })
    assert.equal(await plan(), undefined)
  })
  test('credit that pays the invoice when it opens', async () => {
    const { plan, issue, right, account } = await aDebtor()
    const credit = { kind: 'deposit', currency: 'eur', amount: 10_000, booked_on: '2026-03-02', way: 'cash' }
    await right('POST', `/accounts/${account}/credit`, { ...credit, comment: null })
    assert.equal(await plan((await issue()).id), undefined)
  })
  test('a draft has none until it is opened', async () => {
    const { plan, issue, right } = await aDebtor()
    const { id } = await issue({ is_draft: true })
    assert.equal(await plan(id), undefined)
    await right('POST', `/client-invoices/${id}/open`)
    assert.equal(await plan(id), '2026-03-17T09:00:00.000Z')
  })
  test('a pause until a day, and after it only the latest step', async () => {
    const { terms, mails, reminders } = await aDebtor()
    await terms({ paused_until: '2026-04-02' })
    at('2026-03-31T12:00')
    await sendDueReminders(worker)
    assert.deepEqual(await mails(), [])
    at('2026-04-02T09:00')
    await sendDueReminders(worker)
    assert.deepEqual([(await mails()).length, (await reminders()).sent[0].days], [1, 10])
  })
  test('none for this client, and its own steps instead', async () => {
    const { terms, plan, reminders } = await aDebtor()
    await terms({ kind: 'none' })
    await sendDueReminders(worker)
    assert.equal(await plan(), undefined)
    await terms({ kind: 'own', steps: [step(1), step(5)] })
    assert.deepEqual((await reminders()).next?.days, 1)
    await sendDueReminders(worker)
    // The day after the due date is a Saturday.
    assert.equal(await plan(), '2026-03-23T09:00:00.000Z')
  })
  test('the dealer turns them off and on: steps in between are not made up for', async () => {
    const { right, plan, mails } = await aDebtor()
    await right('PUT', '/reminders', { ...usual, is_active: false })
    await sendDueReminders(worker)
    assert.equal(await plan(), undefined)
    at('2026-03-31T12:00')
    await right('PUT', '/reminders', usual)
    await sendDueReminders(worker)
    assert.deepEqual([await mails(), await plan()], [[], '2026-04-09T09:00:00.000Z'])
  })
  test('the client is deleted', async () => {
    const { dealer, account, id, mails, plan } = await aDebtor()
    await dealer.ask('DELETE', `/accounts/${account}`)
    await db.deleteFrom('accounts').where('id', '=', account).execute()
    at('2026-03-17T09:00')
    await sendDueReminders(worker)
    assert.deepEqual([await mails(), await plan(id)], [[], undefined])
  })
  test('without an address nothing is sent or charged, and the dealer sees it', async () => {
    const { right, account, reminders } = await aDebtor()
    await db.updateTable('users').set({ email: null }).where('accountId', '=', account).execute()
    await right('PUT', `/accounts/${account}/profile`, profile(null))
    at('2026-03-30T09:00')
    await sendDueReminders(worker)
    const [{ days, mail, fee }] = (await reminders()).sent
    assert.deepEqual([days, mail, fee], [10, 'no_address', null])
  })
})

test('a preview shows the email of a step for a real invoice and leaves nothing behind', async () => {
  const { ask, id, number, email, mails } = await aDebtor()
  const texts = { en: null, de: { subject: 'Zu {invoice}', text: 'Hallo {client},\n\nes fehlen {total}.' } }
  const preview = await ask('POST', `/client-invoices/${id}/reminders/preview`, { step: step(7, { texts, fee: 250 }) })
  assert.deepEqual([preview.status, preview.body.to, preview.body.subject], [200, email, `Zu ${number}`])
  assert.match(preview.body.text, /^Hallo Baltic Freight,\n\nes fehlen 102,50\sEUR\./)
  assert.deepEqual(await mails(), [])
  const link = { texts: { ...texts, de: { subject: 'x', text: 'https://example.com' } } }
  assertRefused(
    await ask('POST', `/client-invoices/${id}/reminders/preview`, { step: step(7, link) }),
    400,
    'FAILED_VALIDATION step.texts.de.text',
  )
})

test('the email has the invoice as a PDF, which is created when it is sent', async (t) => {
  const server = await startMailServer()
  t.after(() => server.close())
  const { email, number } = await aDebtor({ steps: [step(-3, { attach_pdf: true })] })
  at('2026-03-17T09:00')
  const mailing = { ...worker, config: { ...worker.config, smtpUrl: server.url } }
  await sendDueReminders(mailing)
  await sendDueMails(mailing, { attachers: { [invoiceAttachment]: attachInvoice } })
  const mail = server.delivered.find(({ recipients }) => recipients.includes(email))
  const [file, ...more] = mail?.attachments ?? []
  assert.deepEqual([file?.filename, file?.mimeType, more], [`invoice-${number}.pdf`, 'application/pdf', []])
  assert.equal(
    Buffer.from(file?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  assert.match(mail?.text ?? '', /Offen: 100,00\sEUR/)
})

test('several workers send each step once', async () => {
  const { issue, mails, account } = await aDebtor()
  for (let more = 0; more < 11; more++) await issue()
  at('2026-03-30T09:00')
  await Promise.all([1, 2, 3, 4].map(() => sendDueReminders(worker)))
  await sendDueReminders(worker)
  assert.equal((await mails()).length, 12)
  const fees = await db.selectFrom('clientInvoices').select('id').where('accountId', '=', account).execute()
  assert.equal(fees.length, 24)
})

/** Each kind of fault hits some of the statements; together they hit all. */
suite('whichever statement fails, the next run sends it once', () => {
  const faulty = connectFaulty(api.databaseUrl)
  after(() => faulty.close())
  for (const fault of faults) {
    test(fault, async () => {
      const { issue, mails, account } = await aDebtor({ steps: [step(10, { fee: 500 })] })
      const invoices = () => db.selectFrom('clientInvoices').select('id').where('accountId', '=', account).execute()
      at('2026-03-30T09:00')
      await sendDueReminders(worker)
      let statements = 0
      for (let n = 1 + faults.indexOf(fault); ; n += faults.length) {
        at('2026-03-02T08:00')
        await issue()
        at('2026-03-30T09:00')
        const [mailed, issued] = [(await mails()).length, (await invoices()).length]
        faulty.arm(n, fault)
        await sendDueReminders({ ...worker, db: faulty.db }).catch(() => {})
        const wentWrong = await faulty.disarm()
        await sendDueReminders(worker)
        assert.deepEqual(
          [(await mails()).length, (await invoices()).length],
          [mailed + 1, issued + 1],
          `statement ${n}`,
        )
        if (!wentWrong) break
        statements = n
      }
      assert.ok(statements > 15, `Only ${statements} statements were seen.`)
    })
  }
})
