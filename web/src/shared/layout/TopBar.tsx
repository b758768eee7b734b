import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx'
import classes from './TopBar.module.css'

/** Pages for developers have no catalogue. */
const colours = { light: 'Use light colours', dark: 'Use dark colours' }

interface TopBarProps {
  readonly detail?: string
  readonly isCompact?: boolean
  /** Before the brand: the menu button of a page with a sidebar. */
  readonly menu?: ReactNode
  readonly children?: ReactNode
}

export function TopBar({ detail, isCompact, menu, children }: TopBarProps) {
  return (
    <div className={classes.bar}>
      {menu}
      <Brand detail={detail} isCompact={isCompact} />
      <div className={classes.tools}>
        {children}
        <ColorSchemeSwitch words={colours} />
      </div>
    </div>
  )
}
