/** Explains on the front page how to begin, if the installation has no operator yet. */
import { useEffect, useState } from 'react'
import { ask } from '../shared/api.ts'
import { Notice } from '../shared/feedback/Notice.tsx'

export function SetUpNotice() {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    ask<{ has_operator: boolean }>('GET', '/settings.json')
      .then((settings) => setIsNeeded(!settings.has_operator))
      // If the installation does not answer, the status card says more about it.
      .catch(() => {})
  }, [])
  if (!isNeeded) return null
  return (
    <Notice tone="warning" title="This installation is not set up yet">
      Waymark printed a link when it started. Open it to create the first login.
    </Notice>
  )
}
