/** A page with one thing on it: a bar above, a sheet in the middle. */
import type { ReactNode } from 'react'
import mark from '../mark.svg'
import { texts } from '../texts/texts.ts'
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx'
import classes from './Frame.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'

interface FrameProps {
  readonly children: ReactNode
  /** Shown next to the mark: who this page is about. */
  readonly title: string
  readonly isWide?: boolean
  readonly above?: ReactNode
}

export function Frame({ children, title, isWide, above }: FrameProps) {
  return (
    <>
      <header className={classes.header}>
        <span className={classes.brand}>
          <img src={mark} alt="" width="28" height="28" />
          {title}
        </span>
        <span className={classes.tools}>
          <LanguageSwitch />
          <ColorSchemeSwitch words={texts.shared.colours} />
        </span>
      </header>
      {above}
      <main className={classes.main} data-wide={isWide || undefined}>
        {children}
      </main>
    </>
  )
}
