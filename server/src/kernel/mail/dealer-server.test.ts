/** A dealer's own mail server: used for its clients only, signed, guarded, and harmless when it fails. */
import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { after, beforeEach, suite, test } from 'node:test'
import { type Caller, openApi } from '#testing/api.ts'
import { fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { movableClock } from '#testing/clock.ts'
import { startDns } from '#testing/fakes/dns.ts'
import { type MailServer, type MailServerOptions, startMailServer } from '#testing/fakes/mail-server.ts'
import { dueFrom } from '../jobs/due.ts'
import { createOutbound } from '../network/outbound.ts'
import type { Clock } from '../time/clock.ts'
import { nextTryThroughDealers, sendThroughDealers } from './dealer-sending.ts'
import { hasKey } from './dealer-server.ts'
import { postMail } from './outbox.ts'
import { sendDueMails } from './sending.ts'

const dns = await startDns()
const api = await openApi({ WAYMARK_DNS_SERVERS: dns.address, WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' })
const servers: MailServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))
beforeEach(() => api.ctx.db.deleteFrom('mails').execute())

async function aServer(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer({ isOnMailPort: true, ...options })
  servers.push(server)
  return server
}

const login = { user: 'tracking', password: 'p/ss:@ö' }
const placeOf = ({ url }: MailServer) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })
const bodyFor = (server: MailServer, change: object = {}) => ({
  ...{ ...placeOf(server), security: 'none', username: login.user, password: login.password },
  from_address: 'tracking@dealer.example.com',
  ...change,
})
const put = (dealer: Caller, server: MailServer, change?: object) =>
  dealer.ask('PUT', '/brand/mail-server', bodyFor(server, change))
const read = async (dealer: Caller) => (await dealer.ask('GET', '/brand/mail-server')).body

/** The installation with its own mail server, and one that a dealer has set. */
async function aDealerWithServer(options: MailServerOptions = login, clock: Clock = api.ctx.clock) {
  const [own, theirs] = [await aServer(), await aServer(options)]
  const dealer = await api.dealer()
  const { status, text } = await put(dealer, theirs)
  assert.equal(status, 200, text)
  const ctx = { ...api.ctx, clock, config: { ...api.ctx.config, smtpUrl: own.url } }
  const post = (key: string, inNameOf: number | undefined = dealer.dealer) =>
    postMail(ctx, { to: 'client@example.com', subject: 'Hello', text: 'Hello\n', key, ...(inNameOf && { inNameOf }) })
  const send = async () => {
    await sendThroughDealers(ctx)
    await sendDueMails(ctx)
  }
  return { own, theirs, dealer, ctx, post, send }
}

const subjects = ({ delivered }: MailServer) => delivered.map(({ from }) => from?.address)

test('emails to its clients leave through it, from its address; those of others do not', async () => {
  const { own, theirs, post, send, dealer } = await aDealerWithServer()
  await post('ours')
  await post('somebody else', (await api.dealer()).dealer)
  await send()
  assert.deepEqual(subjects(theirs), ['tracking@dealer.example.com'])
  assert.deepEqual(subjects(own), ['waymark@[127.0.0.1]'])
  const { state, sent_at, has_password } = await read(dealer)
  assert.deepEqual([state, typeof sent_at, has_password], ['working', 'number', true])
})

test('it sends even if the installation has no mail server', async () => {
  const { theirs, dealer, ctx } = await aDealerWithServer()
  const without = { ...ctx, config: { ...ctx.config, smtpUrl: undefined } }
  await postMail(without, { to: 'c@example.com', subject: 'Hi', text: 'Hi\n', inNameOf: dealer.dealer })
  assert.ok(await dueFrom(nextTryThroughDealers).nextDue(without))
  await sendThroughDealers(without)
  assert.equal(theirs.delivered.length, 1)
})

