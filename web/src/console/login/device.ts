/** This browser as one of the person's devices: its subscription, and the installation's record of it. */
import { call } from '../../api/call.ts'
import { change } from '../../api/queries.ts'
import * as device from '../../shared/app/device.ts'
import { agentTitle } from '../../shared/format/agent.ts'
import { deviceKey } from '../session.ts'

export type Topic = 'payments' | 'silent_units'

export const knownDevice = (): device.KnownDevice | undefined => device.knownDevice(deviceKey)

export async function subscribeHere(person: string, topics: readonly Topic[]): Promise<void> {
  const subscription = await device.subscribe(() => call('getConsolePushKey', undefined))
  const name = agentTitle(navigator.userAgent)
  const made = await change('postConsoleDevices', undefined, { name, topics, subscription })
  device.rememberDevice(deviceKey, { id: made.id, owner: person })
}

const unsubscribe = async (): Promise<void> => {
  localStorage.removeItem(deviceKey)
  await device.unsubscribe('/console')
}

/** After signing out, this device shows no more notifications. */
export async function forgetDevice(): Promise<void> {
  const known = knownDevice()
  await unsubscribe()
  if (known) await change('deleteConsoleDevicesById', { id: known.id })
}

/** Someone else is signed in here now and must not see notifications for the person before. */
export async function checkOwner(person: string): Promise<void> {
  if (knownDevice()?.owner !== person) await unsubscribe()
}
