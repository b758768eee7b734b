/** Templates of sensors. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { isKnownHardware } from '#tracking/units/unit.ts'
import { type Copied, type Existing, giveSensor, type NewSensor } from '../actions.ts'
import { defaults, type SensorSettings, sensorLimits, settingsOf, settingsProblems, tidied } from '../sensor.ts'
import type { SensorTemplate } from './template.ts'
import * as store from './template-store.ts'

export const listTemplates = (call: ClientCall): Promise<SensorTemplate[]> => store.list(call.db, call.account)

export const readTemplate = async (call: ClientCall, id: string): Promise<SensorTemplate> =>
  (await store.find(call.db, call.account, id)) ?? notFound('template')

const modelProblems = (hwId: number | null): Problem[] =>
  hwId === null || isKnownHardware(hwId) ? [] : [invalidField('hw_id', 'hw_id must be a device of the catalogue.')]

export const createTemplate = (caller: ClientCall, input: NewSensor, hwId: number | null): Promise<SensorTemplate> =>
  inTransaction(caller, async (call) => {
    const settings = settingsOf(tidied({ ...defaults, ...input }))
    call.validate([...settingsProblems(settings), ...modelProblems(hwId)])
    await lockAccount(call.db, call.account)
    if ((await store.list(call.db, call.account)).length >= sensorLimits.templatesMax) {
      conflict(`There are ${sensorLimits.templatesMax} templates, the maximum. Delete one first.`)
    }
    const now = call.clock.now()
    const made = { id: uuidv7(now), accountId: call.account, hwId, settings, createdAt: now, updatedAt: now }
    await store.insert(call.db, made)
    await recordChange(call, { action: 'sensor-templates.create', subject: made.id, after: made })
    return made
  })

export const changeTemplate = (
  caller: ClientCall,
  id: string,
  input: Partial<SensorSettings>,
  hwId: number | null | undefined,
): Promise<SensorTemplate> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readTemplate(call, id)
    const settings = settingsOf(tidied({ ...before.settings, ...input }))
    const after = { ...before, settings, hwId: hwId === undefined ? before.hwId : hwId, updatedAt: call.clock.now() }
    call.validate([...settingsProblems(settings), ...modelProblems(after.hwId)])
    await store.save(call.db, after)
    await recordChange(call, { action: 'sensor-templates.change', subject: id, before, after })
    return after
  })

/** Sensors that were created from it stay. */
export const removeTemplate = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const before = await readTemplate(call, id)
    await store.remove(call.db, id)
    await recordChange(call, { action: 'sensor-templates.remove', subject: id, before })
  })

export const applyTemplate = async (
  call: ClientCall,
  id: string,
  unitIds: readonly number[],
  existing: Existing,
): Promise<Copied> => giveSensor(call, (await readTemplate(call, id)).settings, unitIds, existing)
