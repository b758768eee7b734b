/** Settings for trackers that do not follow their protocol: for a unit, or all units of a model (docs/decisions/0119). */
import { effectiveSettings, modelById, type SettingValues, settingsOf } from '@waymark/devices'
import { requireAccess } from '#identity/access/access.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { holderOf, readable } from '../units/access.ts'
import { changeProtocolSettings, findProtocolSettings, requireChannel, type Unit } from '../units/actions.ts'
import { type SetValues, settingProblems } from '../units/settings/protocol-settings.ts'
import { hardwareOf } from '../units/unit.ts'
import * as store from './store.ts'

export interface UnitProtocolSettings {
  readonly protocol: string
  readonly own: SetValues
  readonly model: SetValues
  readonly effective: SettingValues
}

export interface ModelProtocolSettings {
  readonly protocol: string
  readonly own: SetValues
  /** How many units of the dealer have this model. */
  readonly units: number
}

export async function readOfUnit(call: Call, id: number): Promise<UnitProtocolSettings> {
  const unit = requireChannel(await readable(call, id, 'units.read-channel'))
  return describe(call, unit, await findProtocolSettings(call, id))
}

/** Replaces the unit's settings. Its tracker need not reconnect: gateways apply them with its next frame. */
export const setOfUnit = (caller: Call, id: number, values: SetValues): Promise<UnitProtocolSettings> =>
  inTransaction(caller, async (call) => {
    const settings = await changeProtocolSettings(call, id, (unit) => {
      requireAccess('units.change', holderOf(unit))
      requireChannel(unit)
      call.validate(settingProblems(hardwareOf(unit.hwId).protocol.name, values))
      return values
    })
    return describe(call, settings.unit, values)
  })

async function describe(call: Call, { hwId, dealerId }: Unit, own: SetValues | null): Promise<UnitProtocolSettings> {
  const protocol = hardwareOf(hwId).protocol.name
  const model = await store.findOfModel(call.db, dealerId, hwId)
  const known = settingsOf(protocol)
  /** Settings for another protocol have no effect, and are not shown. */
  const shown = (values: SetValues | null): SetValues =>
    Object.fromEntries(known.flatMap(({ name }) => (values?.[name] === undefined ? [] : [[name, values[name]]])))
  return {
    protocol,
    own: shown(own),
    model: shown(model),
    effective: effectiveSettings(protocol, model, own) ?? {},
  }
}

export async function readOfModel(call: Call, hwId: number): Promise<ModelProtocolSettings> {
  const { protocol } = modelById(hwId) ?? notFound('model')
  const own = await store.findOfModel(call.db, call.dealer, hwId)
  return { protocol, own, units: await store.countOfModel(call.db, call.dealer, hwId) }
}

export const setOfModel = (caller: Call, hwId: number, values: SetValues): Promise<ModelProtocolSettings> =>
  inTransaction(caller, async (call) => {
    const { protocol } = modelById(hwId) ?? notFound('model')
    call.validate(settingProblems(protocol, values))
    const own = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
    await store.lockModel(call.db, call.dealer, hwId)
    const before = await store.findOfModel(call.db, call.dealer, hwId)
    await store.saveOfModel(call.db, call.dealer, hwId, own, call.clock.now())
    await store.announceModel(call.db, call.dealer, hwId)
    await recordChange(call, {
      action: 'models.set-protocol-settings',
      subject: call.dealer,
      before: { hwId, settings: before },
      after: { hwId, settings: own },
    })
    return { protocol, own, units: await store.countOfModel(call.db, call.dealer, hwId) }
  })