suite('a server that cannot be used', () => {
  test('refuses the login: the installation sends instead, the dealer sees why, and it is not used for a while', async () => {
    const { own, theirs, dealer, post, send } = await aDealerWithServer({ ...login, password: 'changed' })
    await post('first')
    await send()
    assert.deepEqual([theirs.delivered.length, subjects(own)], [0, ['waymark@[127.0.0.1]']])
    const found = await read(dealer)
    assert.equal(found.state, 'failing')
    assert.match(found.failure, /535/)
    assert.ok(found.next_try_at > found.failing_since)
    const before = theirs.openMax
    await post('second')
    await send()
    assert.deepEqual([own.delivered.length, theirs.openMax], [2, before])
  })

  test('refuses the sender: that affects every email, so the installation sends', async () => {
    const { own, theirs, dealer, post, send } = await aDealerWithServer()
    theirs.refuse = (stage) => (stage === 'mail' ? 553 : undefined)
    await post('one')
    await post('two')
    await send()
    assert.deepEqual([theirs.delivered.length, own.delivered.length], [0, 2])
    assert.equal((await read(dealer)).state, 'failing')
  })

  test('works again after the pause', async () => {
    const clock = movableClock()
    const { own, theirs, dealer, post, send, ctx } = await aDealerWithServer(login, clock)
    theirs.refuse = (stage) => (stage === 'auth' ? 454 : undefined)
    await post('one')
    await send()
    theirs.refuse = () => undefined
    clock.advance(120)
    await post('two')
    await send()
    assert.deepEqual([own.delivered.length, theirs.delivered.length], [1, 1])
    const { state, failure } = await read(dealer)
    assert.deepEqual([state, failure], ['working', null])
    assert.equal(await dueFrom(nextTryThroughDealers).nextDue(ctx), undefined)
  })

  test('delays nobody else, and without another server its emails wait for it', async () => {
    const { theirs, dealer, ctx } = await aDealerWithServer({ ...login, password: 'changed' })
    const works = await aDealerWithServer()
    const without = { ...ctx, config: { ...ctx.config, smtpUrl: undefined } }
    for (const one of [dealer, works.dealer]) {
      await postMail(without, { to: 'c@example.com', subject: 'Hi', text: 'Hi\n', inNameOf: one.dealer })
    }
    await sendThroughDealers(without)
    assert.deepEqual([theirs.delivered.length, works.theirs.delivered.length], [0, 1])
    const rows = await ctx.db.selectFrom('mails').select(['state', 'failure', 'throughDealer']).orderBy('id').execute()
    assert.deepEqual([rows[0]?.state, rows[0]?.throughDealer], ['waiting', dealer.dealer])
    assert.match(rows[0]?.failure ?? '', /535/)
  })

  test('refuses one email for good: the installation decides, the dealer sees why, and others still leave through it', async () => {
    const { own, theirs, dealer, post, send } = await aDealerWithServer()
    theirs.refuse = (stage) => (stage === 'rcpt' ? 550 : undefined)
    await post('one')
    await send()
    assert.deepEqual([theirs.delivered.length, own.delivered.length], [0, 1])
    const { state, failure, next_try_at } = await read(dealer)
    assert.deepEqual([state, next_try_at], ['failing', null])
    assert.match(failure, /Refused at rcpt/)
    theirs.refuse = () => undefined
    await post('two')
    await send()
    assert.deepEqual([theirs.delivered.length, own.delivered.length], [1, 1])
    assert.equal((await read(dealer)).state, 'working')
  })

  test('refuses one after the other: it is not used for a while', async () => {
    const { own, theirs, dealer, post, send } = await aDealerWithServer()
    theirs.refuse = (stage) => (stage === 'dot' ? 554 : undefined)
    for (const key of ['one', 'two', 'three']) await post(key)
    for (let turn = 0; turn < 2; turn++) await send()
    assert.deepEqual([theirs.delivered.length, own.delivered.length], [0, 3])
    assert.ok((await read(dealer)).next_try_at !== null)
  })

  test('refuses what the installation’s server refuses too: only then has it failed', async () => {
    const { own, theirs, post, send, ctx } = await aDealerWithServer()
    own.refuse = theirs.refuse = (stage) => (stage === 'rcpt' ? 550 : undefined)
    await post('one')
    await send()
    assert.equal((await ctx.db.selectFrom('mails').select('state').executeTakeFirst())?.state, 'failed')
  })

  test('refuses for good without another server: it has failed', async () => {
    const { theirs, dealer, ctx } = await aDealerWithServer()
    theirs.refuse = (stage) => (stage === 'rcpt' ? 550 : undefined)
    const without = { ...ctx, config: { ...ctx.config, smtpUrl: undefined } }
    await postMail(without, { to: 'c@example.com', subject: 'Hi', text: 'Hi\n', inNameOf: dealer.dealer })
    await sendThroughDealers(without)
    assert.equal((await ctx.db.selectFrom('mails').select('state').executeTakeFirst())?.state, 'failed')
    assert.equal((await read(dealer)).state, 'failing')
  })

  for (const [what, breakIt] of [
    ['asks for patience', (server: MailServer) => (server.refuse = (stage) => (stage === 'rcpt' ? 451 : undefined))],
    ['hangs up in the middle', (server: MailServer) => server.cutAt('data')],
  ] as const) {
    test(`${what}: the installation sends at once`, async () => {
      const { own, theirs, dealer, post, send } = await aDealerWithServer()
      breakIt(theirs)
      await post('one')
      await send()
      assert.deepEqual([theirs.delivered.length, own.delivered.length], [0, 1])
      assert.equal((await read(dealer)).state, 'failing')
    })
  }
})

