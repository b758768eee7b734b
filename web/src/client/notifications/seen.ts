/** What is seen on one part of the page is known to the others: no server has to say so. */
import { useEffect } from 'react'

const said = new EventTarget()

export const tellSeen = (): void => void said.dispatchEvent(new Event('seen'))

export function useSeen(reload: () => Promise<void>): void {
  useEffect(() => {
    const hear = () => void reload()
    said.addEventListener('seen', hear)
    return () => said.removeEventListener('seen', hear)
  }, [reload])
}
