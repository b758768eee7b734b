/** The page's side of the application's service worker: starts it, and learns of new versions. */

/** Only a built page has one. */
const isThere = import.meta.env.PROD && 'serviceWorker' in navigator

/** Long enough to be no burden, short enough that a page that stays open for weeks learns of a new version. */
const checkEveryMs = 3_600_000

const pathOf = (address: string) => new URL(address, window.location.href).pathname
const isFile = (path: string) => path.startsWith('/assets/')

/** The files that the page's HTML names: they identify a version. */
const firstFiles = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => pathOf(src)).filter(isFile)

/** Everything that was loaded before there was a worker. */
const usedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => pathOf(name))
    .filter(isFile)

/** The script's application, and its page. `onNewer`: the installation has a newer version of this page. */
export function startWorker(script: string, scope: string, onNewer: () => void): () => void {
  if (!isThere) return () => {}
  const { serviceWorker } = navigator
  const greet = () => serviceWorker.controller?.postMessage({ first: firstFiles(), used: usedFiles() })
  const onMessage = ({ data }: MessageEvent<{ newest?: boolean }>) => {
    if (data.newest === false) onNewer()
  }
  // Neither knows what began to load before the worker took over and ended after it greeted.
  const late = new PerformanceObserver((list) => {
    const files = list.getEntries() as PerformanceResourceTiming[]
    if (files.some(({ name, workerStart }) => workerStart === 0 && isFile(pathOf(name)))) greet()
  })
  late.observe({ type: 'resource' })
  serviceWorker.addEventListener('message', onMessage)
  serviceWorker.addEventListener('controllerchange', greet)
  let registration: ServiceWorkerRegistration | undefined
  const check = async () => {
    // Without a network there is nothing to find.
    await registration?.update().catch(() => {})
    // A new worker greets when it takes over; the previous one would take a newer page for an older one.
    if (!registration?.installing && !registration?.waiting) greet()
  }
  // A browser may forbid workers, for example in private windows. The page works without.
  serviceWorker.register(script, { scope, updateViaCache: 'none' }).then(
    (made) => {
      registration = made
      void check()
    },
    () => {},
  )
  const timer = setInterval(() => void check(), checkEveryMs)
  return () => {
    clearInterval(timer)
    late.disconnect()
    serviceWorker.removeEventListener('message', onMessage)
    serviceWorker.removeEventListener('controllerchange', greet)
  }
}
