import { useEffect, useState } from 'react'

/** So that "3 minutes ago" becomes "4 minutes ago" by itself. */
export function useNow(everyMilliseconds = 1_000): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return now
}
