import { useEffect, useState } from 'react'
import { askForState, asking } from './installation-state.ts'
import classes from './StateCard.module.css'

const pauseMs = 10_000

export function StateCard() {
  const state = useInstallationState()
  return (
    <section className={classes.card} data-kind={state.kind} aria-label="Installation status">
      <span className={classes.lamp} aria-hidden="true" />
      <div>
        <p className={classes.title} role="status">
          {state.title}
        </p>
        <p className={classes.sentence}>{state.sentence}</p>
        {state.parts.length > 0 && (
          <ul className={classes.parts}>
            {state.parts.map(([part, word]) => (
              <li key={part}>
                {part}: {word}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** Polls while the page is visible, and at once when it becomes visible again. */
function useInstallationState() {
  const [state, setState] = useState(asking)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      if (document.hidden) return
      const answer = await askForState(fetch, stop.signal)
      if (!stop.signal.aborted) setState(answer)
    }
    void ask()
    const timer = setInterval(() => void ask(), pauseMs)
    document.addEventListener('visibilitychange', () => void ask(), { signal: stop.signal })
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])
  return state
}
