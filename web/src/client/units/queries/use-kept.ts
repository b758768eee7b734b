/** A choice of the viewer that the browser stores. */
import { useState } from 'react'

export function useKept<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => read(key) ?? initial)
  return [
    value,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next))
      setValue(next)
    },
  ]
}

/** An older version may have stored something else there. */
function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
