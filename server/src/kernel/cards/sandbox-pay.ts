/** What a payer does on the sandbox's page. The link is the key; card data is checked and never stored. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, PublicCall } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, notFound, refuse } from '../errors.ts'
import { type Card, cardProblems, type Decline, declines, verdictOn } from './card.ts'
import { keepCard } from './sandbox-cards.ts'
import { sendEvent } from './sandbox-events.ts'
import { requireSandbox } from './sandbox-opening.ts'
import { eventOf, merchantKey, type SandboxEvent, type SandboxSession, sandboxId, statusAt } from './sandbox-session.ts'
import * as store from './sandbox-store.ts'

/** A payer mistypes now and then; a program that tries out cards does so all the time. */
const triesMax = 20

export type Outcome =
  | { readonly status: 'complete' }
  | { readonly status: 'declined'; readonly code: Decline; readonly reason: string }
  | { readonly status: 'confirmation'; readonly confirmation: string }

export interface PaymentPage {
  readonly session: SandboxSession
  readonly status: SandboxSession['status']
  readonly merchant: string
}

/** A dealer's own domain shows no payments to others. */
const here = ({ site }: Pick<PublicCall, 'site'>, session: SandboxSession | undefined): SandboxSession =>
  session && (!site || session.merchant === merchantKey(site)) ? session : notFound('payment')

export async function readPaymentPage(
  ctx: Pick<PublicCall, 'db' | 'clock' | 'config' | 'site'>,
  id: string,
): Promise<PaymentPage> {
  const session = here(ctx, await store.findSession(ctx.db, id))
  const status = statusAt(session, ctx.clock.now())
  // Nobody should enter a card that cannot be accepted; earlier payments stay visible.
  if (status === 'open') requireSandbox(ctx.config)
  const merchant = (await store.merchantName(ctx.db, session.merchant)) ?? 'Waymark'
  return { session, status, merchant }
}

/** Of two simultaneous payments the second waits for the row, and then finds it paid. */
export const pay = (call: PublicCall, id: string, card: Card): Promise<Outcome> =>
  settle(call, async (ctx) => {
    const session = here(ctx, await store.findSessionForUpdate(ctx.db, id))
    ctx.validate(cardProblems(card, ctx.clock.now()))
    requireOpen(ctx, session)
    if (session.tries >= triesMax)
      refuse('REQUESTS_EXCEEDED', 'Too many attempts for this payment. Ask for a new payment link.')
    const tried = { ...session, tries: session.tries + 1, confirmation: null }
    const verdict = verdictOn(card)
    if (verdict?.kind === 'pays' || verdict?.kind === 'asks') await keepCard(ctx.db, session, card)
    if (verdict?.kind === 'pays') return complete(ctx, tried)
    if (verdict?.kind === 'asks') return ask(ctx, tried)
    await store.saveSession(ctx.db, tried)
    return { outcome: declined(verdict?.code ?? 'declined') }
  })

export const confirm = (call: PublicCall, id: string, confirmation: string, isApproved: boolean): Promise<Outcome> =>
  settle(call, async (ctx) => {
    const session = here(ctx, await store.findSessionForUpdate(ctx.db, id))
    ctx.validate()
    requireOpen(ctx, session)
    if (!session.confirmation || !timingSafeEqual(digest(confirmation), session.confirmation)) {
      conflict('This confirmation was already used, or another card was entered since. Enter the card again.')
    }
    const tried = { ...session, confirmation: null }
    if (isApproved) return complete(ctx, tried)
    await store.saveSession(ctx.db, tried)
    return { outcome: declined('not_confirmed') }
  })

const declined = (code: Decline): Outcome => ({ status: 'declined', code, reason: declines[code] })

interface Settled {
  readonly outcome: Outcome
  readonly event?: SandboxEvent
}

/** The event is sent right after the commit, so that the bill is paid when the payer sees the result. */
async function settle(call: PublicCall, work: (ctx: PublicCall) => Promise<Settled>): Promise<Outcome> {
  const { outcome, event } = await inTransaction(call, work)
  if (event) await sendEvent(call, event)
  return outcome
}

async function complete(ctx: PublicCall, session: SandboxSession): Promise<Settled> {
  const paid = { ...session, status: 'complete' as const, payment: sandboxId('pi_', 24) }
  const event = eventOf(paid, ctx.clock.now())
  await store.saveSession(ctx.db, paid)
  await store.insertEvents(ctx.db, [event])
  return { outcome: { status: 'complete' }, event }
}

async function ask(ctx: PublicCall, session: SandboxSession): Promise<Settled> {
  const confirmation = randomBytes(24).toString('base64url')
  await store.saveSession(ctx.db, { ...session, confirmation: digest(confirmation) })
  return { outcome: { status: 'confirmation', confirmation } }
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

function requireOpen({ clock, config }: Pick<Context, 'clock' | 'config'>, session: SandboxSession): void {
  const status = statusAt(session, clock.now())
  if (status === 'complete') conflict('This is already paid. Nothing is left to do.')
  if (status === 'expired') conflict('This payment link has expired. Ask for a new one.')
  requireSandbox(config)
}
