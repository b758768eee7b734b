/** Whether the browser has no network at all. Only a request shows whether the server answers. */
import { useSyncExternalStore } from 'react'

const events = ['online', 'offline'] as const

const subscribe = (onChange: () => void) => {
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine)