test('after it is removed, waiting emails leave through the installation', async () => {
  const { own, dealer, post, send } = await aDealerWithServer()
  await post('one')
  assert.equal((await dealer.ask('DELETE', '/brand/mail-server')).body.state, 'none')
  await send()
  assert.deepEqual(subjects(own), ['waymark@[127.0.0.1]'])
})

suite('it is guarded as webhooks are', () => {
  const outbound = createOutbound({ allowed: [], resolve: async () => ['10.0.0.5'] })
  for (const [what, host, port, says] of [
    ['loopback', '127.0.0.1', 587, /outside the public internet/],
    ['a name that leads to a private address', 'smtp.example.com', 587, /outside the public internet/],
    ['link-local', '169.254.169.254', 25, /outside the public internet/],
    ['IPv6 loopback', '[::1]', 587, /outside the public internet/],
    ['another port', '192.0.78.9', 6379, /port must be one of 25, 465, 587, 2525/],
  ] as const) {
    test(what, async () => {
      const found = await outbound.findMailServer(host, port)
      assert.match('failure' in found ? found.failure : 'reached', says)
    })
  }

  test('in networks that the operator allows, other ports stay closed too', async () => {
    const theirs = await aServer({ isOnMailPort: false })
    const dealer = await api.dealer()
    await put(dealer, theirs)
    const { body } = await dealer.ask('POST', '/brand/mail-server/test', { email: 'anna@example.com' })
    assert.equal(body.works, false)
    assert.match(body.says, /port must be one of 25, 465, 587, 2525/)
    assert.equal(theirs.openMax, 0)
  })

  test('a test of an address in the operator’s network says so and reaches nothing', async () => {
    const closed = await openApi()
    const dealer = await closed.dealer()
    const theirs = await aServer()
    await put(dealer, theirs)
    const { body } = await dealer.ask('POST', '/brand/mail-server/test', { email: 'anna@example.com' })
    assert.equal(body.works, false)
    assert.match(body.says, /outside the public internet/)
    assert.equal(theirs.openMax, 0)
  })

  test('a self-signed certificate is not trusted', async () => {
    const dealer = await api.dealer()
    const theirs = await aServer({ ...login, hasTls: true })
    await put(dealer, theirs, { security: 'starttls' })
    const { body } = await dealer.ask('POST', '/brand/mail-server/test', { email: 'anna@example.com' })
    assert.deepEqual([body.works, theirs.delivered.length], [false, 0])
    assert.match(body.says, /certificate|self-signed/i)
  })
})

test('the test button sends one email, and shows the server’s answer if it fails', async () => {
  const { theirs, dealer } = await aDealerWithServer()
  const test = (email: string) => dealer.ask('POST', '/brand/mail-server/test', { email })
  assert.deepEqual((await test('anna@example.com')).body.works, true)
  assert.deepEqual(theirs.delivered[0]?.recipients, ['anna@example.com'])
  theirs.refuse = (stage) => (stage === 'rcpt' ? 550 : undefined)
  assert.match((await test('anna@example.com')).body.says, /Refused at rcpt/)
})

test('a password is sealed, never returned, and never sent to a server other than the one it was entered for', async () => {
  const { dealer, theirs, ctx } = await aDealerWithServer()
  const { passwordSealed, dkimKeySealed } = await ctx.db
    .selectFrom('dealerMailServers')
    .selectAll()
    .where('dealerId', '=', dealer.dealer)
    .executeTakeFirstOrThrow()
  assert.ok(!passwordSealed?.includes(login.password) && !dkimKeySealed.includes('PRIVATE KEY'))
  assert.ok(!JSON.stringify(await read(dealer)).includes(login.password))
  const { password, ...without } = bodyFor(theirs)
  assert.equal((await dealer.ask('PUT', '/brand/mail-server', without)).body.has_password, true)
  assertRefused(
    await dealer.ask('PUT', '/brand/mail-server', { ...without, host: 'smtp.example.org' }),
    400,
    'FAILED_VALIDATION password',
  )
  assert.equal((await dealer.ask('POST', '/brand/mail-server/test', { email: 'a@example.com' })).body.works, true)
})

