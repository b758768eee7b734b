/** A page with one thing on it: a bar above, a sheet in the middle. */
import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx'
import classes from './Frame.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { LegalLinks } from './LegalLinks.tsx'
import { sign, site } from './site.ts'

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
      <header className={classes.header} style={site?.colour ? { borderTop: `3px solid ${site.colour}` } : undefined}>
        <span className={classes.brand}>
          <img src={sign} alt="" className={classes.sign} />
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
      <LegalLinks links={site} />
    </>
  )
}
