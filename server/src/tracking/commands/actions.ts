/** Creating, reading and cancelling commands. sending.ts has the rest of their life. */

import { heldModules } from '#billing/subscriptions/actions.ts'
import { requireAccess } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { Page } from '#kernel/api/lists.ts'
import type { AppId } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import {
  answerStyleOf,
  type CommandKind,
  commandModule,
  commandProblems,
  expiresDefaultSeconds,
  isDangerous,
  kindsFor,
  type NewCommand,
  queuedMax,
  type UnitCommand,
} from './command.ts'
import * as store from './store.ts'

export interface CommandInput extends NewCommand {
  readonly expiresInSeconds: number | undefined
  readonly clientRef: string | undefined
  /** False: only if the tracker is connected now. */
  readonly mayWait: boolean
  readonly isConfirmed: boolean
}

/** A client and its support sessions see the units of their account; the route has already required the module. */
const isClient = (call: Call): call is ClientCall => 'session' in call

async function unitOf(
  call: Call,
  id: number,
  intent: 'give' | 'read',
  { isHeld = false, missed = 'unit' } = {},
): Promise<store.CommandedUnit> {
  const unit = (await store.findUnit(call.db, call, id, isHeld)) ?? notFound(missed)
  if (isClient(call)) return unit.accountId === call.account ? unit : notFound(missed)
  requireAccess(intent === 'give' ? 'units.command' : 'units.read-commands', unit.holder, unit.appId)
  return unit
}

/** A wrong unit id gets the same answer as a missing command. */
const ofCommand = { missed: 'command' }

/** Earlier commands can still be read and cancelled without the module. */
async function requireModule(call: Call, unit: store.CommandedUnit): Promise<void> {
  if (isClient(call)) return
  const held = await heldModules(call, unit.accountId, [unit.appId])
  if (!held.includes(commandModule)) {
    forbidden(
      `The plan of this account does not include the module ${commandModule}. Give the account a plan that includes it.`,
    )
  }
}

const confirmationOf = (kind: CommandKind) =>
  `The command ${kind} can disable the vehicle or its tracker. If you are sure, send it again with confirm: true.`

/**
 * Written in a transaction of its own, so that the gateway that has the tracker finds it. A command that must not wait is
 * withdrawn when no gateway has sent it within `patienceMs`.
 */
export async function giveCommand(caller: Call, unitId: number, input: CommandInput): Promise<UnitCommand> {
  const command = await inTransaction(caller, async (call) => {
    const unit = await unitOf(call, unitId, 'give', { isHeld: true })
    await requireModule(call, unit)
    const made = call.operationId && (await store.find(call.db, unitId, call.operationId))
    if (made) return made
    call.validate(commandProblems(unit.hwId, input))
    if (isDangerous(input.kind) && !input.isConfirmed) conflict(confirmationOf(input.kind), 'confirm')
    if ((await store.countQueued(call.db, unitId)) >= queuedMax) {
      conflict(`${queuedMax} commands are already waiting for this tracker. Cancel one first.`)
    }
    const lasting = input.mayWait ? input : { ...input, expiresInSeconds: lapseSeconds }
    return queue(call, call.dealer, unitId, lasting, call.operationId)
  })
  return input.mayWait || command.state !== 'queued' ? command : sentOrWithdrawn(caller, command)
}

/** In the transaction that locks the unit. */
async function queue(
  ctx: ActorContext,
  dealer: number,
  unitId: number,
  input: Omit<CommandInput, 'mayWait' | 'isConfirmed'>,
  id?: string,
): Promise<UnitCommand> {
  const now = ctx.clock.now()
  const given: UnitCommand = {
    id: id ?? uuidv7(now),
    unitId,
    number: await store.nextNumber(ctx.db, unitId),
    kind: input.kind,
    text: input.text ?? null,
    params: input.params,
    clientRef: input.clientRef ?? null,
    state: 'queued',
    createdAt: now,
    expiresAt: new Date(now.getTime() + (input.expiresInSeconds ?? expiresDefaultSeconds) * 1000),
    sentAt: null,
    answerBy: null,
    endedAt: null,
    answer: null,
    failure: null,
  }
  await store.insert(ctx.db, given)
  await recordChange(ctx, { dealer, action: 'commands.create', subject: given.id, after: given })
  await store.announce(ctx.db, unitId)
  return given
}

