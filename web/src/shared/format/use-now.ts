import { useEffect, useState } from 'react'

/** The time in Unix seconds, updated regularly, so that "3 minutes ago" becomes "4 minutes ago". */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
