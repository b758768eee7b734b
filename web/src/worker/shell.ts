/**
 * The files that an application begins with, cached for when there is no network. Nothing else is cached: no answer of
 * the API, so nothing that belongs to a person. Each version has its own cache, and the previous one stays for tabs
 * that still use it.
 */
import { worker } from './scope.ts'

/** The address of the application, and of its only page. */
const page = new URL(worker.registration.scope).pathname
const family = `waymark ${page} `
/** Written by the build (`build/worker.ts`): a new page is a new worker. */
const store = `${family}${(globalThis as unknown as { shellVersion: string }).shellVersion}`
const kept = 2
/** A slower network counts as none. */
const patienceMs = 4_000

const open = (): Promise<Cache> => caches.open(store)

export async function keepShell(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`The page answered with status ${answer.status}.`)
  const html = await answer.clone().text()
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file as string)
  await keep(files)
  await (await open()).put(page, answer)
}

/** From the browser's own cache: each file was just loaded by a page, and never changes. */
export async function keep(files: readonly string[]): Promise<void> {
  const cache = await open()
  const has = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll([...new Set(files)].filter((file) => file.startsWith('/assets/') && !has.has(file)))
}

/** Caches are listed in the order of their creation. */
export async function forgetOlder(): Promise<void> {
  const stores = (await caches.keys()).filter((name) => name.startsWith(family) && name !== store)
  await Promise.all(stores.slice(0, -(kept - 1)).map((name) => caches.delete(name)))
}

/** Whether the page with these files is the cached one. */
export async function isNewest(files: readonly string[]): Promise<boolean> {
  const html = await (await (await open()).match(page))?.text()
  return html === undefined || files.every((file) => html.includes(file))
}

/** Undefined: not ours, and left to the browser. */
export function answerOf(request: Request): Promise<Response> | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return undefined
  if (request.mode === 'navigate') return url.pathname === page ? pageOf(request) : undefined
  return url.pathname.startsWith('/assets/') ? fileOf(request) : undefined
}

/** From the network whenever possible, so that no one works with an old page. */
async function pageOf(request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  return (await (await open()).match(page)) ?? answer ?? Response.error()
}

/** A full or broken cache must not break a page. */
async function fileOf(request: Request): Promise<Response> {
  const own = await caches.match(request, { ignoreVary: true }).catch(() => undefined)
  if (own) return own
  const answer = await fetch(request)
  if (answer.status === 200) {
    const copy = answer.clone()
    await open()
      .then((cache) => cache.put(request, copy))
      .catch(() => {})
  }
  return answer
}
