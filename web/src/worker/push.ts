/** Shows push notifications, even while no page is open, and opens what they are about. */
import { worker } from './scope.ts'

/** As `server/src/insights/notifications/delivery/push.ts` writes it. */
interface Pushed {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly tag: string
  readonly at: number
  readonly badge?: number
}

export async function show(pushed: Pushed): Promise<void> {
  const { title, text, url, tag, at, badge } = pushed
  await worker.registration.showNotification(title, {
    body: text,
    tag,
    data: { url },
    // Missing in some type definitions, but supported by most browsers.
    ...{ timestamp: at * 1000 },
  })
  if (badge !== undefined) await worker.navigator.setAppBadge?.(badge).catch(() => {})
}

/** In an open window, or in a new one. */
export async function follow(address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  const open = windows[0]
  if (!open) return void (await worker.clients.openWindow(address))
  await open.focus()
  await open.navigate(address)
}
