/**
 * The service worker of an application: its scope is the application's own address, so that it never affects other
 * pages of the installation. `build/worker.ts` bundles it into one file.
 */
import { follow, show } from './push.ts'
import { worker } from './scope.ts'
import { answerOf, forgetOlder, isNewest, keep, keepShell } from './shell.ts'

// It replaces the previous one at once: pages of any version work with it, and none is reloaded.
worker.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(forgetOlder().then(() => worker.clients.claim())))

worker.addEventListener('fetch', (event) => {
  const answer = answerOf(event.request)
  if (answer !== undefined) event.respondWith(answer)
})

/** A page reports its files, and learns whether there is a newer version. */
worker.addEventListener('message', (event) => {
  const { first, used } = event.data as { first?: readonly string[]; used?: readonly string[] }
  if (!first || !used) return
  event.waitUntil(
    (async () => {
      const newest = await isNewest(first)
      event.source?.postMessage({ newest })
      if (newest) await keep(used)
    })(),
  )
})

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Parameters<typeof show>[0]))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(follow((event.notification.data as { url: string }).url))
})
