/** A dealer's actions for its mail server: set it, test it, and prove in DNS that its emails are signed. */
import { recordChange } from '../audit/actions.ts'
import type { Call, Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict } from '../errors.ts'
import {
  type DealerServer,
  domainOf,
  keyLabel,
  passwordLabel,
  pauseMs,
  type ServerInput,
  serverProblems,
} from './dealer-server.ts'
import * as store from './dealer-server-store.ts'
import { lookUpKey, makeKey } from './dkim.ts'
import { type Line, NotTaken, openLineTo, type Patience, ServerDown } from './smtp.ts'
import { composeMail } from './texts.ts'

export const readServer = (call: Pick<Call, 'db' | 'dealer'>): Promise<DealerServer | undefined> =>
  store.find(call.db, call.dealer)

const shown = (server: DealerServer | undefined) =>
  server && {
    ...{ host: server.host, port: server.port, security: server.security, username: server.username },
    ...{ fromAddress: server.fromAddress, dkimSelector: server.dkimSelector },
  }

const untried = { failure: null, failingSince: null, nextTryAt: null, failures: 0 }

export async function setServer(caller: Call, input: ServerInput): Promise<DealerServer> {
  // It takes a moment, and no transaction should wait for it.
  const made = (await readServer(caller)) ? undefined : await makeKey()
  return inTransaction(caller, async (call) => {
    const before = await store.findForUpdate(call.db, call.dealer)
    call.validate(serverProblems(input, before))
    const { password, ...rest } = input
    const now = call.clock.now()
    const seal = (text: string, label: string) => call.vault.seal(text, label)
    const passwordSealed =
      input.username === null
        ? null
        : password === undefined
          ? (before?.passwordSealed ?? null)
          : seal(password, passwordLabel(call.dealer))
    const server: DealerServer = {
      ...(before ?? {
        ...{ dkimSelector: 'waymark1', sentAt: null, dkimFoundAt: null, dkimCheckedAt: null, dkimFailure: null },
        ...newKey(call, made ?? (await makeKey())),
      }),
      // The record of another domain proves nothing about this one.
      ...(before &&
        domainOf(before.fromAddress) !== domainOf(input.fromAddress) && {
          ...{ dkimFoundAt: null, dkimCheckedAt: null, dkimFailure: null },
        }),
      ...rest,
      ...untried,
      ...{ dealerId: call.dealer, passwordSealed, updatedAt: now },
    }
    await store.save(call.db, server)
    await recordChange(call, {
      action: 'mail-server.set',
      subject: call.dealer,
      before: shown(before),
      after: shown(server),
    })
    return server
  })
}

const newKey = ({ vault, dealer }: Call, { privateKey, publicKey }: Awaited<ReturnType<typeof makeKey>>) => ({
  dkimKeySealed: vault.seal(privateKey, keyLabel(dealer)),
  dkimPublic: publicKey,
})

const noServer = 'There is no mail server. Set one first.'

/** Under the next name, so that emails signed with the old one can still be verified. */
export async function changeKey(caller: Call): Promise<DealerServer> {
  const made = await makeKey()
  return inTransaction(caller, async (call) => {
    const before = await store.findForUpdate(call.db, call.dealer)
    call.validate()
    if (!before) return conflict(noServer)
    const number = Number(/\d+$/.exec(before.dkimSelector)?.[0] ?? 1) + 1
    const after: DealerServer = {
      ...before,
      ...newKey(call, made),
      ...{ dkimSelector: `waymark${number}`, dkimFoundAt: null, dkimCheckedAt: null, dkimFailure: null },
      updatedAt: call.clock.now(),
    }
    await store.save(call.db, after)
    await recordChange(call, {
      action: 'mail-server.change-key',
      subject: call.dealer,
      before: shown(before),
      after: shown(after),
    })
    return after
  })
}

export const removeServer = (caller: Call): Promise<void> =>
  inTransaction(caller, async (call) => {
    const before = await store.findForUpdate(call.db, call.dealer)
    call.validate()
    if (!before) return
    await store.remove(call.db, call.dealer)
    await recordChange(call, { action: 'mail-server.remove', subject: call.dealer, before: shown(before) })
  })

type Checking = Pick<Context, 'db' | 'clock' | 'config'>

/** Queries DNS, outside any transaction. */
export const checkKey = async (ctx: Checking, server: DealerServer): Promise<DealerServer> =>
  noteChecked(ctx, server, await lookUpKey(ctx, server))