suite('DKIM', () => {
  test('nothing is signed before the record is in DNS; then an independent verifier agrees', async () => {
    const { dealer, theirs, post, send } = await aDealerWithServer()
    await post('unsigned')
    await send()
    const { dkim } = await read(dealer)
    assert.equal(dkim.record.name, 'waymark1._domainkey.dealer.example.com')
    const missing = (await dealer.ask('POST', '/brand/mail-server/check')).body.dkim
    assert.match(missing.failure, /no TXT record at waymark1\._domainkey\.dealer\.example\.com/)
    dns.set(dkim.record.name, 'TXT', dkim.record.value)
    assert.equal((await dealer.ask('POST', '/brand/mail-server/check')).body.dkim.is_signing, true)
    await post(fresh('signed'))
    await send()
    assert.equal(theirs.raw.length, 2)
    assert.doesNotMatch(theirs.raw[0]!.toString(), /^DKIM-Signature:/m)
    assert.deepEqual(verifyDkim(theirs.raw[1]!, dkim.record.value), {
      domain: 'dealer.example.com',
      selector: 'waymark1',
    })
    const forged = Buffer.from(theirs.raw[1]!.toString('latin1').replace('Subject: Hello', 'Subject: Hallo'), 'latin1')
    assert.throws(() => verifyDkim(forged, dkim.record.value), /signature/)
    const changed = Buffer.from(theirs.raw[1]!.toString('latin1').replace(/Hello\r\n$/, 'Hallo\r\n'), 'latin1')
    assert.throws(() => verifyDkim(changed, dkim.record.value), /body/)

    const { dkim: next } = (await dealer.ask('POST', '/brand/mail-server/key')).body
    assert.deepEqual([next.selector, next.is_signing], ['waymark2', false])
    assert.notEqual(next.record.value, dkim.record.value)
  })

  for (const [record, isFound] of [
    ['v=DKIM1; k=rsa; p=QUJD', true],
    ['p=QUJD', true],
    ['k=rsa;p=QU JD;v=DKIM1', true],
    ['v=DKIM1; p=QUJE', false],
    ['v=DKIM2; p=QUJD', false],
    ['p=', false],
  ] as const) {
    test(`${record} ${isFound ? 'has' : 'has not'} the key`, () => assert.equal(hasKey(record, 'QUJD'), isFound))
  }
})

/** RFC 6376 from the text of the standard, relaxed in header and body, for RSA and SHA-256. */
function verifyDkim(message: Buffer, record: string): { domain: string; selector: string } {
  const text = message.toString('latin1')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const fields = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? ''
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(/\s/g, '')]),
  )
  assert.deepEqual([tags.v, tags.a, tags.c], ['1', 'rsa-sha256', 'relaxed/relaxed'])
  const body = rest
    .join('\r\n\r\n')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ (?=\r\n|$)/g, '')
    .replace(/(\r\n)*$/, '\r\n')
  const digest = createHash('sha256').update(Buffer.from(body, 'latin1')).digest('base64')
  assert.equal(digest, tags.bh, 'the body is not the one that was signed')
  const relaxed = (field: string) => {
    const at = field.indexOf(':')
    return `${field.slice(0, at).trim().toLowerCase()}:${field
      .slice(at + 1)
      .replaceAll(/[ \t]+/g, ' ')
      .trim()}`
  }
  const signed = (tags.h ?? '').split(':').flatMap((name) => {
    const field = fields.findLast((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return field === undefined ? [] : [relaxed(field)]
  })
  const own = relaxed(signature).replace(/([; ]b=)[^;]*/, '$1')
  const key = createPublicKey({
    key: Buffer.from(/p=([^;]+)/.exec(record)?.[1] ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  })
  const data = Buffer.from([...signed, own].join('\r\n'), 'latin1')
  assert.ok(verify('sha256', data, key, Buffer.from(tags.b ?? '', 'base64')), 'the signature does not fit')
  assert.match(tags.h ?? '', /(^|:)from(:|$)/i)
  return { domain: tags.d ?? '', selector: tags.s ?? '' }
}
