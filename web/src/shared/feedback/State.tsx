import type { ReactNode } from 'react'
import classes from './State.module.css'

export type Tone = 'quiet' | 'good' | 'warning' | 'bad'

/** A state as a word, with a dot; the word alone is enough. */
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={classes.state} data-tone={tone}>
    {children}
  </span>
)
