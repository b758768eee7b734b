/** While nobody runs this installation, the front page says how to begin. */
import { useEffect, useState } from 'react'
import { ask } from '../shared/api.ts'
import { Notice } from '../shared/feedback/Notice.tsx'

export function SetUpNotice() {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    ask<{ has_operator: boolean }>('GET', '/settings.json')
      .then((settings) => setIsNeeded(!settings.has_operator))
      // The card with the status says more about an installation that does not answer.
      .catch(() => {})
  }, [])
  if (!isNeeded) return null
  return (
    <Notice tone="warning" title="This installation is not set up yet">
      Waymark printed a link when it started. Open it to create the first login.
    </Notice>
  )
}
