import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { fresh } from '#testing/builders.ts'
import { inTransaction } from '../db/transaction.ts'
import { isAddress } from '../email-address.ts'
import { listMails, mayMail, postMail, postMails } from './outbox.ts'

const api = await openApi()
const { ctx } = api

const ask = (to: string, dealer?: number) =>
  inTransaction(ctx, async (within) => {
    if (!(await mayMail(within, to, dealer))) return false
    await postMail(within, { to, subject: 'Asked', text: 'Asked', isAsked: true, ...(dealer && { dealer }) })
    return true
  })

test('the same key is the same email', async () => {
  const key = fresh('key')
  await postMail(ctx, { to: 'a@example.com', subject: key, text: 'First', key })
  await postMail(ctx, { to: 'a@example.com', subject: key, text: 'Second', key })
  const mails = (await listMails(ctx)).filter(({ subject }) => subject === key)
  assert.deepEqual(
    mails.map(({ text, state }) => [text, state]),
    [['First', 'kept']],
  )
})

test('an email is rolled back with the transaction of its cause', async () => {
  const subject = fresh('subject')
  const cause = inTransaction(ctx, async (within) => {
    await postMail(within, { to: 'a@example.com', subject, text: 'Text' })
    throw new Error('The cause did not happen.')
  })
  await assert.rejects(cause)
  assert.ok((await listMails(ctx)).every((mail) => mail.subject !== subject))
})

test('one email a minute and five a day to an address, however it is written', async () => {
  const to = `${fresh('victim')}@example.com`
  assert.deepEqual([await ask(to), await ask(to.toUpperCase())], [true, false])
  for (let mail = 2; mail <= 5; mail++) {
    ctx.clock.advance(60)
    assert.ok(await ask(to))
  }
  ctx.clock.advance(60)
  assert.equal(await ask(to), false)
  ctx.clock.advance(86_400)
  assert.ok(await ask(to))
})

test('unrequested emails do not count', async () => {
  const to = `${fresh('payer')}@example.com`
  for (let mail = 0; mail < 6; mail++) await postMail(ctx, { to, subject: 'Receipt', text: 'Paid' })
  assert.ok(await ask(to))
})

test('a thousand emails an hour for a dealer, to any number of recipients', async () => {
  const { dealer } = await api.dealer()
  const other = await api.dealer()
  const asked = { subject: 'Asked', text: 'Asked', isAsked: true, dealer }
  await postMails(
    ctx,
    Array.from({ length: 999 }, () => ({ ...asked, to: `${fresh('client')}@example.com` })),
  )
  assert.ok(await ask(`${fresh('client')}@example.com`, dealer))
  assert.equal(await ask(`${fresh('client')}@example.com`, dealer), false)
  assert.ok(await ask(`${fresh('client')}@example.com`, other.dealer))
  ctx.clock.advance(3600)
  assert.ok(await ask(`${fresh('client')}@example.com`, dealer))
})

test('of ten simultaneous requests one succeeds', async () => {
  const to = `${fresh('victim')}@example.com`
  const heard = await Promise.all(Array.from({ length: 10 }, () => ask(to)))
  assert.equal(heard.filter(Boolean).length, 1)
})

const addresses: readonly [text: string, isOne: boolean][] = [
  ['client@example.com', true],
  ['first.last+tag@mail.example.com', true],
  ['ö@bücher.example', true],
  ['root@localhost', true],
  ['a@[192.0.2.1]', true],
  ['', false],
  ['client', false],
  ['@example.com', false],
  ['client@', false],
  ['a@b@example.com', false],
  ['a b@example.com', false],
  ['a,b@example.com', false],
  ['<a@example.com>', false],
  ['"a"@example.com', false],
  ['a@example.com\r\nBcc: b@example.com', false],
  ['a\0@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'b'.repeat(253)}`, false],
]
for (const [text, isOne] of addresses) {
  test(`${JSON.stringify(text.slice(0, 40))} is ${isOne ? '' : 'not '}an address`, () =>
    assert.equal(isAddress(text), isOne))
}

test('the contents of an email cannot be read in the database, and older unsealed emails still can', async () => {
  const secret = fresh('one-time-link')
  const key = fresh('key')
  await postMail(ctx, { to: 'a@example.com', subject: 'Link', text: secret, html: `<p>${secret}</p>`, key })
  const row = await ctx.db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  assert.doesNotMatch(JSON.stringify({ ...row, bodySealed: row.bodySealed?.toString('latin1') }), new RegExp(secret))
  assert.equal((await listMails(ctx)).at(-1)?.text, secret)
  await ctx.db
    .insertInto('mails')
    .values({ to: 'a@example.com', subject: 'Old', text: 'Old text', at: ctx.clock.now() })
    .execute()
  assert.equal((await listMails(ctx)).at(-1)?.text, 'Old text')
})
