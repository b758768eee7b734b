import type { ReactNode } from 'react'
import classes from './State.module.css'

/** A word about a state, with a dot; the word alone says it all. */
export const State = ({ tone, children }: { tone: 'quiet' | 'good' | 'warning' | 'bad'; children: ReactNode }) => (
  <span className={classes.state} data-tone={tone}>
    {children}
  </span>
)
