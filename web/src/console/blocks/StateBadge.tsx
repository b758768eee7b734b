import type { ReactNode } from 'react'
import { DoneIcon, LockIcon, QuietIcon, WaitIcon, WarningIcon } from '../../shared/content/Icons.tsx'
import classes from './StateBadge.module.css'

export type Tone = 'quiet' | 'good' | 'warning' | 'bad' | 'waiting'

const icons: Readonly<Record<Tone, ReactNode>> = {
  quiet: <QuietIcon />,
  good: <DoneIcon />,
  warning: <WarningIcon />,
  bad: <LockIcon />,
  waiting: <WaitIcon />,
}

/** A state as text with an icon, so that it does not depend on colours or pictures. */
export const StateBadge = ({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) => (
  <span className={classes.badge} data-tone={tone}>
    {icon ?? icons[tone]}
    {children}
  </span>
)