export interface RuledUnit {
  readonly dealer: number
  readonly account: number
  readonly unitId: number
  readonly appId: AppId
}

/**
 * By a rule of the unit's client, in the transaction that records it. The person who wrote the rule was allowed to send
 * commands and has confirmed a dangerous one; the caller checks that the plan has the module and the account is not
 * blocked.
 */
export async function giveByRule(
  ctx: ActorContext,
  { dealer, account, unitId, appId }: RuledUnit,
  input: Pick<CommandInput, 'kind' | 'text' | 'params' | 'expiresInSeconds'>,
): Promise<UnitCommand | 'unit_gone' | 'unsupported' | 'queue_full'> {
  const unit = await store.findUnit(ctx.db, { dealer, apps: [appId] }, unitId, true)
  if (unit?.accountId !== account) return 'unit_gone'
  if (commandProblems(unit.hwId, input).length > 0) return 'unsupported'
  if ((await store.countQueued(ctx.db, unitId)) >= queuedMax) return 'queue_full'
  return queue(ctx, dealer, unitId, { ...input, clientRef: undefined })
}

/** The states of some commands; deleted ones are missing. */
export const standingOf = ({ db }: Pick<Context, 'db'>, ids: readonly string[]) => store.standingOf(db, ids)

const patienceMs = 2_000
const pollEveryMs = 25
/** If the server stops during that wait, nobody withdraws the command, and it must not be sent later either. */
const lapseSeconds = 10

async function sentOrWithdrawn(call: Call, command: UnitCommand): Promise<UnitCommand> {
  const until = performance.now() + patienceMs
  for (;;) {
    const now = await store.find(call.db, command.unitId, command.id)
    if (!now) return notFound('unit')
    if (now.state !== 'queued' && now.state !== 'expired') return now
    // It may also have expired, if the database was busy for longer than the wait.
    if (now.state === 'expired' || (performance.now() >= until && (await withdraw(call, now)))) {
      return conflict('The tracker is not connected, so the command was not sent. Try again later, or let it wait.')
    }
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  }
}

/** False: a gateway has sent it meanwhile. */
const withdraw = (caller: Call, command: UnitCommand): Promise<boolean> =>
  inTransaction(caller, async (call) => {
    if (!(await store.remove(call.db, command))) return false
    await recordChange(call, { action: 'commands.withdraw', subject: command.id, before: command })
    return true
  })

export const commandSorts = store.sorts

/** Checks access once, before the list is read page by page. */
export async function commandsOf(call: Call, unitId: number) {
  await unitOf(call, unitId, 'read')
  return (filter: store.CommandFilter, page: Page): Promise<UnitCommand[]> => store.list(call.db, unitId, filter, page)
}

export async function readCommand(call: Call, unitId: number, id: string): Promise<UnitCommand> {
  await unitOf(call, unitId, 'read', ofCommand)
  return (await store.find(call.db, unitId, id)) ?? notFound('command')
}

export const cancelCommand = (caller: Call, unitId: number, id: string): Promise<UnitCommand> =>
  inTransaction(caller, async (call) => {
    await unitOf(call, unitId, 'give', ofCommand)
    const before = (await store.findForUpdate(call.db, unitId, id)) ?? notFound('command')
    if (before.state !== 'queued')
      conflict(`Only a queued command can be cancelled; this one is ${before.state}. Nothing is left to do.`)
    const change = { state: 'cancelled', endedAt: call.clock.now() } as const
    await store.save(call.db, before, change)
    const after = { ...before, ...change }
    await recordChange(call, { action: 'commands.cancel', subject: id, before, after })
    return after
  })

export interface AvailableCommand {
  readonly kind: CommandKind
  readonly isDangerous: boolean
  /** Whether the tracker answers it. */
  readonly isAnswered: boolean
}

export async function listAvailable(call: Call, unitId: number): Promise<AvailableCommand[]> {
  const { hwId } = await unitOf(call, unitId, 'read')
  return kindsFor(hwId).map((kind) => ({
    kind,
    isDangerous: isDangerous(kind),
    isAnswered: answerStyleOf(hwId, kind) !== 'none',
  }))
}

/** For the operator's CLI, which sends commands on behalf of the unit's dealer. */
export const dealerOf = async ({ db }: Pick<Context, 'db'>, unitId: number): Promise<number> =>
  (await store.findDealer(db, unitId)) ?? notFound('unit')
