/** This browser as a device that shows push notifications: what it lacks for them, and its subscription. */

/** `home`: the browser supports it once the page is on the home screen, as on iPhones and iPads. */
export type Lacking = 'nothing' | 'home' | 'all'

const isApple = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export function lackingHere(): Lacking {
  if ('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator) return 'nothing'
  return isApple() && !window.matchMedia('(display-mode: standalone)').matches ? 'home' : 'all'
}

/** The person refused, or the browser for them. */
export class NotAllowed extends Error {}

/** The browser or its push service does not support it, as in a private window. */
export class NotOffered extends Error {}

export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Asks the person and the browser. */
export async function subscribe(readKey: () => Promise<{ readonly key: string }>): Promise<Subscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { key } = await readKey()
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription with the key of another installation at this address would reach nobody.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch((error: Error) => {
      throw new NotOffered(error.message)
    })
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth }
}

/** Of the application at this address. */
export async function unsubscribe(application: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(application)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await navigator.clearAppBadge?.().catch(() => {})
}

/** This browser's record in the installation, and its person. */
export interface KnownDevice {
  readonly id: string
  readonly owner: string
}

export function knownDevice(key: string): KnownDevice | undefined {
  const text = localStorage.getItem(key)
  return text === null ? undefined : JSON.parse(text)
}

export const rememberDevice = (key: string, device: KnownDevice): void =>
  localStorage.setItem(key, JSON.stringify(device))
