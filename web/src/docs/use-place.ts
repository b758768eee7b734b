import { useSyncExternalStore } from 'react'
import { type Place, placeOf } from './location.ts'

const listen = (changed: () => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** Where the reader is. Every step is a link, so the browser's own history does the rest. */
export function usePlace(): Place {
  return placeOf(useSyncExternalStore(listen, () => window.location.hash))
}
