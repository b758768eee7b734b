/** This browser as a channel: its subscription with the browser's push service, and the installation's record of it. */
import { call } from '../../api/call.ts'
import { change, queryClient } from '../../api/queries.ts'
import * as device from '../../shared/app/device.ts'
import { agentTitle } from '../../shared/format/agent.ts'
import { deviceKey } from '../session.ts'
import type { Rule } from '../types.ts'

export const knownDevice = (): device.KnownDevice | undefined => device.knownDevice(deviceKey)

/** Asks the person, the browser and the installation, and lets all rules notify this device. */
export async function subscribeHere(user: string): Promise<void> {
  const subscription = await device.subscribe(() => call('getClientPushKey', undefined))
  const made = await call('postClientNotificationChannels', undefined, {
    ...{ kind: 'push' as const, name: agentTitle(navigator.userAgent), subscription },
  })
  device.rememberDevice(deviceKey, { id: made.id, owner: user })
  const rules = (await call('getClientNotificationRules', undefined)) as readonly Rule[]
  for (const { id, channel_ids } of rules)
    await call('patchClientNotificationRulesById', { id }, { channel_ids: [...channel_ids, made.id] })
  await queryClient.invalidateQueries()
}

const unsubscribe = async (): Promise<void> => {
  localStorage.removeItem(deviceKey)
  await device.unsubscribe('/client')
}

/** After signing out, this device shows no more notifications. */
export async function forgetDevice(): Promise<void> {
  const known = knownDevice()
  await unsubscribe()
  if (known) await change('deleteClientNotificationChannelsById', { id: known.id })
}

/** Someone else is signed in here now and must not see notifications for the person before. */
export async function checkOwner(user: string): Promise<void> {
  if (knownDevice()?.owner !== user) await unsubscribe()
}