async function noteChecked(
  { db, clock }: Checking,
  server: DealerServer,
  missing: string | null | undefined,
): Promise<DealerServer> {
  const now = clock.now()
  const found =
    missing === undefined
      ? { dkimFailure: 'DNS did not answer. Check again in a few minutes.' }
      : { dkimFoundAt: missing === null ? (server.dkimFoundAt ?? now) : null, dkimFailure: missing }
  const change = { ...found, dkimCheckedAt: now }
  await store.note(db, server, change)
  return { ...server, ...change }
}

export async function checkRecord(caller: Call): Promise<DealerServer | undefined> {
  caller.validate()
  const server = (await readServer(caller)) ?? conflict(noServer)
  const missing = await lookUpKey(caller, server)
  await inTransaction(caller, async (call) => {
    const { dkimFailure } = await noteChecked(call, server, missing)
    await recordChange(call, { action: 'mail-server.check', subject: call.dealer, after: { dkimFailure } })
  })
  return readServer(caller)
}

type Opening = Pick<Context, 'outbound' | 'vault'>

/** Throws ServerDown. Looks up and checks its name each time. */
export async function openServer(ctx: Opening, server: DealerServer, patience: Patience): Promise<Line> {
  const { dealerId, host, port, security } = server
  const found = await ctx.outbound.findMailServer(host, port)
  if ('failure' in found) throw new ServerDown(`${host} cannot be used. ${found.failure}`)
  if (security === 'none' && !found.isOwn) {
    throw new ServerDown('A mail server on the internet needs TLS. Choose TLS or STARTTLS.')
  }
  const signing = server.dkimFoundAt !== null && {
    selector: server.dkimSelector,
    privateKey: ctx.vault.open(server.dkimKeySealed, keyLabel(dealerId)),
  }
  return openLineTo(
    {
      ...{ host, port, security, addresses: found.addresses, username: server.username },
      ...{ fromAddress: server.fromAddress, signing: signing || undefined },
      password: server.passwordSealed === null ? '' : ctx.vault.open(server.passwordSealed, passwordLabel(dealerId)),
    },
    patience,
  )
}

/** When it is tried again, later each time. */
export async function noteTrouble(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  server: DealerServer,
  failure: string,
): Promise<Date> {
  const now = clock.now()
  const failures = server.failures + 1
  const nextTryAt = new Date(now.getTime() + pauseMs(failures))
  await store.note(db, server, { failure, failures, nextTryAt, failingSince: server.failingSince ?? now })
  return nextTryAt
}

/** Shown to the dealer; the server is used as before. */
export const noteRefusal = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  server: DealerServer,
  failure: string,
): Promise<void> => store.note(db, server, { failure, failingSince: server.failingSince ?? clock.now() })

export async function noteWorks(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  server: DealerServer,
): Promise<DealerServer> {
  const change = { ...untried, sentAt: clock.now() }
  await store.note(db, server, change)
  return { ...server, ...change }
}

const testPatience = { connectMs: 5_000, answerMs: 10_000, wholeMs: 15_000 }

export interface Tested {
  readonly works: boolean
  readonly says: string
}

/** Sends one email through it, now. */
export async function testServer(caller: Call, to: string): Promise<Tested> {
  caller.validate()
  const server = (await readServer(caller)) ?? conflict(noServer)
  const tested = await send(caller, server, to)
  await inTransaction(caller, async (call) => {
    if (tested.works) await noteWorks(call, server)
    else await noteTrouble(call, server, tested.says)
    await recordChange(call, { action: 'mail-server.test', subject: call.dealer, after: { ...tested } })
  })
  return tested
}

async function send(call: Call, server: DealerServer, to: string): Promise<Tested> {
  const mail = composeMail({
    subject: 'The mail server works',
    paragraphs: [`This test email was sent from ${server.fromAddress} through ${server.host}.`],
    footer: 'You requested it on the page of your company.',
  })
  const at = call.clock.now()
  try {
    const line = await openServer(call, server, testPatience)
    await line.send({ ...mail, to, at, senderName: null, key: `mail-server-test-${call.dealer}-${at.getTime()}` })
    line.close()
    return { works: true, says: `${server.host} has accepted an email to ${to}. Check that it arrives.` }
  } catch (error) {
    if (error instanceof ServerDown) return { works: false, says: error.message }
    if (error instanceof NotTaken) return { works: false, says: `${server.host} refused the email: ${error.message}` }
    throw error
  }
}
