import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { after, beforeEach, suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import {
  type MailServer,
  type MailServerOptions,
  type Stage,
  stages,
  startMailServer,
} from '#testing/fakes/mail-server.ts'
import type { Config } from '../config/config.ts'
import { postMail } from './outbox.ts'
import { nextTry, sendDueMails } from './sending.ts'

const api = await openApi()
const servers: MailServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

/** Another outbox for each test: what one left waiting is not sent by the next. */
beforeEach(() => api.ctx.db.deleteFrom('mails').execute())

async function aServer(options?: MailServerOptions, changes: Partial<Config> = {}) {
  const server = await startMailServer(options)
  servers.push(server)
  const ctx = { ...api.ctx, config: { ...api.ctx.config, smtpUrl: server.url, ...changes } }
  const post = (key: string, change: object = {}) =>
    postMail(ctx, { to: 'client@example.com', subject: 'Hello', text: 'Hello\n', key, ...change })
  const states = async () =>
    (await ctx.db.selectFrom('mails').select(['key', 'state']).orderBy('id').execute()).map(({ state }) => state)
  return { server, ctx, post, states }
}

test('an email leaves with both its texts, its date and a sender', async () => {
  const { server, ctx, post, states } = await aServer()
  await post('first', { subject: 'Grüße, 東京', text: 'Text\n.\nEnd\n', html: '<p>Text</p>' })
  assert.equal(await sendDueMails(ctx), 1)
  const [mail] = server.delivered
  assert.deepEqual(mail?.recipients, ['client@example.com'])
  assert.equal(mail?.subject, 'Grüße, 東京')
  assert.equal(mail?.text?.trim(), 'Text\n.\nEnd')
  assert.equal(mail?.html?.trim(), '<p>Text</p>')
  assert.deepEqual(mail?.from, { address: 'waymark@[127.0.0.1]', name: 'Waymark' })
  assert.equal(mail?.date, ctx.clock.now().toISOString())
  assert.equal(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
  assert.deepEqual(await states(), ['sent'])
  assert.equal(await sendDueMails(ctx), 0)
})

test('an attachment is created when the email is sent; if its subject is gone, the email goes without it', async () => {
  const { server, ctx, post, states } = await aServer()
  const attachment = (id: number) => ({ attachment: { kind: 'paper', of: { id } } })
  await post('with a file', attachment(1))
  await post('without', attachment(2))
  await post('broken', attachment(3))
  const stored = await ctx.db.selectFrom('mails').select('attachment').orderBy('id').execute()
  assert.deepEqual(stored[0], attachment(1))
  const bytes = Buffer.from('%PDF-1.7 ü', 'latin1')
  const paper = async (_: unknown, { id }: Readonly<Record<string, string | number>>) => {
    if (id === 3) throw new Error('No ink.')
    return id === 1 ? { name: 'Rechnung ü.pdf', contentType: 'application/pdf', bytes } : undefined
  }
  await sendDueMails(ctx, { attachers: { paper } })
  assert.deepEqual(await states(), ['sent', 'sent', 'waiting'])
  const files = server.delivered.map(({ attachments }) =>
    attachments.map(({ filename, mimeType, content }) => [filename, mimeType, Buffer.from(content as ArrayBuffer)]),
  )
  assert.deepEqual(
    files.toSorted((one, other) => other.length - one.length),
    [[['Rechnung ü.pdf', 'application/pdf', bytes]], []],
  )
})

test('user and password of the setting open the server, and are not stored anywhere', async () => {
  const { server, ctx, post } = await aServer({ user: 'us@er', password: 'p/ss:@ö' })
  await post('with password')
  await sendDueMails(ctx)
  assert.equal(server.delivered.length, 1)
})

test('a wrong password keeps emails waiting until it is corrected, and is not shown in the failure', async () => {
  const { server, ctx, post, states } = await aServer({ user: 'user', password: 'right' })
  await post('one')
  await post('two')
  const wrong = { ...ctx, config: { ...ctx.config, smtpUrl: server.url.replace('right', 'hunter2') } }
  assert.equal(await sendDueMails(wrong), 2)
  assert.deepEqual(await states(), ['waiting', 'waiting'])
  const told = await ctx.db.selectFrom('mails').select('failure').execute()
  assert.ok(
    told.every(({ failure }) => failure?.startsWith('535') && !failure.includes('hunter2')),
    JSON.stringify(told),
  )
  api.ctx.clock.advance(3600)
  await sendDueMails(ctx)
  assert.deepEqual(await states(), ['sent', 'sent'])
})

test('the connection is encrypted if the server can, and a password is never sent unencrypted elsewhere', async () => {
  const { server, ctx, post, states } = await aServer({ user: 'user', password: 'right', hasTls: true })
  await post('secret')
  await sendDueMails(ctx)
  assert.deepEqual(await states(), ['sent'])
  assert.equal(server.delivered.length, 1)
})

suite('a broken connection loses nothing, and duplicates only what was cut after the dot', () => {
  for (const stage of stages) {
    test(stage, async () => {
      const { server, ctx, post, states } = await aServer(optionsFor(stage))
      await post(`cut at ${stage}`)
      server.cutAt(stage)
      await sendDueMails(ctx)
      const isTaken = stage === 'dot' || stage === 'quit'
      assert.equal(server.delivered.length, isTaken ? 1 : 0)
      assert.deepEqual(await states(), [stage === 'quit' ? 'sent' : 'waiting'])
      api.ctx.clock.advance(3600)
      await sendDueMails(ctx)
      assert.deepEqual(await states(), ['sent'])
      assert.equal(server.delivered.length, stage === 'dot' ? 2 : 1)
      assert.equal(new Set(server.delivered.map(({ messageId }) => messageId)).size, 1)
    })
  }
})

const optionsFor = (stage: Stage): MailServerOptions =>
  stage === 'tls' ? { hasTls: true } : stage === 'auth' ? { user: 'user', password: 'password' } : {}

const refusals: readonly [stage: 'connect' | 'auth' | 'mail' | 'rcpt' | 'dot', code: number, then: string][] = [
  ['connect', 421, 'waiting'],
  ['connect', 554, 'waiting'],
  ['auth', 454, 'waiting'],
  ['auth', 535, 'waiting'],
  ['mail', 451, 'waiting'],
  ['mail', 530, 'waiting'],
  ['rcpt', 450, 'waiting'],
  ['rcpt', 550, 'failed'],
  ['dot', 451, 'waiting'],
  ['dot', 554, 'failed'],
]
suite('a refused email waits, or has failed if the refusal is final and about the email', () => {
  for (const [stage, code, then] of refusals) {
    test(`${code} at ${stage}: ${then}`, async () => {
      const { server, ctx, post, states } = await aServer(optionsFor(stage as Stage))
      await post(`${code} at ${stage}`)
      server.refuse = (asked) => (asked === stage ? code : undefined)
      await sendDueMails(ctx)
      assert.deepEqual([await states(), server.delivered.length], [[then], 0])
      const { failure } = await ctx.db.selectFrom('mails').select('failure').executeTakeFirstOrThrow()
      assert.ok(failure?.startsWith(String(code)), String(failure))
      server.refuse = () => undefined
      api.ctx.clock.advance(3600)
      await sendDueMails(ctx)
      assert.deepEqual(await states(), [then === 'failed' ? 'failed' : 'sent'])
    })
  }
})

test('a refused recipient delays nobody else', async () => {
  const { server, ctx, post, states } = await aServer()
  server.refuse = (stage, address) => (stage === 'rcpt' && address.startsWith('bad') ? 450 : undefined)
  for (let at = 0; at < 30; at++) await post(`mail ${at}`, { to: `${at % 3 === 0 ? 'bad' : 'good'}-${at}@example.com` })
  await sendDueMails(ctx)
  assert.deepEqual([...new Set((await states()).filter((_, at) => at % 3 !== 0))], ['sent'])
  assert.equal(server.delivered.length, 20)
})

test('many emails go over few connections', async () => {
  const { server, ctx, post } = await aServer()
  for (let at = 0; at < 40; at++) await post(`mail ${at}`)
  assert.equal(await sendDueMails(ctx), 40)
  assert.equal(server.delivered.length, 40)
  assert.ok(server.openMax <= 5, String(server.openMax))
})

test('a server that allows fewer connections at once gets fewer', async () => {
  const { server, ctx, post, states } = await aServer()
  let lines = 0
  server.refuse = (stage) => (stage === 'connect' && ++lines > 1 ? 421 : undefined)
  for (let at = 0; at < 10; at++) await post(`mail ${at}`)
  await sendDueMails(ctx)
  // The first connection sends everything that the others have not claimed; that is sent in the next run.
  server.refuse = () => undefined
  await sendDueMails(ctx)
  assert.deepEqual([...new Set(await states())], ['sent'])
  assert.equal(server.delivered.length, 10)
})

test('two processes send each email once', async () => {
  const { server, ctx, post } = await aServer()
  for (let at = 0; at < 40; at++) await post(`mail ${at}`)
  await Promise.all([sendDueMails(ctx), sendDueMails(ctx), sendDueMails(ctx)])
  assert.equal(server.delivered.length, 40)
  assert.equal(new Set(server.delivered.map(({ messageId }) => messageId)).size, 40)
})

test('an email claimed by a process that died is sent by the next, whatever the test clock says meanwhile', async () => {
  const { server, ctx, post } = await aServer()
  await post('orphan')
  const claim = (until: Date) => ctx.db.updateTable('mails').set({ claimedUntil: until, tries: 1 }).execute()
  await claim(new Date(Date.now() + 60_000))
  api.ctx.clock.advance(86_400)
  assert.equal(await sendDueMails(ctx), 0)
  await claim(new Date(Date.now() - 1))
  assert.equal(await sendDueMails(ctx), 1)
  assert.equal(server.delivered.length, 1)
})

test('attempts become less frequent, and end after three days', async () => {
  const { ctx, post, states } = await aServer({}, { smtpUrl: 'smtp://127.0.0.1:1' })
  await post('never')
  const waits: number[] = []
  for (let due = await nextTry(ctx); due; due = await nextTry(ctx)) {
    waits.push((due.getTime() - api.ctx.clock.now().getTime()) / 1000)
    api.ctx.clock.set(due)
    assert.equal(await sendDueMails(ctx), 1)
  }
  assert.deepEqual(waits.slice(0, 9), [0, 30, 60, 120, 240, 480, 960, 1920, 3600])
  assert.ok(waits.length > 70 && waits.length < 90, String(waits.length))
  assert.deepEqual(await states(), ['failed'])
})

suite('a server that stops responding is disconnected', () => {
  for (const greeting of ['', '220 mail.example\r\n']) {
    test(greeting ? 'after its greeting' : 'before its greeting', async () => {
      const mute = createServer(
        (socket) =>
          void socket
            .on('error', () => {})
            .resume()
            .write(greeting),
      )
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
      const { port } = mute.address() as AddressInfo
      const { ctx, post, states } = await aServer({}, { smtpUrl: `smtp://127.0.0.1:${port}` })
      await post('patience')
      assert.equal(await sendDueMails(ctx, { patience: { connectMs: 20, answerMs: 10_000, wholeMs: 40 } }), 1)
      assert.deepEqual(await states(), ['waiting'])
      await new Promise((resolve) => mute.close(resolve))
    })
  }
})

test('emails in the mailbox stay there when a mail server is added', async () => {
  const { server, ctx, post, states } = await aServer()
  await postMail(api.ctx, { to: 'client@example.com', subject: 'Old', text: 'Old', key: 'old' })
  await post('new')
  await sendDueMails(ctx)
  assert.deepEqual(await states(), ['kept', 'sent'])
  assert.deepEqual(
    server.delivered.map(({ subject }) => subject),
    ['Hello'],
  )
})

test('without a mail server nothing is due, and waiting emails stay', async () => {
  const { ctx, post, states } = await aServer()
  await post('waiting')
  assert.deepEqual([await nextTry(api.ctx), await sendDueMails(api.ctx)], [undefined, 0])
  assert.deepEqual(await states(), ['waiting'])
  assert.equal(await sendDueMails(ctx), 1)
})

suite('nothing in an email becomes another header or another recipient', () => {
  const nasty: readonly [what: string, change: object][] = [
    ['subject', { subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nBody' }],
    ['to, as a list', { to: 'client@example.com, victim@example.com' }],
    ['to, with a line end', { to: 'client@example.com\r\nBcc: victim@example.com' }],
    ['to, with a name', { to: 'Victim <victim@example.com>' }],
    ['to, with a command', { to: 'client@example.com>\r\nRCPT TO:<victim@example.com' }],
  ]
  for (const [what, change] of nasty) {
    test(what, async () => {
      const { server, ctx, post, states } = await aServer()
      await post(`nasty ${what}`, change)
      await sendDueMails(ctx)
      const isSent = 'subject' in change
      assert.deepEqual(await states(), [isSent ? 'sent' : 'failed'])
      assert.deepEqual(
        server.delivered.flatMap(({ recipients }) => recipients),
        isSent ? ['client@example.com'] : [],
      )
      assert.ok(server.delivered.every(({ bcc, text }) => bcc === undefined && text?.trim() === 'Hello'))
    })
  }
})
