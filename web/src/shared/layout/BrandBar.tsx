/** The bar above the client's pages in the colours of their provider; the console shows a preview of it. */
import type { ReactNode } from 'react'
import classes from './BrandBar.module.css'
import { sign } from './site.ts'

interface BrandBarProps {
  readonly brand: { readonly logo: string | null; readonly colour: string | null }
  readonly company: string
  readonly title: string
  readonly isPreview?: boolean
  readonly children?: ReactNode
}

export function BrandBar({ brand: { logo, colour }, company, title, isPreview, children }: BrandBarProps) {
  const Bar = isPreview ? 'div' : 'header'
  return (
    <Bar className={classes.bar} style={colour ? { borderTopColor: colour } : undefined}>
      <span className={classes.brand}>
        {logo ? (
          <img src={logo} alt={company} className={classes.logo} />
        ) : (
          <img src={sign} alt="" width="28" height="28" />
        )}
        <span className={classes.title}>{title}</span>
      </span>
      {children}
    </Bar>
  )
}
