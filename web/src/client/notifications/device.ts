/** This browser as a channel: its subscription with the browser's push service, and the installation's record of it. */
import { call } from '../../api/call.ts'
import { change, queryClient } from '../../api/queries.ts'
import { agentTitle } from '../../shared/format/agent.ts'
import { deviceKey } from '../session.ts'
import type { Rule } from '../types.ts'

/** What a browser lacks for it. `home`: it has it once the page is on the home screen, as on iPhones and iPads. */
export type Lacking = 'nothing' | 'home' | 'all'

const isApple = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export function lackingHere(): Lacking {
  if ('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator) return 'nothing'
  return isApple() && !window.matchMedia('(display-mode: standalone)').matches ? 'home' : 'all'
}

interface Known {
  readonly channel: string
  readonly user: string
}

export function knownDevice(): Known | undefined {
  const text = localStorage.getItem(deviceKey)
  return text === null ? undefined : JSON.parse(text)
}

/** The person said no, or the browser for them. */
export class NotAllowed extends Error {}

/** Asks the person, the browser and the installation, and lets all rules notify this device. */
export async function subscribeHere(user: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { key } = await call('getClientPushKey', undefined)
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with the key of another installation at this address would reach nobody.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  const made = await call('postClientNotificationChannels', undefined, {
    kind: 'push',
    name: agentTitle(navigator.userAgent),
    subscription: { endpoint, p256dh: keys.p256dh, auth: keys.auth },
  })
  localStorage.setItem(deviceKey, JSON.stringify({ channel: made.id, user } satisfies Known))
  const rules = (await call('getClientNotificationRules', undefined)) as readonly Rule[]
  for (const { id, channel_ids } of rules)
    await call('patchClientNotificationRulesById', { id }, { channel_ids: [...channel_ids, made.id] })
  await queryClient.invalidateQueries()
}

const unsubscribe = async (): Promise<void> => {
  localStorage.removeItem(deviceKey)
  const registration = await navigator.serviceWorker.getRegistration('/client')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await navigator.clearAppBadge?.().catch(() => {})
}

/** After signing out, nothing more is shown on this device. */
export async function forgetDevice(): Promise<void> {
  const known = knownDevice()
  await unsubscribe()
  if (known) await change('deleteClientNotificationChannelsById', { id: known.channel })
}

/** Somebody else is signed in here now: what is for the person before must not be shown to them. */
export async function checkOwner(user: string): Promise<void> {
  if (knownDevice()?.user !== user) await unsubscribe()
}
