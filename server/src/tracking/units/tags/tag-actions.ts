/** Units that never connect: sensors, which gateways report, and assets, which carry one. */
import { requireAccess } from '#identity/access/access.ts'
import { tagsApp } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound, type Problem } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'
import { holderOf } from '../access.ts'
import { identIsFree, insertUnit, isValid, refuseUnit } from '../creating.ts'
import { withOwnTokens } from '../links/tokens.ts'
import * as store from '../store.ts'
import { hardwareOfTag, identOf, identProblems, type TagType, type Technology, type Unit } from '../unit.ts'
import * as tags from './tag-store.ts'

export interface NewTag {
  readonly accountId: number
  readonly type: TagType
  readonly name: string
  /** An asset without one uses its id. */
  readonly ident: string | undefined
  readonly description: string | undefined
  readonly technology: Technology
  readonly category: string | null
}

export async function addTag(call: Call, input: NewTag, problems: readonly Problem[] = []): Promise<Unit> {
  const now = call.clock.now()
  if (!Number.isSafeInteger(input.accountId)) notFound('account')
  const app = call.apps.find((known) => known === tagsApp) ?? null
  const given = input.ident === undefined ? undefined : identOf(input.ident, input.type)
  const all = [...identProblems(given), ...problems]
  if (app !== null && isValid(call, all)) {
    const id = randomId()
    const row = {
      id,
      dealerId: call.dealer,
      accountId: input.accountId,
      appId: app,
      name: input.name,
      ident: given ?? `${input.type}-${id}`,
      description: input.description ?? '',
      hwId: hardwareOfTag[input.type],
      type: input.type,
      technology: input.technology,
      category: input.category,
      createdAt: now,
    }
    const unit = await identIsFree(() => insertUnit(call, row))
    if (unit) {
      if (unit.type === 'sensor') await tags.unban(call.db, unit.accountId, unit.ident)
      return unit
    }
  }
  return refuseUnit(call, input.accountId, app, all, now, input.type)
}

/** The dealer's unit; it and its account are locked until the transaction ends. */
export const holdUnit = (call: Call, id: number): Promise<Unit | undefined> => store.findForUpdate(call.db, call, id)

/** Changes a property that only tags_app has. */
export const changeTag = (
  caller: Call,
  id: number,
  action: 'units.link' | 'units.set-category' | 'units.set-place',
  decide: (unit: Unit, call: Call) => Promise<store.UnitUpdate>,
): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const unit = (await store.findForUpdate(call.db, call, id)) ?? notFound('unit')
    requireAccess('units.change', holderOf(unit))
    const update = await decide(unit, call)
    const saved = { ...(await store.save(call.db, id, update, call.clock.now())), lastActive: unit.lastActive }
    await store.announceChange(call.db, id)
    await recordChange(call, { dealer: call.dealer, action, subject: id, before: unit, after: saved })
    return withOwnTokens(call, saved)
  })

/** Updates the sensors of a link: the new one lists the asset, and the previous one no longer does. The account is locked. */
export async function saveBackLink(call: Call, asset: Unit, sensor: Unit | undefined): Promise<void> {
  const now = call.clock.now()
  await tags.unlink(call.db, asset.id, now)
  if (!sensor) return
  const linkedDevices = [...sensor.linkedDevices.filter((id) => id !== asset.id), asset.id].sort((a, b) => a - b)
  await store.save(call.db, sensor.id, { linkedDevices }, now)
}

export const noteMessageParams = (ctx: Pick<Context, 'db'>, unitId: number, names: readonly string[]): Promise<void> =>
  tags.addMessageParams(ctx.db, unitId, names)
