/** Figures that link to what they count, and a list of what needs attention. */
import type { ReactNode } from 'react'
import { ChevronIcon } from '../../shared/content/Icons.tsx'
import { StateBadge, type Tone } from './StateBadge.tsx'
import classes from './standing.module.css'

export const Figures = ({ children }: { children: ReactNode }) => <div className={classes.figures}>{children}</div>

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly detail?: ReactNode
  /** What it counts. */
  readonly address?: string
}

export function Figure({ name, value, detail, address }: FigureProps) {
  const inside = (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.value}>{value}</span>
      {detail && <span className={classes.hint}>{detail}</span>}
    </>
  )
  return address ? (
    <a className={classes.figure} href={address}>
      {inside}
    </a>
  ) : (
    <div className={classes.figure}>{inside}</div>
  )
}

interface NeedLine {
  readonly key: string
  readonly tone: Tone
  readonly text: string
  readonly hint: string
  /** The page where it can be fixed. */
  readonly address: string
  /** At the end of the line: the amount of money. */
  readonly amount?: ReactNode
}

interface AttentionListProps {
  readonly needs: readonly NeedLine[]
  /** Shown if there are none. */
  readonly nothing: string
  readonly nothingHint: string
}

export const AttentionList = ({ needs, nothing, nothingHint }: AttentionListProps) =>
  needs.length === 0 ? (
    <p className={classes.nothing}>
      <StateBadge tone="good">{nothing}</StateBadge>
      <span className={classes.hint}>{nothingHint}</span>
    </p>
  ) : (
    <ol className={classes.needs}>
      {needs.map(({ key, tone, text, hint, address, amount }) => (
        <li key={key}>
          <a href={address}>
            <span className={classes.needText}>
              <StateBadge tone={tone}>{text}</StateBadge>
              <span className={classes.hint}>{hint}</span>
            </span>
            {amount}
            <ChevronIcon />
          </a>
        </li>
      ))}
    </ol>
  )
