/** The globals of a service worker. The compiler knows either pages or workers, and most files are pages. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface Asking extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface Told extends Lasting {
  readonly data: unknown
  readonly source: { postMessage(message: unknown): void } | null
}

interface Pushing extends Lasting {
  readonly data: { json(): unknown } | null
}

interface Clicked extends Lasting {
  readonly notification: Notification
}

interface OpenWindow {
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
  readonly navigator: { setAppBadge?(count: number): Promise<void> }
  readonly clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window' }): Promise<readonly OpenWindow[]>
    openWindow(address: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(event: 'install' | 'activate', on: (event: Lasting) => void): void
  addEventListener(event: 'fetch', on: (event: Asking) => void): void
  addEventListener(event: 'push', on: (event: Pushing) => void): void
  addEventListener(event: 'notificationclick', on: (event: Clicked) => void): void
  addEventListener(event: 'message', on: (event: Told) => void): void
}

export const worker = globalThis as unknown as WorkerScope
